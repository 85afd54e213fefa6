/** Who may act for whom, and what counts as a name, an e-mail address and a password. */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { emailSchema, nameSchema, passwordSchema } from '#kernel/person-fields.ts';

describe('an e-mail address', () => {
  test.each([
    ['pat@example.com', 'pat@example.com'],
    ["  Pat.O'Neil+shop@Mail.Example.CO.UK ", "pat.o'neil+shop@mail.example.co.uk"],
    ['a@b.co', 'a@b.co'],
    ['x!#$%&*/=?^_`{|}~-@a-b.example', 'x!#$%&*/=?^_`{|}~-@a-b.example'],
  ])('%s is taken as %s', (given, email) => {
    expect(emailSchema.parse(given)).toBe(email);
  });

  test.each([
    ['', 'Insert email'],
    ['   ', 'Insert email'],
    [undefined, 'Insert email'],
    ['pat', 'Invalid email'],
    ['pat@localhost', 'Invalid email'],
    ['pat@example.', 'Invalid email'],
    ['pat@-example.com', 'Invalid email'],
    ['pat@exa mple.com', 'Invalid email'],
    ['@example.com', 'Invalid email'],
    ['a@b@c.co', 'Invalid email'],
    ['pät@example.com', 'Invalid email'],
    ['pat\0@example.com', 'Invalid email'],
    ['"pat"@example.com', 'Invalid email'],
    [`${'x'.repeat(250)}@b.co`, 'Invalid email'],
  ])('%o is refused with one sentence: %s', (value, sentence) => {
    expect(complaints(emailSchema, value)).toEqual([sentence]);
  });

  test('of any length is validated quickly', () => {
    const begun = performance.now();
    complaints(emailSchema, `a@${'a-'.repeat(100_000)}`);
    complaints(emailSchema, `${'a.'.repeat(100)}@${'a.'.repeat(20)}!`);
    expect(performance.now() - begun).toBeLessThan(500); // milliseconds
  });
});

test.each([
  ['', ['Insert name']],
  [undefined, ['Insert name']],
  ['x'.repeat(16), ['Invalid name']],
  ['a\0b', ['Invalid name']],
  ['\ud800', ['Invalid name']],
  [' Pat ', []],
  ['<b>Pat</b>', []],
  ['名前', []],
  ['👩‍🔧'.repeat(15), []], // people count what they see
  ['👩‍🔧'.repeat(16), ['Invalid name']],
  [`o${'\u0301'.repeat(200)}`, ['Invalid name']],
])('the name %o is answered with %o', (value, sentences) => {
  expect(complaints(nameSchema, value)).toEqual(sentences);
});

test.each([
  ['', ['Insert password']],
  [undefined, ['Insert password']],
  ['1234', ['Minimum length is 5']],
  ['12345', []],
  ['     ', []],
  ['x'.repeat(128), []],
  ['x'.repeat(129), ['Maximum length is 128']],
])('the password %o is answered with %o', (value, sentences) => {
  expect(complaints(passwordSchema, value)).toEqual(sentences);
});

function complaints(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
}
