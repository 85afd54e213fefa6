/** How the sandbox's card form shows what is typed, as Stripe's element does. */
import { expect, test } from 'vitest';
import { groupCardNumber, groupExpiry } from '#payments/components/card-fields.ts';

test.each([
  ['', ''],
  ['4242', '4242'],
  ['42424', '4242 4'],
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242 4242', '4242 4242 4242 4242'],
  ['424242424242424242424', '4242 4242 4242 4242 424'],
  ['378282246310005', '3782 822463 10005'],
  ['37828', '3782 8'],
])('the card number %s is shown as %s', (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
  expect(groupCardNumber(shown)).toBe(shown);
});

test.each([
  ['', ''],
  ['1', '1'],
  ['0', '0'],
  ['4', '04 / '],
  ['13', '01 / 3'],
  ['1/', '01 / '],
  ['12', '12 / '],
  ['1230', '12 / 30'],
  ['12 30', '12 / 30'],
  ['12/30', '12 / 30'],
  ['1/30', '01 / 30'],
  ['430', '04 / 30'],
  ['122030', '12 / 2030'],
  ['12 / 2030', '12 / 2030'],
])('the expiry %s is shown as %s', (typed, shown) => {
  expect(groupExpiry(typed)).toBe(shown);
  expect(groupExpiry(shown)).toBe(shown);
});

test('the slash of an expiry can be deleted', () => {
  expect(groupExpiry('12 /', true)).toBe('12');
  expect(groupExpiry('12 / 3', true)).toBe('12 / 3');
});
