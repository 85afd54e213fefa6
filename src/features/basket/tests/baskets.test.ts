/** How two baskets become one, and what is wrong with a line. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type BasketLine, checkLine, hasMergeChanged, mergeBaskets } from '#basket/rules/baskets.ts';

const line = fc.record({
  partId: fc.integer({ min: 1, max: 80 }).map((number) => `part ${number}`),
  quantity: fc.integer({ min: 1, max: 5 }),
  seenPrice: fc.integer({ min: 1, max: 3 }),
  addedAt: fc.integer({ min: 0, max: 3 }).map((day) => new Date(day)),
});
const basket = fc.uniqueArray(line, { maxLength: 50, selector: ({ partId }) => partId });

test('a merge is the same from both sides, and merging once more changes nothing', () => {
  fc.assert(
    fc.property(basket, basket, (one, other) => {
      const merged = mergeBaskets(one, other);
      expect(mergeBaskets(other, one)).toEqual(merged);
      expect(mergeBaskets(merged.lines, other).lines).toEqual(merged.lines);
      expect(mergeBaskets(merged.lines, merged.lines).lines).toEqual(merged.lines);
      expect(hasMergeChanged(merged.lines, mergeBaskets(merged.lines, one).lines)).toBe(false);
    }),
  );
});

test('a merge keeps the larger quantity of each part, and all parts that there is room for', () => {
  fc.assert(
    fc.property(basket, basket, (one, other) => {
      const { lines, leftOut } = mergeBaskets(one, other);
      const quantity = (lines: BasketLine[], id: string) =>
        lines.find(({ partId }) => partId === id)?.quantity ?? 0;
      for (const { partId } of lines)
        expect(quantity(lines, partId)).toBe(Math.max(quantity(one, partId), quantity(other, partId)));
      const parts = new Set([...one, ...other].map(({ partId }) => partId));
      expect(lines.length).toBe(Math.min(50, parts.size));
      expect(leftOut).toBe(parts.size - lines.length);
    }),
  );
});

test.each([
  [{}, 2, undefined],
  [{ offSale: true }, 2, { refused: 'part-not-for-sale' }],
  [{ unitPrice: null }, 2, { refused: 'part-not-for-sale' }],
  [{ stock: 1 }, 2, { refused: 'out-of-stock', available: 0 }], // fewer than the smallest order
  [{ stock: 3 }, 4, { refused: 'out-of-stock', available: 3 }],
  [{}, 1, { refused: 'below-minimum-order', minimum: 2 }],
])('of a part with %o, %i are: %o', (changes, quantity, refusal) => {
  const part = { unitPrice: 999, stock: 9, minimumOrder: 2, offSale: false, ...changes };
  expect(checkLine(part, quantity)).toEqual(refusal);
});
