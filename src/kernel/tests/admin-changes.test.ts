/** What the audit log shows of a recorded change. */
import { expect, test } from 'vitest';
import { describeChange } from '#kernel/admin-changes.ts';

test('a change is shown by the values that differ, money in dollars, specifications one by one', () => {
  const before = { price_cents: 9_999, stock: 5, off_sale_at: null, specs: { capacityGb: 16, ddr: 5 } };
  const after = {
    price_cents: 8_950,
    stock: 5,
    off_sale_at: '2026-11-22T10:00:00.000Z',
    specs: { capacityGb: 32, ddr: 5 },
  };
  expect(describeChange(before, after)).toEqual([
    { field: 'price', before: '$99.99', after: '$89.50' },
    { field: 'capacity gb', before: '16', after: '32' },
    { field: 'off sale', before: null, after: '2026-11-22T10:00:00.000Z' },
  ]);
});

test('of what is new every value is shown but its id and its times', () => {
  const after = { id: 'x', created_at: 'y', updated_at: 'z', amount: 500, returnedUnits: 1, image: null };
  expect(describeChange(null, after)).toEqual([
    { field: 'amount', before: null, after: '$5.00' },
    { field: 'returned units', before: null, after: '1' },
  ]);
});

test('a list is one value under its own name', () => {
  expect(describeChange(null, { files: ['parts.csv', 'more.csv'], added: 2 })).toEqual([
    { field: 'files', before: null, after: 'parts.csv, more.csv' },
    { field: 'added', before: null, after: '2' },
  ]);
});
