/** Every filter of a category counts, whatever their number: there are as many bits in a mask as there can be conditions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeCategoryIndex } from '#catalogue/rules/index/category-index.ts';
import { type IndexQuery, makeScratch, maxConditions } from '#catalogue/rules/index/condition-masks.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { filterBy, price, pricePerGb } from '#catalogue/rules/lists/filter-kinds.ts';
import { givenIndexedPart } from '#tests/support/given-indexed-part.ts';

const mostFilters = maxConditions - 1; // the search is the last condition

describe.each([3, 4, 16, 17, mostFilters])('of %i filters that are all chosen, and a search', (count) => {
  const question = givenQuestion(count);

  test.each(Array.from({ length: count }, (_, index) => index))(
    'a part that fails number %i alone is not found, and a near miss of it',
    (failed) => {
      const index = makeCategoryIndex('other', givenFilters(count), makeScratch());
      index.put(givenPart(1, count), 7);
      index.put(givenPart(2, count, failed), 8);
      const rows = { rows: Uint32Array.of(0, 1), scores: Uint32Array.of(1, 1) };
      expect(index.size(question, rows)).toBe(1);
      expect([...index.find(question, rows)].map((row) => index.slots()[row])).toEqual([7]);
      expect([...index.count(question, rows).nearMisses]).toEqual([[`filter-${failed}`, 1]]);
    },
  );

  test('a part that the search does not find is a near miss of the search', () => {
    const index = makeCategoryIndex('other', givenFilters(count), makeScratch());
    index.put(givenPart(1, count), 7);
    const rows = { rows: new Uint32Array(), scores: new Uint32Array() };
    expect(index.size(question, rows)).toBe(0);
    expect([...index.count(question, rows).nearMisses]).toEqual([['q', 1]]);
  });
});

test('a category with more filters than a mask has bits cannot be made', () => {
  expect(() => makeCategoryIndex('other', givenFilters(mostFilters), makeScratch())).not.toThrow();
  expect(() => makeCategoryIndex('other', givenFilters(mostFilters + 1), makeScratch())).toThrow(
    'at most 31 filters',
  );
});

test('a part of which nobody knows the price per GB passes no limit of it', () => {
  const index = makeCategoryIndex('ssd', [pricePerGb], makeScratch());
  for (const [slot, specs] of [{ capacityGb: 1000 }, {}].entries())
    index.put(givenIndexedPart({ number: slot + 1, category: 'ssd', specs }), slot);
  const limit = { kind: 'range', min: undefined, max: 1000 } as const;
  expect(index.size({ category: 'ssd', q: '', choices: new Map([[pricePerGb.key, limit]]) }, undefined)).toBe(
    1,
  );
});

test('a range has the values that are neither below its least nor above its greatest, whatever binary fractions do', () => {
  const amount = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 10 ** 9 }));
  const limit = fc.option(
    amount.map((number) => number / 100),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 400 })), limit, limit, (prices, min, max) => {
      const index = makeCategoryIndex('ssd', [price], makeScratch());
      for (const [slot, price_cents] of prices.entries())
        index.put(givenIndexedPart({ number: slot + 1, category: 'ssd', price_cents }), slot);
      const choices = new Map([[price.key, { kind: 'range', min, max } as const]]);
      const within = prices.filter((cents) => cents / 100 >= (min ?? 0) && cents / 100 <= (max ?? 10 ** 9));
      expect(index.size({ category: 'ssd', q: '', choices }, undefined)).toBe(within.length);
    }),
  );
});

function givenFilters(count: number) {
  const fields = Object.fromEntries(
    givenNames(count).map((name) => [name, { label: name, explanation: name }]),
  );
  return givenNames(count).map((name) => filterBy(fields).range(name, name));
}

function givenQuestion(count: number, q = 'word'): IndexQuery {
  const chosen = givenNames(count).map((name) => [name, { kind: 'range', min: 1, max: 1 }] as const);
  return { category: undefined, q, choices: new Map(chosen) };
}

/** A part that passes all filters but one. */
function givenPart(number: number, count: number, failed?: number): IndexedPart {
  const specs = Object.fromEntries(givenNames(count).map((name, index) => [name, index === failed ? 0 : 1]));
  return givenIndexedPart({ number, category: 'other', specs });
}

function givenNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `filter-${index}`);
}
