/** The index of every part on sale: it answers any question about the catalogue within a millisecond or two. */

import { type Category, definitions } from '#domain/catalogue/categories.ts';
import {
  type CategoryCounts,
  type CategoryIndex,
  inAnyCategory,
  makeCategoryIndex,
} from '#domain/catalogue/index/category-index.ts';
import { addTallies, type Tally } from '#domain/catalogue/index/columns.ts';
import { makeScratch } from '#domain/catalogue/index/condition-masks.ts';
import type { FoundRows, IndexedPart, Matches } from '#domain/catalogue/index/indexed-part.ts';
import { type Location, makeMatchLocator } from '#domain/catalogue/index/match-locator.ts';
import { compare, makeRanking, type Position } from '#domain/catalogue/index/ranking.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';

export type CatalogueIndex = {
  /** Adds a part, in the place of what was known of it before. */
  put(part: IndexedPart): void;
  take(number: number): void;
  find(number: number): IndexedPart | undefined;
  size(): number;
  /** All parts of a category, in no order. */
  partsOf(category: Category): readonly IndexedPart[];
  /** How many parts answer the question, and those of a page: at most `size` from `offset`, or after a position. */
  list(question: ListQuery, matches: Matches | undefined, page: ListPage): Listing;
  /** The counts of all filters of the question's list. */
  count(question: ListQuery, matches: Matches | undefined): Counts;
};

export type ListPage = { size: number; offset?: number; after?: Position | undefined };

export type Listing = {
  total: number;
  parts: IndexedPart[];
  /** The position of the last one, if there are more after it. */
  next: Position | undefined;
};

export type Counts = {
  total: number;
  /** For each filter: what would be there if nothing were chosen of it, and everything else as it is. */
  tallies: ReadonlyMap<string, Tally>;
  /**
   * Parts by category, with what is searched for and what is chosen of the filters that all categories have; of the
   * question's own category, with everything that is chosen.
   */
  categories: ReadonlyMap<Category, number>;
  /**
   * When nothing is found: how many parts there would be if one thing were dropped, by the filter's key, 'q' for the
   * search, 'category' for it and its own filters. What would not help is left out.
   */
  relaxations: ReadonlyMap<string, number>;
};

type Indexes = ReadonlyMap<Category, CategoryIndex>;
type FindRows = (index: CategoryIndex) => FoundRows | undefined;

/** An empty index. */
export function makeCatalogueIndex(): CatalogueIndex {
  const scratch = makeScratch();
  const indexes: Indexes = new Map(
    definitions.map(({ id }) => [id, makeCategoryIndex(listFilters(id), scratch)]),
  );
  const locations = new Map<number, Location>();
  const locator = makeMatchLocator(locations);

  function take(number: number): void {
    const location = locations.get(number);
    if (!location) return;
    locations.delete(number);
    locator.forget();
    const moved = location.index.take(location.row);
    const ofMoved = moved && locations.get(moved.number);
    if (ofMoved) ofMoved.row = location.row;
  }

  return {
    put(part) {
      const index = indexes.get(part.category);
      if (!index) return;
      if (locations.get(part.number)?.index !== index) take(part.number);
      const location = locations.get(part.number);
      const row = index.put(part, location?.row);
      if (location) return;
      locations.set(part.number, { index, row });
      locator.forget();
    },
    take,
    find(number) {
      const location = locations.get(number);
      return location?.index.at(location.row);
    },
    size: () => locations.size,
    partsOf: (category) => indexes.get(category)?.all() ?? [],
    list: (question, matches, page) => listParts(indexes, question, locator.locate(matches), page),
    count: (question, matches) => countParts(indexes, question, locator.locate(matches)),
  };
}

function listParts(
  indexes: Indexes,
  question: ListQuery,
  find: FindRows,
  { size, offset = 0, after }: ListPage,
): Listing {
  const ranking = makeRanking(question);
  const lists = selectIndexes(indexes, question).map((index) =>
    index.list(question, find(index), ranking, { count: offset + size, after }),
  );
  const first = lists.flatMap((list) => list.first).sort((one, other) => compare(one, other, ranking));
  const shown = first.slice(offset, offset + size);
  const hasMore = offset + shown.length < sum(lists.map(({ rest }) => rest));
  const last = shown.at(-1);
  return {
    total: sum(lists.map((list) => list.total)),
    parts: shown.map(({ part }) => part),
    next: hasMore && last ? { key: last.key, id: last.id } : undefined,
  };
}

function countParts(indexes: Indexes, question: ListQuery, find: FindRows): Counts {
  const counted = selectIndexes(indexes, question).map((index) => index.count(question, find(index)));
  const total = sum(counted.map((each) => each.total));
  const anywhere = inAnyCategory(question);
  const common = new Map(
    [...indexes].map(([category, index]) => [
      category,
      total > 0 && category === question.category ? total : index.size(anywhere, find(index)),
    ]),
  );
  const relaxations = total === 0 ? findRelaxations(counted, question, sum([...common.values()])) : new Map();
  if (question.category) common.set(question.category, total);
  return {
    total,
    tallies: merge(
      counted.map(({ tallies }) => tallies),
      addTallies,
    ),
    categories: new Map([...common].filter(([, count]) => count > 0)),
    relaxations,
  };
}

function findRelaxations(
  counted: readonly CategoryCounts[],
  { category }: ListQuery,
  everywhere: number,
): Map<string, number> {
  const relaxations = merge(
    counted.map(({ nearMisses }) => nearMisses),
    (one, other) => one + other,
  );
  if (category && everywhere > 0) relaxations.set('category', everywhere);
  return relaxations;
}

function selectIndexes(indexes: Indexes, { category }: ListQuery): CategoryIndex[] {
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
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? value : add(earlier, value));
  }
  return merged;
}
