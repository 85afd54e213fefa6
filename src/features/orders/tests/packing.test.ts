/** Where an order goes, and what a carrier’s report says of the day of its delivery. */
import { expect, test } from 'vitest';
import { checkDeliveredDay, describeBuyer, describeDeliveredDay } from '#orders/rules/packing.ts';

test('an order can have arrived from the day on which it was shipped until today', () => {
  const days = { shippedOn: '2026-01-02', today: '2026-01-04' };
  const check = (day: string) => checkDeliveredDay(day, days);
  expect(['2026-01-02', '2026-01-03', '2026-01-04'].map(check)).toEqual([undefined, undefined, undefined]);
  for (const [day, message] of [
    ['2026-01-01', 'This day is before the order was shipped'],
    ['2026-01-05', 'This day is still to come'],
  ] as const) {
    const errors = [{ path: 'deliveredOn', message }];
    expect(check(day)).toEqual({ refused: 'invalid-input', errors });
  }
});

test('where an order goes stands in one line, with the buyer once', () => {
  const name = 'Bea Buyer';
  expect(describeBuyer({ name, location: '1 Farm Lane\nDhaka' })).toBe('Bea Buyer, 1 Farm Lane, Dhaka');
  expect(describeBuyer({ name, location: 'Bea Buyer\n1 Farm Lane' })).toBe('Bea Buyer, 1 Farm Lane');
});

test('the reported day has its year when that is not this year', () => {
  expect(describeDeliveredDay('2026-01-02', '2026-01-04')).toBe(
    'Delivered on Fri\u00a02\u00a0Jan, says the carrier',
  );
  expect(describeDeliveredDay('2025-12-30', '2026-01-04')).toBe(
    'Delivered on Tue\u00a030\u00a0Dec\u00a02025, says the carrier',
  );
});
