/** Which changes of stock the owner is alerted of. */
import { describe, expect, test } from 'vitest';
import { decideStockAlert, type StockedPart } from '#catalogue/rules/low-stock.ts';

describe('a change of stock', () => {
  const level = (stock: number, fields: Partial<StockedPart> = {}): StockedPart => ({
    ...{ id: 'a', stock, minimum_order: 1, low_stock: null, price_cents: 1, off_sale_at: null },
    ...fields,
  });
  test.each([
    ['to the default of five', level(6), level(5), 'low-stock'],
    ['below it', level(5), level(4), undefined],
    ['to nothing', level(3), level(0), 'out-of-stock'],
    ['to nothing at one stroke', level(30), level(0), 'out-of-stock'],
    [
      'from less than the minimum order',
      level(1, { minimum_order: 2 }),
      level(0, { minimum_order: 2 }),
      undefined,
    ],
    ['to less than the minimum order', level(8), level(8, { minimum_order: 9 }), 'out-of-stock'],
    ['to the number of the part', level(21), level(20, { low_stock: 20 }), 'low-stock'],
    ['of nothing but that number', level(8), level(8, { low_stock: 10 }), undefined],
    ['of a part that never runs low', level(2), level(1, { low_stock: 0 }), undefined],
    ['of a part off sale', level(9), level(0, { off_sale_at: new Date() }), undefined],
    ['of a part without a price', level(9), level(0, { price_cents: null }), undefined],
    ['upwards', level(0), level(3), undefined],
  ])('%s', (_, before, after, kind) => {
    expect(decideStockAlert(before, after)).toBe(kind);
  });
});
