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
import {
  type FindRows,
  type Listing,
  type ListPage,
  listParts,
} from '#catalogue/rules/index/part-listing.ts';
import { makePartSequences, type SlotParts, type SortQuery } from '#catalogue/rules/index/part-sequences.ts';
import { hashText, makeSlotTable } from '#catalogue/rules/index/slot-table.ts';
import { copyTo, type SavedState } from '#catalogue/rules/index/states.ts';
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

export type CatalogueIndex<Part extends IndexedPart = IndexedPart> = SavedState & {
  /** Put it into the store first. */
  put(part: Part): void;
  remove(number: number): void;
  size(): number;
  findSimilar(part: ComparedPart, maxParts: number): Part[];
  /** What tells the parts on sale apart that have the name and category, whatever its case. */
  readDistinctions(part: NamedIndexedPart): Distinctions;
  /** The parts of the category in the order of the sort, with the facts that decide what they fit. */
  walk(query: SortQuery & { category: Category }): Iterable<OfferOfPart<Part>>;
  /** Places at most `maxParts` parts for lists of this sort, and returns how many are left; `list` places the rest. */
  settle(query: SortQuery, maxParts: number): number;
  /** Computes at most `maxValues` values for the filters of each listed category ahead, and returns how many are left; `list` and `count` compute the rest. */
  settleFilters(query: Pick<ListQuery, 'choices' | 'category'>, maxValues: number): number;
  /** The number of matching parts, and one page of them: at most `size` from `offset` or after a position. */
  list(query: ListQuery, matches: Matches | undefined, page: ListPage): Listing<Part>;
  count(query: ListQuery, matches: Matches | undefined): Counts;
};

/** Where the parts are, by their numbers: the index keeps of each only what it counts and sorts by. */
export type ReadPart<Part> = (number: number) => Part;

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

type NamedIndexedPart = Pick<IndexedPart, 'category' | 'name'>;

type Indexes = ReadonlyMap<Category, CategoryIndex>;

/** Without the column for builds, lists take none. */
export function makeCatalogueIndex<Part extends IndexedPart>(
  readPart: ReadPart<Part>,
  makeBuildColumn?: MakeBuildColumn,
): CatalogueIndex<Part> {
  const scratch = makeScratch();
  const indexes: Indexes = new Map(
    definitions.map(({ id }) => [id, makeCategoryIndex(id, listFilters(id), scratch, makeBuildColumn)]),
  );
  const slots = makePartSlots();
  const read = (slot: number) => readPart(slots.getNumber(slot));
  const slotParts: SlotParts<Part> = { ...slots, read };
  const sequences = makePartSequences(slotParts);
  const names = makeSlotTable();
  const distinctions = keepDistinctions();
  const findIndex = (slot: number) => indexes.get(slots.getCategory(slot) as Category);
  const locator = makeMatchLocator((number) => {
    const slot = slots.find(number);
    const index = slot === undefined ? undefined : findIndex(slot);
    return index && slot !== undefined ? { index, row: slots.getRow(slot) } : undefined;
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
    restore(states) {
      for (const [index, each] of saved.entries()) each.restore((states as unknown[])[index]);
      distinctions.clear();
      locator.invalidate();
    },
    put(part) {
      const index = indexes.get(part.category);
      if (!index) return;
      const known = slots.find(part.number);
      const isThere = known !== undefined && slots.getCategory(known) === part.category;
      if (known !== undefined && !isThere) takeOut(known);
      if (!isThere) locator.invalidate();
      const slot = slots.put(part);
      const hash = hashText(makeNameKey(part));
      const isNamed = isThere && names.getHash(slot) === hash;
      if (isThere) distinctions.delete(names.getHash(slot));
      distinctions.delete(hash);
      if (isThere && !isNamed) names.remove(slot);
      if (!isNamed) names.add(slot, hash);
      slots.setRow(slot, index.put(part, slot, isThere ? slots.getRow(slot) : undefined));
      sequences.update(slot, part);
    },
    remove(number) {
      const slot = slots.find(number);
      if (slot === undefined) return;
      takeOut(slot);
      slots.remove(slot);
      sequences.update(slot, undefined);
    },
    size: slots.size,
    findSimilar(part, maxParts) {
      const index = indexes.get(part.category);
      const rows = {
        rowCount: index?.rowCount() ?? 0,
        read: (row: number) => read(index?.slots()[row] as number),
      };
      return index?.similar.find(part, rows, maxParts) ?? [];
    },
    readDistinctions(named) {
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
    *walk(query) {
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
    settle: sequences.settle,
    settleFilters: (query, max) =>
      sum(selectIndexes(indexes, query).map((each) => each.settle(query.choices, max))),
    list(query, matches, page) {
      const listed = {
        read,
        indexes: selectIndexes(indexes, query),
        sequence: sequences.get(query),
        scratch,
      };
      return listParts(listed, query, locator.locate(matches), page);
    },
    count: (query, matches) => countParts(indexes, query, locator.locate(matches)),
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
type PartSlots = SavedState & {
  find(number: number): number | undefined;
  /** Returns the part's slot. */
  put(part: Pick<IndexedPart, 'number' | 'category'>): number;
  remove(slot: number): void;
  size(): number;
  getNumber(slot: number): number;
  /** Undefined: the slot is free. */
  getCategory(slot: number): Category | undefined;
  /** The part's row in the index of its category. */
  getRow(slot: number): number;
  setRow(slot: number, row: number): void;
  /** Of all slots, the free ones, too. */
  end(): number;
};

function makePartSlots(): PartSlots {
  const state = {
    numbers: new Uint32Array(64), // by slot
    categories: new Uint8Array(64), // by slot: 1 for the first; 0: free
    rows: new Uint32Array(64), // by slot
    free: [] as number[],
    end: 0,
  };
  const table = makeSlotTable();
  const codes = new Map(definitions.map(({ id }, index) => [id, index + 1]));

  function makeSlot(number: number): number {
    const slot = state.free.pop() ?? state.end++;
    if (slot >= state.numbers.length) {
      state.numbers = copyTo(new Uint32Array(slot * 2), state.numbers);
      state.categories = copyTo(new Uint8Array(slot * 2), state.categories);
      state.rows = copyTo(new Uint32Array(slot * 2), state.rows);
    }
    state.numbers[slot] = number;
    table.add(slot, number);
    return slot;
  }

  return {
    save: () => [state, table.save()],
    restore(saved) {
      const [own, ofTable] = saved as [typeof state, unknown];
      Object.assign(state, own);
      table.restore(ofTable);
    },
    find: table.first,
    put({ number, category }) {
      const slot = table.first(number) ?? makeSlot(number);
      state.categories[slot] = codes.get(category) ?? 0;
      return slot;
    },
    remove(slot) {
      table.remove(slot);
      state.categories[slot] = 0;
      state.free.push(slot);
    },
    size: () => state.end - state.free.length,
    getNumber: (slot) => state.numbers[slot] as number,
    getCategory: (slot) => definitions[(state.categories[slot] as number) - 1]?.id,
    getRow: (slot) => state.rows[slot] as number,
    setRow(slot, row) {
      state.rows[slot] = row;
    },
    end: () => state.end,
  };
}
