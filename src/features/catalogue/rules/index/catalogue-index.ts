/** The catalogue index: all parts on sale in memory; answers list queries within milliseconds. */
import { type Category, definitions } from '#catalogue/rules/categories.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import {
  type CategoryCounts,
  type CategoryIndex,
  dropCategoryFilters,
  makeCategoryIndex,
} from '#catalogue/rules/index/category-index.ts';
import type { MakeBuildColumn, Tally } from '#catalogue/rules/index/column.ts';
import { addTallies } from '#catalogue/rules/index/columns.ts';
import { makeScratch } from '#catalogue/rules/index/condition-masks.ts';
import type { IndexedPart, MatchedRows, Matches } from '#catalogue/rules/index/indexed-part.ts';
import {
  type FindRows,
  type Listing,
  type ListPage,
  listParts,
} from '#catalogue/rules/index/part-listing.ts';
import { makePartSequences, type SortQuery } from '#catalogue/rules/index/part-sequences.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { makeNameKey, maxCompared } from '#catalogue/rules/shown-names.ts';

export type CatalogueIndex<Part extends IndexedPart = IndexedPart> = {
  put(part: Part): void;
  remove(number: number): void;
  find(number: number): Part | undefined;
  size(): number;
  all(): Part[];
  getParts(category: Category): readonly Part[];
  /** The parts on sale of the category that have the name, whatever its case; at most one more than are told apart. */
  findNamesakes(part: NamedIndexedPart): Part[];
  /** The parts of the category in the order of the sort, with the facts that decide what they fit. */
  walk(query: SortQuery & { category: Category }): Iterable<FactsOfPart<Part>>;
  /** Places at most `maxParts` parts for lists of this sort, and returns how many are left; `list` places the rest. */
  settle(query: SortQuery, maxParts: number): number;
  /** Computes at most `maxValues` values for the filters of each listed category ahead, and returns how many are left; `list` and `count` compute the rest. */
  settleFilters(query: Pick<ListQuery, 'choices' | 'category'>, maxValues: number): number;
  /** The number of matching parts, and one page of them: at most `size` from `offset` or after a position. */
  list(query: ListQuery, matches: Matches | undefined, page: ListPage): Listing<Part>;
  count(query: ListQuery, matches: Matches | undefined): Counts;
};

/** Parts with the same facts share one object. */
export type FactsOfPart<Part> = { part: Part; facts: FitPart | undefined };

export type Counts = {
  total: number;
  tallies: ReadonlyMap<string, Tally>;
  /** Parts by category, with the search and the common filters; for the query's own category, with all filters. */
  categories: ReadonlyMap<Category, number>;
  /** When nothing matches: the parts found without one condition, by the filter's key, 'q' or 'category'. */
  relaxations: ReadonlyMap<string, number>;
};

type NamedIndexedPart = Pick<IndexedPart, 'category' | 'name'>;

type Indexes<Part extends IndexedPart = IndexedPart> = ReadonlyMap<Category, CategoryIndex<Part>>;

/** Without the column for builds, lists take none. */
export function makeCatalogueIndex<Part extends IndexedPart>(
  makeBuildColumn?: MakeBuildColumn,
): CatalogueIndex<Part> {
  const scratch = makeScratch();
  const indexes: Indexes<Part> = new Map(
    definitions.map(({ id }) => [id, makeCategoryIndex<Part>(listFilters(id), scratch, makeBuildColumn)]),
  );
  const slots = makePartSlots<Part>();
  const sequences = makePartSequences(slots.parts);
  const namesakes = makeNamesakes(slots.parts);
  const locator = makeMatchLocator((number) => {
    const slot = slots.find(number);
    const index = slot === undefined ? undefined : indexes.get((slots.parts[slot] as Part).category);
    return index && slot !== undefined ? { index, row: slots.getRow(slot) } : undefined;
  });

  function removeRow(slot: number): void {
    locator.invalidate();
    const row = slots.getRow(slot);
    const moved = indexes.get((slots.parts[slot] as Part).category)?.remove(row);
    if (moved !== undefined) slots.setRow(moved, row);
  }

  return {
    put(part) {
      const index = indexes.get(part.category);
      if (!index) return;
      const known = slots.find(part.number);
      const isThere = known !== undefined && slots.parts[known]?.category === part.category;
      if (known !== undefined && !isThere) removeRow(known);
      const earlier = known === undefined ? undefined : slots.parts[known];
      const isRenamed = earlier?.name !== part.name || !isThere;
      if (known !== undefined && isRenamed) namesakes.remove(known);
      const slot = slots.put(part);
      if (isRenamed) namesakes.add(slot);
      slots.setRow(slot, index.put(part, slot, isThere ? slots.getRow(slot) : undefined));
      if (!isThere) locator.invalidate();
      sequences.update(slot);
    },
    remove(number) {
      const slot = slots.find(number);
      if (slot === undefined) return;
      removeRow(slot);
      namesakes.remove(slot);
      slots.remove(number);
      sequences.update(slot);
    },
    find(number) {
      const slot = slots.find(number);
      return slot === undefined ? undefined : slots.parts[slot];
    },
    size: slots.size,
    all: () => slots.parts.filter((part) => part !== undefined),
    getParts: (category) => indexes.get(category)?.all() ?? [],
    findNamesakes: namesakes.find,
    *walk(query) {
      const index = indexes.get(query.category);
      const sequence = sequences.get(query);
      for (let rank = 0; rank < sequence.size(); rank += 1) {
        const slot = sequence.getSlot(rank);
        const part = slots.parts[slot];
        if (part?.category === query.category) yield { part, facts: index?.readFacts(slots.getRow(slot)) };
      }
    },
    settle: sequences.settle,
    settleFilters: (query, max) =>
      sum(selectIndexes(indexes, query).map((each) => each.settle(query.choices, max))),
    list(query, matches, page) {
      const listed = {
        parts: slots.parts,
        indexes: selectIndexes(indexes, query),
        sequence: sequences.get(query),
        scratch,
      };
      return listParts(listed, query, locator.locate(matches), page);
    },
    count: (query, matches) => countParts(indexes, query, locator.locate(matches)),
  };
}

function countParts(indexes: Indexes, query: ListQuery, find: FindRows): Counts {
  const counts = selectIndexes(indexes, query).map((index) => index.count(query, find(index)));
  const total = sum(counts.map((each) => each.total));
  const commonQuery = dropCategoryFilters(query);
  const categories = new Map(
    [...indexes].map(([category, index]) => [
      category,
      total > 0 && category === query.category ? total : index.size(commonQuery, find(index)),
    ]),
  );
  const relaxations = total === 0 ? findRelaxations(counts, query, sum([...categories.values()])) : new Map();
  if (query.category) categories.set(query.category, total);
  return {
    total,
    tallies: merge(
      counts.map(({ tallies }) => tallies),
      addTallies,
    ),
    categories: new Map([...categories].filter(([, count]) => count > 0)),
    relaxations,
  };
}

function findRelaxations(
  counts: readonly CategoryCounts[],
  { category }: ListQuery,
  totalOfAll: number,
): Map<string, number> {
  const relaxations = merge(
    counts.map(({ nearMisses }) => nearMisses),
    (one, other) => one + other,
  );
  if (category && totalOfAll > 0) relaxations.set('category', totalOfAll);
  return relaxations;
}

function selectIndexes<Part extends IndexedPart>(
  indexes: Indexes<Part>,
  { category }: Pick<ListQuery, 'category'>,
): CategoryIndex<Part>[] {
  return [...indexes].flatMap(([each, index]) =>
    category === undefined || category === each ? [index] : [],
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function merge<Key, Value>(maps: readonly Map<Key, Value>[], add: (one: Value, other: Value) => Value) {
  const merged = new Map<Key, Value>();
  for (const [key, value] of maps.flatMap((map) => [...map])) {
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : add(known, value));
  }
  return merged;
}

/** Maps the matches of a search to rows of the category indexes. */
type Location = { index: CategoryIndex; row: number };

type FindLocation = (number: number) => Location | undefined;

type MatchLocator = {
  locate(matches: Matches | undefined): (index: CategoryIndex) => MatchedRows | undefined;
  invalidate(): void;
};

function makeMatchLocator(find: FindLocation): MatchLocator {
  const cache = new WeakMap<Matches, { layout: number; rows: Map<CategoryIndex, MatchedRows> }>();
  let layout = 0;
  return {
    locate(matches) {
      if (!matches) return () => undefined;
      const cached = cache.get(matches);
      const rows = cached?.layout === layout ? cached.rows : locateMatches(matches, find);
      cache.set(matches, { layout, rows });
      return (index) => rows.get(index) ?? noMatches;
    },
    invalidate() {
      layout += 1;
    },
  };
}

const noMatches: MatchedRows = { rows: new Uint32Array(), scores: new Uint32Array() };

function locateMatches({ numbers, scores }: Matches, find: FindLocation): Map<CategoryIndex, MatchedRows> {
  const matchesByIndex = new Map<CategoryIndex, { rows: number[]; scores: number[] }>();
  for (let index = 0; index < numbers.length; index += 1) {
    const location = find(numbers[index] as number);
    if (!location) continue;
    const matches = matchesByIndex.get(location.index) ?? { rows: [], scores: [] };
    if (matches.rows.length === 0) matchesByIndex.set(location.index, matches);
    matches.rows.push(location.row);
    matches.scores.push(scores[index] as number);
  }
  return new Map(
    [...matchesByIndex].map(([index, { rows, scores }]) => [
      index,
      { rows: new Uint32Array(rows), scores: new Uint32Array(scores) },
    ]),
  );
}

/** The slots of the parts of the catalogue index: small numbers that stay while a part is there, and are then reused. */
type PartSlots<Part extends IndexedPart> = {
  /** By slot. */
  parts: readonly (Part | undefined)[];
  find(number: number): number | undefined;
  /** Returns the part's slot. */
  put(part: Part): number;
  remove(number: number): void;
  /** The part's row in the index of its category. */
  getRow(slot: number): number;
  setRow(slot: number, row: number): void;
  size(): number;
};

function makePartSlots<Part extends IndexedPart>(): PartSlots<Part> {
  const parts: (Part | undefined)[] = [];
  const slots = new Map<number, number>();
  const rows: number[] = [];
  const free: number[] = [];
  return {
    parts,
    find: (number) => slots.get(number),
    put(part) {
      const slot = slots.get(part.number) ?? free.pop() ?? parts.length;
      slots.set(part.number, slot);
      parts[slot] = part;
      return slot;
    },
    remove(number) {
      const slot = slots.get(number);
      if (slot === undefined) return;
      slots.delete(number);
      parts[slot] = undefined;
      free.push(slot);
    },
    getRow: (slot) => rows[slot] as number,
    setRow(slot, row) {
      rows[slot] = row;
    },
    size: () => slots.size,
  };
}

/** The slots of the parts of each name, by a hash: names would be kept twice. */
function makeNamesakes<Part extends IndexedPart>(parts: readonly (Part | undefined)[]) {
  const slots = new Map<number, number | Set<number>>();
  const readHash = (slot: number) => hashText(makeNameKey(parts[slot] as Part));
  return {
    add(slot: number): void {
      const hash = readHash(slot);
      const known = slots.get(hash);
      if (typeof known === 'object') known.add(slot);
      else slots.set(hash, known === undefined ? slot : new Set([known, slot]));
    },
    remove(slot: number): void {
      const hash = readHash(slot);
      const known = slots.get(hash);
      if (typeof known === 'object' && known.size > 1) known.delete(slot);
      else slots.delete(hash);
    },
    find(named: NamedIndexedPart): Part[] {
      const key = makeNameKey(named);
      const known = slots.get(hashText(key));
      const first = typeof known === 'object' ? known.values().take(maxCompared + 1) : [known ?? []].flat();
      return [...first].map((slot) => parts[slot] as Part).filter((part) => makeNameKey(part) === key);
    },
  };
}

/** Source: FNV-1a, 32 bits, of UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
