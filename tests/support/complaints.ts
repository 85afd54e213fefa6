/** What is expected of an answer to a value that a field may not hold. */
import { expect } from 'vitest';
import type { FieldError } from '#domain/refusals.ts';
import type { Answered } from './given.ts';

/** A 400 that names the field, in a sentence that a person understands. */
export function expectComplaint(answer: Answered, field: string): void {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(400);
  expectSentences(answer, field);
}

/** Never a failure of ours; a refusal of the value names the field. */
export function expectNoFailure(answer: Answered, field: string): void {
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(500);
  if (answer.status < 300) return;
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  if (answer.status !== 400 && mayDisagree.has(field)) return;
  if (answer.status === 401 && field === 'password') return;
  expectSentences(answer, field);
}

function expectSentences(answer: Answered, field: string): void {
  const { errors } = answer.body as { errors?: FieldError[] };
  const own = errors?.filter(({ path }) => path === field || path.startsWith(`${field}.`)) ?? [];
  expect(own.length, JSON.stringify(answer.body).slice(0, 500)).toBeGreaterThan(0);
  for (const { message } of own) {
    expect(message).toMatch(/^[A-Z].{5,}/);
    expect(message).not.toMatch(
      /invalid (input|option|key|union|string)|expected|received|undefined|too (big|small)/i,
    );
  }
}

/** Those fields whose disagreement with what the shop knows is refused as a whole, not as a matter of their form. */
const mayDisagree = new Set([
  'partsId',
  'orderId',
  'transactionId',
  'id',
  'name',
  'email',
  'price',
  'seen_quantity',
  'token',
]);
