/** Order numbers: read for an id, found by what somebody types. */
import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOrderNumber, parseOrderNumber } from '#kernel/order-number.ts';

test('an order number is ten digits of the id’s last group, in two groups', () => {
  expect(formatOrderNumber('01a20438-9405-786d-ab83-000000000000')).toBe('00000-00000');
  expect(formatOrderNumber('01a20438-9405-786d-ab83-ffffffffffff')).toBe('7ZZZZ-ZZZZZ');
  expect(formatOrderNumber('01a20438-9405-786d-ab83-6d1992b41f36')).toBe('3D369-B87SP');
});

test('what is read aloud and typed again leads back to the id', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const number = formatOrderNumber(id);
      expect(number).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{5}$/);
      for (const typed of [
        number,
        number.toLowerCase(),
        number.replace('-', ''),
        number.replaceAll('0', 'o').replaceAll('1', 'l'),
      ])
        expect(parseOrderNumber(typed)).toBe(id.slice(-12));
    }),
  );
});

test('a hundred thousand orders of one day have different numbers', () => {
  const numbers = Array.from({ length: 100_000 }, () => formatOrderNumber(randomUUIDv7()));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test.each(['', 'graphics', 'K7Q3M-9XT2', 'K7Q3M-9XT2B-', '8ZZZZ-ZZZZZ', '00000-0000U', 'testco', '1024'])(
  '“%s” is no order number',
  (text) => expect(parseOrderNumber(text)).toBeUndefined(),
);
