/** The catalogue index: all parts on sale in memory; answers list queries within milliseconds. */
import { LRUCache } from 'lru-cache';
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
import { type FindRows, type ListPage, listParts } from '#catalogue/rules/index/part-listing.ts';
import { makePartSequences, type SlotParts, type SortQuery } from '#catalogue/rules/index/part-sequences.ts';
import { hashText, makeSlotTable } from '#catalogue/rules/index/slot-table.ts';
import { keepState, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import {
  type Distinctions,
  findDistinctions,
  makeNameKey,
  maxCompared,
} from '#catalogue/rules/shown-names.ts';
import type { ComparedPart, Offer } from '#catalogue/rules/similar-parts.ts';
import { keptBytes } from '#kernel/kept-bytes.ts';

export type CatalogueIndex<Part extends IndexedPart = IndexedPart> = ReturnType<
  typeof makeCatalogueIndex<Part>
>;

/**
 * Of the store that has the parts: the index keeps of each only what it counts and sorts by. Slots are small numbers that stay
 * while a part is there, and are then reused.
 */
export type ReadPart<Part> = (slot: number) => Part;

/** Parts with the same facts share one object. `read` costs more than the rest. */
export type OfferOfPart<Part> = Offer & { facts: FitPart | undefined; read(): Part };

export type Counts = {
  total: number;
  tallies: ReadonlyMap<string, Tally>;
  /** Parts by category, with the search and the common filters; for the query's own category, with all filters. */
  categories: ReadonlyMap<Category, number>;
  /** When nothing matches: the parts found without one condition, by the filter's key, 'q' or 'category'. */
  relaxations: ReadonlyMap<string, number>;
};

type Indexes = ReadonlyMap<Category, CategoryIndex>;

/** Without the column for builds, lists take none. */
export function makeCatalogueIndex<Part extends IndexedPart>(
  read: ReadPart<Part>,
  makeBuildColumn?: MakeBuildColumn,
) {
  const scratch = makeScratch();
  const indexes: Indexes = new Map(
    definitions.map(({ id }) => [id, makeCategoryIndex(id, listFilters(id), scratch, makeBuildColumn)]),
  );
  const slots = makePartSlots();
  const slotParts: SlotParts<Part> = { ...slots, read };
  const sequences = makePartSequences(slotParts);
  const names = makeSlotTable();
  const distinctions = keepDistinctions();
  const findIndex = (slot: number) => indexes.get(slots.getCategory(slot) as Category);
  const locator = makeMatchLocator((slot) => {
    const index = findIndex(slot);
    return index && { index, row: slots.getRow(slot) };
  });

  /** Leaves the index of its category, and those of its name. */
  function takeOut(slot: number): void {
    locator.invalidate();
    distinctions.delete(names.getHash(slot));
    names.remove(slot);
    const row = slots.getRow(slot);
    const moved = findIndex(slot)?.remove(row);
    if (moved !== undefined) slots.setRow(moved, row);
  }

  const saved = [slots, names, sequences, ...indexes.values()];
  return {
    save: () => saved.map((each) => each.save()),
    restore(states: unknown) {
      for (const [index, each] of saved.entries()) each.restore((states as unknown[])[index]);
      distinctions.clear();
      locator.invalidate();
    },
    /** Call it when the slot of the store has the part. */
    put(part: Part, slot: number) {
      const index = indexes.get(part.category);
      if (!index) return;
      const known = slots.getCategory(slot);
      const isThere = known === part.category;
      if (known !== undefined && !isThere) takeOut(slot);
      if (!isThere) locator.invalidate();
      const hash = hashText(makeNameKey(part));
      const isNamed = isThere && names.getHash(slot) === hash;
      if (isThere) distinctions.delete(names.getHash(slot));
      distinctions.delete(hash);
      if (isThere && !isNamed) names.remove(slot);
      if (!isNamed) names.add(slot, hash);
      slots.put(slot, part.category, index.put(part, slot, isThere ? slots.getRow(slot) : undefined));
      sequences.update(slot, part);
    },
    remove(slot: number) {
      if (slots.getCategory(slot) === undefined) return;
      takeOut(slot);
      slots.remove(slot);
      sequences.update(slot, undefined);
    },
    size: slots.size,
    findSimilar(part: ComparedPart, maxParts: number) {
      const index = indexes.get(part.category);
      const rows = {
        rowCount: index?.rowCount() ?? 0,
        read: (row: number) => read(index?.slots()[row] as number),
      };
      return index?.similar.find(part, rows, maxParts) ?? [];
    },
    /** What tells the parts on sale apart that have the name and category, whatever its case. */
    readDistinctions(named: Pick<IndexedPart, 'category' | 'name'>) {
      const key = makeNameKey(named);
      const hash = hashText(key);
      const known = distinctions.get(hash);
      if (known?.key === key) return known.distinctions;
      const namesakes = names
        .find(hash)
        .map(read)
        .filter((part) => makeNameKey(part) === key)
        .take(maxCompared + 1);
      const made = { key, distinctions: findDistinctions([...namesakes]) };
      distinctions.set(hash, made);
      return made.distinctions;
    },
    /** The parts of the category in the order of the sort, with the facts that decide what they fit. */
    *walk(query: SortQuery & { category: Category }): Iterable<OfferOfPart<Part>> {
      const index = indexes.get(query.category);
      if (!index) return;
      const sequence = sequences.get(query);
      for (let rank = 0; rank < sequence.size(); rank += 1) {
        const slot = sequence.getSlot(rank);
        if (slots.getCategory(slot) !== query.category) continue;
        const row = slots.getRow(slot);
        const offer = index.similar.readOffer(row);
        yield Object.assign(offer, { facts: index.readFacts(row), read: () => read(slot) });
      }
    },
    /** Places at most `maxParts` parts for lists of this sort, and returns how many are left; `list` places the rest. */
    settle: sequences.settle,
    /** Computes at most `max` values for the filters of each listed category ahead, and returns how many are left; `list` and `count` compute the rest. */
    settleFilters: (query: Pick<ListQuery, 'choices' | 'category'>, max: number) =>
      sum(selectIndexes(indexes, query).map((each) => each.settle(query.choices, max))),
    /** The number of matching parts, and one page of them: at most `size` from `offset` or after a position. */
    list(query: ListQuery, matches: Matches | undefined, page: ListPage) {
      const listed = {
        read,
        indexes: selectIndexes(indexes, query),
        sequence: sequences.get(query),
        scratch,
      };
      return listParts(listed, query, locator.locate(matches), page);
    },
    count: (query: ListQuery, matches: Matches | undefined) =>
      countParts(indexes, query, locator.locate(matches)),
  };
}

/** By the hash of the name; what one part adds to them may change all. */
function keepDistinctions() {
  return new LRUCache<number, { key: string; distinctions: Distinctions }>({
    maxSize: keptBytes.distinctions,
    sizeCalculation: ({ key, distinctions }) => 2 * key.length + 200 * (1 + distinctions.size),
  });
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

function selectIndexes(indexes: Indexes, { category }: Pick<ListQuery, 'category'>): CategoryIndex[] {
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

type FindLocation = (slot: number) => { index: CategoryIndex; row: number } | undefined;

/** Maps the matches of a search to rows of the category indexes. */
function makeMatchLocator(find: FindLocation) {
  const cache = new WeakMap<Matches, { layout: number; rows: Map<CategoryIndex, MatchedRows> }>();
  let layout = 0;
  return {
    locate(matches: Matches | undefined): FindRows {
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

function locateMatches({ slots, scores }: Matches, find: FindLocation): Map<CategoryIndex, MatchedRows> {
  const matchesByIndex = new Map<CategoryIndex, { rows: number[]; scores: number[] }>();
  for (let index = 0; index < slots.length; index += 1) {
    const location = find(slots[index] as number);
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

/** Where the parts of the slots are. */
function makePartSlots() {
  const state = {
    categories: noNumbers, // by slot: 1 for the first; 0: free
    rows: noNumbers, // by slot
    count: 0,
    end: 0,
  };
  const codes = new Map(definitions.map(({ id }, index) => [id, index + 1]));

  return {
    ...keepState(state),
    put(slot: number, category: Category, row: number): void {
      if (!state.categories[slot]) state.count += 1;
      state.categories = writeNumber(state.categories, slot, codes.get(category) as number);
      state.rows = writeNumber(state.rows, slot, row);
      state.end = Math.max(state.end, slot + 1);
    },
    remove(slot: number): void {
      state.categories[slot] = 0;
      state.count -= 1;
    },
    size: () => state.count,
    /** Undefined: the slot is free. */
    getCategory: (slot: number): Category | undefined => definitions[(state.categories[slot] ?? 0) - 1]?.id,
    /** The part's row in the index of its category. */
    getRow: (slot: number) => state.rows[slot] as number,
    setRow(slot: number, row: number): void {
      state.rows = writeNumber(state.rows, slot, row);
    },
    /** Of all slots, the free ones, too. */
    end: () => state.end,
  };
}
