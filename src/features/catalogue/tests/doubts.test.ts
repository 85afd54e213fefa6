/** Values that can hardly be true are told to the owner, and stand in no range. */
import { describe, expect, test } from 'vitest';
import { describeDoubts, findDoubtfulFields } from '#catalogue/rules/doubts.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { findSortOrder } from '#catalogue/rules/lists/sorts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { givenIndexedPart } from '#tests/support/given-indexed-part.ts';

const kit = { capacityGb: 2, modules: 2, moduleGb: 1, ddr: 3, speedMts: 1600 };

describe('a part is to be checked for', () => {
  test.each<[string[], Category, number, SpecificationValues]>([
    [['Core clock 115 MHz'], 'graphics-card', 27_500, { coreClockMhz: 115, boostClockMhz: 1176 }],
    [['$497.50 per GB'], 'memory', 99_500, kit],
    [['DRAM cache 128 GB'], 'ssd', 90_000, { capacityGb: 2000, cacheMb: 131_072 }],
    [[], 'memory', 3_500, { ...kit, capacityGb: 1 }],
    [[], 'hard-disk', 10_000, { capacityGb: 24_000, rpm: 7200, cacheMb: 512 }],
  ])('%j', (doubts, category, price_cents, specs) => {
    const part = { category, price_cents, specs };
    expect(describeDoubts(part, findDoubtfulFields(part))).toEqual(doubts);
  });
});

test('a doubtful value is in no range, and comes last in its sort', () => {
  const card = makePart('graphics-card', { coreClockMhz: 115 });
  expect(readRange('graphics-card', 'core-clock', card)).toBeUndefined();
  expect(findSortOrder('graphics-card', 'core-clock-desc').getKey(card)).toBeUndefined();
  const memory = { ...makePart('memory', kit), price_cents: 99_500 };
  expect(readRange('memory', 'price-per-gb', memory)).toBeUndefined();
  expect(findSortOrder('memory', 'price-per-gb').getKey(memory)).toBeUndefined();
  expect(readRange('memory', 'speed', memory)).toBe(1600);
});

function readRange(category: Category, key: string, part: ReturnType<typeof makePart>) {
  const filter = listFilters(category).find((each) => each.key === key);
  return filter?.kind === 'range' ? filter.getValue(part) : 'no range';
}

function makePart(category: Category, specs: SpecificationValues) {
  return givenIndexedPart({ number: 1, category, specs });
}
