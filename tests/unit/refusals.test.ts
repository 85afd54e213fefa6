/** Every refusal has a status and a sentence that a person can use; every flaw of a value has a plain one, too. */
import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problemSchema } from '#app/api/openapi.ts';
import { endpoints } from '#app/endpoints.ts';
import { explainRefusal, isRefused, type Refusal, refusalKinds } from '#kernel/refusals.ts';
import { formatIssue } from '#kernel/validation-messages.ts';
import { wording } from '#kernel/wording.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { findStatus, sendRefusal } from '#platform/http/problems.ts';

/** Of every fact that a refusal may have. */
const facts = {
  ...{
    available: 3,
    minimum: 4,
    limit: 10,
    units: 3,
    price: 12.5,
    grams: 40_500,
    megapixels: 40,
    version: 2,
  },
  ...{
    remaining: 1,
    state: 'paid',
    country: 'France',
    zone: 'town',
    paymentStatus: 'waiting',
    dispute: 'open',
  },
  ...{ reason: 'Charge ch_1 has already been refunded.', name: 'Testco ID', current: {} },
  errors: [{ path: 'name', message: 'Insert name' }],
  lines: [{ partsId: randomUUID(), refused: 'out-of-stock', detail: 'This part is sold out.', available: 0 }],
};

describe.each(refusalKinds)('%s', (refused) => {
  const refusal = { refused, ...facts } as Refusal;

  test('is recognized as a refusal, and is answered as a problem with its status', async () => {
    expect(isRefused(refusal)).toBe(true);
    const app = fastify().get('/', (_request, reply) => sendRefusal(reply, refusal));
    const answer = await app.inject('/');
    expect(problemSchema.parse(answer.json())).toMatchObject({ refused, status: answer.statusCode });
    expect(answer.statusCode).toBe(findStatus(refusal.refused));
    expect(answer.headers['retry-after'] !== undefined).toBe([429, 503].includes(answer.statusCode));
    expect([400, 401, 403, 404, 409, 413, 415, 422, 429, 503]).toContain(findStatus(refusal.refused));
  });

  test('is explained in whole sentences without a word of the inside', () => {
    const sentence = explainRefusal(refusal);
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence.replace('ch_1', '')).not.toMatch(/undefined|NaN|null|\[object|-not-|_/); // the provider's own name
  });
});

test.each([
  [{ refused: 'out-of-stock', available: 0 }, 'This part is sold out.'],
  [{ refused: 'out-of-stock', available: 1 }, 'Only 1 of this part is left.'],
  [{ refused: 'out-of-stock', available: 3 }, 'Only 3 of this part are left.'],
  [
    { refused: 'price-changed', price: 12.5 },
    'The price is now $12.50. Please look at it again before you order.',
  ],
  [
    { refused: 'price-changed', price: 1234.5 },
    'The price is now $1,234.50. Please look at it again before you order.',
  ],
  [
    { refused: 'price-changed', price: 12.5, isOfOrder: true },
    'Your order now costs $12.50. Please look at it again before you pay.',
  ],
  [
    {
      refused: 'invalid-input',
      errors: [
        { path: 'name', message: 'Insert name' },
        { path: 'img', message: 'Is it there? Upload it.' },
        { path: 'location', message: 'This is required' },
        { path: 'phone', message: 'This is required' },
      ],
    },
    'Insert name. Is it there? Upload it. This is required.',
  ],
  [{ refused: 'refund-too-large', remaining: 12.5 }, 'At most $12.50 of this order can be refunded.'],
  [{ refused: 'too-many-units', remaining: 0 }, 'All units of this order are back in the stock already.'],
  [{ refused: 'too-many-units', remaining: 2 }, 'At most 2 of this order’s units can come back.'],
  [{ refused: 'invalid-input', errors: [] }, 'Please check what you entered.'],
] as [Refusal, string][])('%o reads: %s', (refusal, sentence) => {
  expect(explainRefusal(refusal)).toBe(sentence);
});

test.each([undefined, null, 'refused', {}, [], { id: '1' }])('%o is no refusal', (answer) => {
  expect(isRefused(answer)).toBe(false);
});

test.each([
  [z.string(), undefined, 'This is required'],
  [z.string(), 7, 'A text is needed here'],
  [z.number(), 'x', 'A number is needed here'],
  [z.boolean(), 'x', 'Yes or no (true or false) is needed here'],
  [z.object({}), [], 'An object with fields is needed here'],
  [z.array(z.string()), 'x', 'A list is needed here'],
  [z.enum(['a', 'b']), 'c', 'One of these is needed: a, b'],
  [z.literal('a'), 'c', 'Only a is possible'],
  [z.literal('a'), undefined, 'This is required'],
  [z.enum(['a', 'b']), undefined, 'This is required'],
  [z.number().max(1_000_000), 2_000_000, 'At most 1,000,000 is possible'],
  [z.string().min(1), '', 'This is required'],
  [z.string().min(3), 'x', 'At least 3 characters are needed'],
  [z.string().max(3), 'xxxx', 'At most 3 characters are possible'],
  [z.number().min(3), 1, 'At least 3 is needed'],
  [z.number().max(3), 4, 'At most 3 is possible'],
  [z.array(z.string()).max(1), ['a', 'b'], 'A list of at most 1 is possible'],
  [z.number().multipleOf(0.5), 0.3, 'A multiple of 0.5 is needed'],
  [z.strictObject({}), { a: 1 }, 'There is no such field: a'],
  [z.uuid(), 'x', 'This is not an id'],
  [z.union([z.string(), z.number()]), true, 'This is not valid'],
])(
  'a value that its schema refuses without words of its own, %#, is told in a plain sentence',
  (schema, value, sentence) => {
    const parsed = (schema as z.ZodType).safeParse(value, { error: formatIssue });
    expect(parsed.error?.issues[0]?.message).toBe(sentence);
  },
);

/** What the specification, a form or a mailed link says instead. */
const otherWordsForMissing = [
  ...Object.values(wording.messages),
  'Choose a country',
  'This link is incomplete. Please copy all of it from the mail.',
];

test.each(
  Object.entries<Endpoint>(endpoints).flatMap(([name, { query, body }]) =>
    [query, body].flatMap((schema) => (schema ? [[name, schema] as const] : [])),
  ),
)('%s says that what is missing is required', (_name, schema) => {
  const issues = schema.safeParse({}, { error: formatIssue }).error?.issues ?? [];
  const messages = issues.map(({ message }) => message);
  const others = messages.filter((message) => !message.endsWith(' is required'));
  expect(others.filter((message) => !otherWordsForMissing.includes(message))).toEqual([]);
});
