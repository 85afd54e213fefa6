/** What is shown beside a part is what one may buy instead of it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { type ComparedPart, makeSimilarColumn } from '#catalogue/rules/similar-parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { givenIndexedPart } from '#tests/support/given-indexed-part.ts';

let count = 0;
const kit = { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000, casLatency: 30 };
const part = givenShelved('the part', kit, 10_000);

test('what does not fit comes after what is merely slower, smaller or dearer', () => {
  const others = [
    givenShelved('another generation', { ...kit, ddr: 4 }, 10_000),
    givenShelved('twice the price', kit, 20_000),
    givenShelved('half the size', { ...kit, capacityGb: 16 }, 10_000),
    givenShelved('a little slower', { ...kit, speedMts: 5600 }, 9_500),
  ];
  expect(readNames(findMostSimilar(part, others, 9))).toEqual([
    'a little slower',
    'twice the price',
    'half the size',
    'another generation',
  ]);
});

test('a board for another socket is further away than one of another size', () => {
  const specs = { socket: 'AM5', formFactor: 'ATX', memorySlots: 4, maxMemoryGb: 192, ddr: 5 };
  const board = { ...givenShelved('the board', specs, 20_000), category: 'motherboard' as const };
  const others = [
    { ...givenShelved('another socket', { ...specs, socket: 'LGA1700' }, 20_000), category: board.category },
    {
      ...givenShelved('another size', { ...specs, formFactor: 'Mini ITX' }, 20_000),
      category: board.category,
    },
  ];
  expect(readNames(findMostSimilar(board, others, 1))).toEqual(['another size']);
});

test('never the part itself, never more than asked for, and no more than two of one name', () => {
  const same = Array.from({ length: 5 }, () => givenShelved('same name', kit, 10_000));
  const other = givenShelved('other name', { ...kit, speedMts: 3000 }, 30_000);
  expect(readNames(findMostSimilar(part, [part, ...same, other], 9))).toEqual([
    'same name',
    'same name',
    'other name',
  ]);
  expect(findMostSimilar(part, [part, ...same, other], 1)).toHaveLength(1);
  expect(findMostSimilar(part, [part], 9)).toEqual([]);
});

test('of two that are equally near, the one in stock comes first', () => {
  const soldOut = { ...givenShelved('sold out', kit, 10_000), stock: 0 };
  expect(readNames(findMostSimilar(part, [soldOut, givenShelved('in stock', kit, 10_000)], 2))).toEqual([
    'in stock',
    'sold out',
  ]);
});

test('a part without a price has similar parts, too', () => {
  const near = givenShelved('near', kit, 90_000);
  const far = givenShelved('far', { ...kit, ddr: 4 }, 10_000);
  expect(readNames(findMostSimilar({ ...part, price_cents: null }, [far, near], 2))).toEqual(['near', 'far']);
});

test('they are the nearest of all, in whatever order the parts lie, and however few are asked for', () => {
  fc.assert(
    fc.property(fc.array(neighbour, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), (drawn, limit) => {
      const parts = drawn.map(({ name, cents, stock, ...specs }) => ({
        ...givenShelved(name, { ...kit, ...specs }, cents),
        stock,
      }));
      const all = findMostSimilar(part, parts, parts.length + 1); // of which none was left out early
      expect(findMostSimilar(part, parts, limit)).toEqual(all.slice(0, limit));
      expect(findMostSimilar(part, [...parts].reverse(), limit)).toEqual(all.slice(0, limit));
      const ofOneName = Map.groupBy(parts, ({ name }) => name);
      const expected = [...ofOneName.values()].reduce((sum, { length }) => sum + Math.min(length, 2), 0);
      expect(all).toHaveLength(expected);
    }),
  );
});

const neighbour = fc.record({
  name: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
  cents: fc.constantFrom(5_000, 10_000, 20_000),
  stock: fc.constantFrom(0, 5),
  ddr: fc.constantFrom(4, 5),
  speedMts: fc.constantFrom(5200, 6000, 7200),
});

function givenShelved(name: string, specs: SpecificationValues, price_cents: number): IndexedPart {
  count += 1;
  return givenIndexedPart({ number: count, category: 'memory', name, specs, price_cents });
}

function findMostSimilar(similarTo: ComparedPart, parts: readonly IndexedPart[], maxParts: number) {
  const prices = Uint32Array.from(parts, ({ price_cents }) => price_cents);
  const column = makeSimilarColumn(similarTo.category, () => prices);
  for (const [row, each] of parts.entries()) column.write(row, each);
  const rows = { rowCount: parts.length, read: (row: number) => parts[row] as IndexedPart };
  return column.find(similarTo, rows, maxParts);
}

function readNames(parts: readonly IndexedPart[]): string[] {
  return parts.map(({ name }) => name);
}
