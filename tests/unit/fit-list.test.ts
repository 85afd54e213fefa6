/** The filter "fits" of a list equals the rules applied to each part, however parts come, change and go. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Category } from '#catalogue/rules/categories.ts';
import type { BuildPart, FitPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { type CategoryIndex, makeCategoryIndex } from '#catalogue/rules/index/category-index.ts';
import { makeScratch } from '#catalogue/rules/index/condition-masks.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { hashText } from '#catalogue/rules/index/slot-table.ts';
import { fits, inStock } from '#catalogue/rules/lists/filter-kinds.ts';
import type { FilterChoice } from '#catalogue/rules/lists/list-queries.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { checkCandidate } from '#fit/rules/check-build.ts';
import { makeFitColumn } from '#fit/rules/fit-column.ts';
import { formatDecidingFacts } from '#fit/rules/join-build.ts';
import { givenCatalogueIndex, givenIndexedPart } from '../support/given-indexed-part.ts';

const maybe = (...values: (string | number)[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const specs = {
  motherboard: fc.record({
    socket: fc.constantFrom('AM4', 'AM5', 'LGA1700'),
    formFactor: fc.constantFrom('ATX', 'Mini ITX'),
    chipset: maybe('B550', 'B650', 'B760'),
    ddr: maybe(4, 5),
    memorySlots: fc.constantFrom(2, 4),
    maxMemoryGb: fc.constantFrom(32, 128),
  }),
  cpu: fc.record({ cores: fc.constant(6), socket: maybe('AM4', 'AM5', 'LGA1700'), tdpWatts: maybe(65, 170) }),
  memory: fc.record({
    modules: maybe(1, 2, 4),
    moduleGb: maybe(8, 32),
    ddr: maybe(4, 5),
    form: maybe('SO-DIMM'),
  }),
  'power-supply': fc.record({ watts: fc.constantFrom(150, 300, 750), form: fc.constantFrom('ATX', 'SFX') }),
  case: fc.record({ type: fc.constant('Tower'), boardFormFactors: maybe('Micro ATX', 'ATX, Micro ATX') }),
} as const satisfies Partial<Record<Category, fc.Arbitrary<unknown>>>;
type Kind = keyof typeof specs;
const kinds = Object.keys(specs) as Kind[];

const named = (category: Kind) =>
  fc.record({
    category: fc.constant(category),
    name: fc.constantFrom(
      'AMD Ryzen 5 3600',
      'AMD Ryzen 5 7600',
      'Intel Core i5-12400',
      'H310TN',
      'Board V2',
    ),
    stock: fc.constantFrom(0, 5),
    specs: specs[category] as fc.Arbitrary<SpecificationValues>,
  });

/** A part is put, replaces the one in the row, or the row is removed. */
const step = (category: Kind) =>
  fc.record({ part: named(category), row: fc.nat(12), isRemoval: fc.boolean() });

const builds = fc.array(
  fc
    .constantFrom(...kinds)
    .chain(named)
    .chain((part) => fc.record({ part: fc.constant(part), quantity: fc.constantFrom(1, 2) })),
  { maxLength: 5 },
);

/** Kinds of which a computer has one: a part of the list takes the place of the one in the build. */
const single: readonly Category[] = ['motherboard', 'cpu', 'power-supply', 'case'];

test('the list’s filter equals the rules applied to each part', () => {
  let left = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds).chain((kind) => fc.tuple(fc.constant(kind), fc.array(step(kind)))),
      fc.array(builds, { minLength: 1, maxLength: 3 }),
      ([category, steps], [first = [], ...later]) => {
        const index = makeCategoryIndex(category, [fits, inStock], makeScratch(), makeFitColumn);
        const parts: IndexedPart[] = []; // by row
        for (const [number, { part, row, isRemoval }] of steps.entries()) {
          const { length: size } = parts;
          if (isRemoval && row < size) {
            index.remove(row);
            parts[row] = parts.at(-1) as IndexedPart;
            parts.pop();
          } else {
            const put = makePart(part, number);
            parts[index.put(put, number, row < size ? row : undefined)] = put;
          }
          left += compare({ index, parts }, category, first); // what is kept for a build follows the changes
        }
        for (const build of later) left += compare({ index, parts }, category, build);
      },
    ),
  );
  expect(left).toBeGreaterThan(0);
});

test('a list for a build applies the rules to the sets of facts of its own category alone', () => {
  const index = givenCatalogueIndex(makeFitColumn);
  for (const number of [1, 2, 3])
    index.put(givenIndexedPart({ number, price_cents: 100, specs: { capacityGb: number } }));
  for (const number of [4, 5]) {
    const specs = { formFactor: number === 4 ? 'M.2 2280' : '2.5-inch', capacityGb: 1 };
    index.put(givenIndexedPart({ number, price_cents: 100, category: 'hard-disk', specs }));
  }
  const choices = new Map([[fits.key, { kind: 'build', text: '', parts: [] } as const]]);
  const left = (category: 'ssd' | 'hard-disk') => index.settleFilters({ category, choices }, 0);
  expect([left('ssd'), left('hard-disk')]).toEqual([1, 2]);
});

/** Returns how many parts the filter leaves out. */
function compare(
  { index, parts: listed }: { index: CategoryIndex; parts: readonly IndexedPart[] },
  category: Kind,
  build: readonly { part: Parameters<typeof makePart>[0]; quantity: number }[],
): number {
  const parts = build.map(
    ({ part, quantity }, number): BuildPart => ({
      part: readPart({ ...part, id: `in the build ${number}` }),
      quantity,
    }),
  );
  const choice: FilterChoice = { kind: 'build', text: '', parts };
  const query = { category, q: '', choices: new Map([[fits.key, choice]]) };
  const others = build.flatMap(({ part }, number) =>
    single.includes(category) && part.category === category ? [] : (parts[number] ?? []),
  );
  const expected = listed.map((part) => {
    const candidate = { part: readPart(part), quantity: 1 };
    return checkCandidate(others, candidate).verdict !== 'does-not-fit';
  });
  if (build.length % 2) settle(index, query.choices);
  const rows = [...index.find(query, undefined)].sort((one, other) => one - other);
  expect(rows).toEqual(expected.flatMap((isExpected, row) => (isExpected ? row : [])));
  const counts = index.count(query, undefined);
  expect(counts.total).toBe(rows.length);
  expect(counts.tallies.get(fits.key)).toEqual({ kind: 'flag', count: rows.length });
  return expected.length - rows.length;
}

/** In turns, as before a list is made. */
function settle(
  index: ReturnType<typeof makeCategoryIndex>,
  choices: ReadonlyMap<string, FilterChoice>,
): void {
  const maxValues = 2;
  let left = index.settle(choices, maxValues);
  while (left > 0) {
    const next = index.settle(choices, maxValues);
    expect(next).toBe(Math.max(0, left - maxValues));
    left = next;
  }
}

function readPart(part: Pick<IndexedPart, 'id' | 'name' | 'category' | 'specs'>) {
  const read = readFitPart(part);
  if (!read) throw new Error(`No rule is about ${part.category}`);
  return read;
}

function makePart(
  part: { category: Kind; name: string; stock: number; specs: SpecificationValues },
  number: number,
): IndexedPart {
  return givenIndexedPart({ ...part, number, id: `listed ${number}` });
}

test('two sets of facts whose texts have one hash are two, however often they are written in turns', () => {
  const makeCase = (maxCardLengthMm: number, maxCoolerHeightMm: number, expansionSlots: number) =>
    givenIndexedPart({
      ...{ number: 1, category: 'case' },
      specs: { type: 'ATX Mid Tower', maxCardLengthMm, maxCoolerHeightMm, expansionSlots },
    });
  const cases = [makeCase(595, 183, 1), makeCase(371, 43, 2)] as const;
  const [one, other] = cases.map((part) => hashText(formatDecidingFacts(readFitPart(part) as FitPart)));
  expect(one).toBe(other);
  const column = makeFitColumn();
  for (let turn = 0; turn < 6; turn += 1) column.write(turn, cases[turn % 2] as IndexedPart);
  expect([0, 1, 2, 3].map((row) => column.readFacts?.(row))).toMatchObject([
    { maxCardLengthMm: 595 },
    { maxCardLengthMm: 371 },
    { maxCardLengthMm: 595 },
    { maxCardLengthMm: 371 },
  ]);
  expect(column.save()).toMatchObject({ sets: { length: 2 } });
});

test('boards that differ by their names share their facts, unless a rule reads the difference', () => {
  const column = makeFitColumn();
  const write = (name: string, specs: SpecificationValues) => {
    column.write(0, givenIndexedPart({ ...{ number: 1, category: 'motherboard' }, name, specs }));
    return (column.save() as { sets: unknown[] }).sets.length;
  };
  const small = { formFactor: 'Mini ITX' };
  const early = { formFactor: 'ATX', socket: 'LGA1200', chipset: 'B460' };
  expect([
    write('Testco One', small),
    write('Testco Two', small),
    write('Testco One', early),
    write('Testco Two', early),
    write('Testco Two V2', early), // takes later processors
  ]).toEqual([1, 1, 2, 2, 3]);
});
