/** The catalogue index: lists follow parts that come, change and go, and a deep page costs what the first one costs. */
import { deserialize, serialize } from 'node:v8';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { makePartSequence } from '#catalogue/rules/index/part-sequence.ts';
import { comparePositions, makeRanking } from '#catalogue/rules/index/part-sequences.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { readPrecedence } from '#catalogue/rules/lists/precedence.ts';
import { findDistinctions } from '#catalogue/rules/shown-names.ts';
import {
  type GivenIndex,
  givenCatalogueIndex,
  givenIndexedPart,
  givenStore,
} from '#tests/support/given-indexed-part.ts';

const all: ListQuery = { category: 'ssd', q: '', choices: new Map(), sort: 'newest', page: 1 };

const cheap: ListQuery = {
  ...all,
  choices: new Map([
    ['price', { kind: 'range', min: undefined, max: 100 }],
    ['brand', { kind: 'choice', values: ['Testco'] }],
  ]),
  sort: 'price',
};

test('a repeated query sees parts that were added, changed and removed since', () => {
  const index = givenCatalogueIndex();
  const ask = () => ({
    listed: index.list(cheap, undefined, { size: 10 }).parts.map(({ number }) => number),
    total: index.count(cheap, undefined).total,
    elsewhere: index.count({ ...cheap, category: 'memory' }, undefined).categories.get('ssd'),
  });
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
  index.put(givenIndexedPart({ number: 1, price_cents: 5000 }));
  index.put(givenIndexedPart({ number: 2, price_cents: 20_000 }));
  expect(ask()).toEqual({ listed: [1], total: 1, elsewhere: 1 });
  index.put(givenIndexedPart({ number: 2, price_cents: 4000 }));
  expect(ask()).toEqual({ listed: [2, 1], total: 2, elsewhere: 2 });
  index.put(givenIndexedPart({ number: 1, price_cents: 5000, brand: 'Another' }));
  expect(ask()).toEqual({ listed: [2], total: 1, elsewhere: 1 });
  index.remove(2);
  expect(ask()).toEqual({ listed: [], total: 0, elsewhere: undefined });
});

test('the parts of a name are told apart in whatever case, after they came, changed, were renamed, moved and went', () => {
  const write = fc.record({
    number: fc.nat(5),
    name: fc.constantFrom('Kit', 'KIT', 'Drive'),
    category: fc.constantFrom('memory', 'ssd'),
    mpn: fc.constantFrom('A', 'B', null),
    isThere: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(write), (writes) => {
      const index = givenCatalogueIndex();
      const known = new Map<number, IndexedPart>();
      for (const { isThere, ...fields } of writes) {
        const part = givenIndexedPart(fields);
        if (isThere) known.set(part.number, part);
        else known.delete(part.number);
        if (isThere) index.put(part);
        else index.remove(part.number);
        const namesakes = [...known.values()].filter(
          (each) => each.category === 'ssd' && /^kit$/i.test(each.name),
        );
        expect(index.readDistinctions({ category: 'ssd', name: 'kit' })).toEqual(findDistinctions(namesakes));
      }
    }),
  );
});

const sorts = ['featured', 'newest', 'price', 'price-desc', 'name', 'stock', 'capacity'];

test('whatever came, changed, went and came back, each page by number and by cursor is the sorted list’s', () => {
  const fields = fc.record({
    number: fc.integer({ min: 1, max: 16 }),
    category: fc.constantFrom('ssd', 'memory', 'other' as const),
    price_cents: fc.integer({ min: 1, max: 4 }),
    stock: fc.integer({ min: 0, max: 2 }),
    specs: fc.record({ capacityGb: fc.integer({ min: 1, max: 3 }) }),
    sales_points: fc.integer({ min: 0, max: 1 }),
    featured_rank: fc.constantFrom(null, 1, 1, 2),
  });
  const change = fc.record({
    fields,
    isGone: fc.boolean(),
    /** Orders this many parts of one list after the change, as slices do. */
    settled: fc.constantFrom(0, 0, 0, 1, 1, 4),
    sort: fc.constantFrom('featured', 'price', 'capacity'),
    /** Before the change the index is written and read again, as by a stop and a start. */
    isSaved: fc.constantFrom(false, false, false, false, true),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 20, maxLength: 120 }), (changes) => {
      const parts = new Map<number, IndexedPart>();
      const stored = givenStore<IndexedPart>();
      let index = givenCatalogueIndex(undefined, stored);
      for (const { fields, isGone, settled, sort, isSaved } of changes) {
        if (isSaved) {
          const state = deserialize(serialize(index.save()));
          index = givenCatalogueIndex(undefined, stored);
          index.restore(state);
        }
        const { number } = fields;
        const part = givenIndexedPart({
          ...fields,
          created_at: new Date(number % 2),
          file_row: number % 3,
        });
        if (isGone) index.remove(number);
        else index.put(part);
        if (isGone) parts.delete(number);
        else parts.set(number, part);
        if (settled > 0) index.settle({ category: 'ssd', sort }, settled);
      }
      for (const sort of sorts) expectPages(index, [...parts.values()], { ...all, sort });
      for (const sort of sorts) expectPages(index, [...parts.values()], { ...all, sort, category: 'ssd' });
    }),
    { numRuns: 100 },
  );
});

test('of two that are recommended at the same place the one that sells comes first', () => {
  const index = givenCatalogueIndex();
  const put = (number: number, sales_points: number) =>
    index.put(givenIndexedPart({ number, sales_points, featured_rank: 1 }));
  const list = () =>
    index.list({ ...all, sort: 'featured' }, undefined, { size: 2 }).parts.map(({ number }) => number);
  put(1, 1);
  put(2, 0);
  expect(list()).toEqual([1, 2]);
  put(2, 2);
  expect(list()).toEqual([2, 1]);
});

/** All parts found, in the order of the list. */
function expectPages(index: GivenIndex, parts: IndexedPart[], query: ListQuery): void {
  const ranking = makeRanking(query);
  const sorted = parts
    .filter(({ category }) => query.category === undefined || category === query.category)
    .map((part) => ({ key: ranking.getKey(part), number: part.number, ...readPrecedence(part) }))
    .sort((one, other) => comparePositions(one, other, ranking))
    .map(({ number }) => number);
  const name = `${query.category} ${query.sort}`;
  const size = 3;
  let after: Parameters<typeof index.list>[2]['after'];
  for (let offset = 0; offset <= sorted.length; offset += size) {
    const expected = sorted.slice(offset, offset + size);
    const page = index.list(query, undefined, { size, offset });
    expect(
      page.parts.map(({ number }) => number),
      name,
    ).toEqual(expected);
    expect(page.total, name).toBe(sorted.length);
    if (offset > 0 && after === undefined) break; // the empty page after the last
    const byCursor = index.list(query, undefined, { size, after });
    expect(byCursor, name).toEqual(page);
    after = byCursor.next;
    expect(after !== undefined, name).toBe(offset + size < sorted.length);
  }
}

test.each([
  ['of the whole catalogue', { ...all, category: undefined }, undefined],
  ['of a category', all, undefined],
  ['of a filtered category', { ...all, choices: cheap.choices }, undefined],
  ['of a search', { ...all, q: 'word', sort: 'relevance' }, 7],
  ['of a search sorted by price', { ...all, q: 'word', sort: 'price' }, 7],
] as const)('a page deep in the list %s reads as many parts as the first', (_, query, scores) => {
  const index = givenCatalogueIndex();
  let reads = 0;
  const count = 9000;
  for (let number = 1; number <= count; number += 1) {
    const { id, created_at, ...part } = givenIndexedPart({
      number,
      price_cents: 1 + ((number * 7919) % 6000),
    });
    const counted = (value: unknown) => ({
      get: () => {
        reads += 1;
        return value;
      },
    });
    // every order and every page compares or shows ids, names or dates of the parts that it reads
    index.put(
      Object.defineProperties(part, { id: counted(id), created_at: counted(created_at) }) as IndexedPart,
    );
  }
  const slots = Uint32Array.from({ length: count }, (_, slot) => slot);
  const matches = scores && { slots, scores: slots.map((slot) => (slot + 1) % scores) };
  const list = (offset: number) => index.list(query, matches || undefined, { size: 20, offset });
  const { total } = list(0);
  expect(total).toBeGreaterThan(6000);
  const whole = index.list(query, matches || undefined, { size: total }).parts;
  const readsByPage = [0, 1, 30, 77, 150, 222, 299].map((page) => {
    reads = 0;
    const { parts } = list(page * 20);
    expect(parts).toEqual(whole.slice(page * 20, page * 20 + 20));
    return reads;
  });
  expect(Math.max(...readsByPage)).toBeLessThanOrEqual(2);
  const { next } = list(total - 40);
  reads = 0;
  expect(index.list(query, matches || undefined, { size: 20, after: next }).parts).toEqual(
    list(total - 20).parts,
  );
  expect(reads).toBeLessThanOrEqual(2);
});

test('a sequence that is restored knows nothing of what was to be placed before', () => {
  const sequence = makePartSequence({ includes: () => true, compare: (one, other) => one - other });
  const empty = deserialize(serialize(sequence.save()));
  for (const slot of [0, 1, 2, 3]) sequence.touch(slot);
  sequence.settle();
  sequence.touch(3);
  sequence.restore(empty);
  sequence.touch(1);
  sequence.settle();
  expect([sequence.size(), sequence.getSlot(0)]).toEqual([1, 1]);
});
