/** Money is whole cents inside, and dollars with two decimals at the edges. */
import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Cents,
  centsToDollars,
  type Dollars,
  dollarsToCents,
  formatDollars,
  formatMoney,
  maxChargeCents,
  minChargeCents,
} from '#kernel/money.ts';

test('dollars where cents belong, and cents where dollars belong, do not compile', () => {
  const cents: Cents = 1250;
  const dollars: Dollars = centsToDollars(cents);
  // @ts-expect-error -- read as cents, $12.50 would be $0.13
  expect(formatMoney(dollars)).toBe('$0.13');
  // @ts-expect-error -- read as dollars, 1,250 cents would be $1,250.00
  expect(formatDollars(cents)).toBe('$1,250.00');
});

test('every amount of cents that can be charged is unchanged by conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxChargeCents }), (cents) => {
      expect(dollarsToCents(centsToDollars(cents))).toBe(cents);
      expect(dollarsToCents(Number(centsToDollars(cents).toFixed(2)))).toBe(cents);
      expect(dollarsToCents(Number(JSON.parse(JSON.stringify(centsToDollars(cents)))))).toBe(cents);
    }),
  );
});

test.each([
  [0.1 + 0.2, 30],
  [1.1, 110],
  [19.99, 1999],
  [1.005 * 100, 10_050],
  [999_999.99, 99_999_999],
])('%d dollars are %d cents, whatever binary fractions do', (dollars, cents) => {
  expect(dollarsToCents(dollars)).toBe(cents);
});

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [minChargeCents, '$0.50'],
  [123_456, '$1,234.56'],
  [maxChargeCents, '$999,999.99'],
  [-123_456_789, '-$1,234,567.89'],
])('%d cents read %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test('nothing else in the program writes an amount of dollars', () => {
  const root = new URL('../../../', import.meta.url);
  const writing = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('tests') && readFileSync(new URL(file, root), 'utf8').includes('$${'),
  );
  expect(writing).toEqual(['src/kernel/money.ts']);
});
