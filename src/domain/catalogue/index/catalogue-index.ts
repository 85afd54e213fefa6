/** The catalogue index: all parts on sale in memory; answers list queries within milliseconds. */

import { type Category, definitions } from '#domain/catalogue/categories.ts';
import {
  type CategoryCounts,
  type CategoryIndex,
  dropCategoryFilters,
  makeCategoryIndex,
} from '#domain/catalogue/index/category-index.ts';
import { addTallies, type Tally } from '#domain/catalogue/index/columns.ts';
import { makeScratch } from '#domain/catalogue/index/condition-masks.ts';
import type { IndexedPart, MatchedRows, Matches } from '#domain/catalogue/index/indexed-part.ts';
import { type Location, makeMatchLocator } from '#domain/catalogue/index/match-locator.ts';
import { comparePositions, makeRanking, type Position } from '#domain/catalogue/index/ranking.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { readPrecedence } from '#domain/catalogue/lists/precedence.ts';

export type CatalogueIndex = {
  put(part: IndexedPart): void;
  remove(number: number): void;
  find(number: number): IndexedPart | undefined;
  size(): number;
  getParts(category: Category): readonly IndexedPart[];
  /** The number of matching parts, and one page of them: at most `size` from `offset` or after a position. */
  list(query: ListQuery, matches: Matches | undefined, page: ListPage): Listing;
  count(query: ListQuery, matches: Matches | undefined): Counts;
};

export type ListPage = { size: number; offset?: number; after?: Position | undefined };

export type Listing = {
  total: number;
  parts: IndexedPart[];
  next: Position | undefined;
};

export type Counts = {
  total: number;
  tallies: ReadonlyMap<string, Tally>;
  /** Parts by category, with the search and the common filters; for the query's own category, with all filters. */
  categories: ReadonlyMap<Category, number>;
  /** When nothing matches: the parts found without one condition, by the filter's key, 'q' or 'category'. */
  relaxations: ReadonlyMap<string, number>;
};

type Indexes = ReadonlyMap<Category, CategoryIndex>;
type FindRows = (index: CategoryIndex) => MatchedRows | undefined;

export function makeCatalogueIndex(): CatalogueIndex {
  const scratch = makeScratch();
  const indexes: Indexes = new Map(
    definitions.map(({ id }) => [id, makeCategoryIndex(listFilters(id), scratch)]),
  );
  const locations = new Map<number, Location>();
  const locator = makeMatchLocator(locations);

  function remove(number: number): void {
    const location = locations.get(number);
    if (!location) return;
    locations.delete(number);
    locator.invalidate();
    const moved = location.index.remove(location.row);
    const movedLocation = moved && locations.get(moved.number);
    if (movedLocation) movedLocation.row = location.row;
  }

  return {
    put(part) {
      const index = indexes.get(part.category);
      if (!index) return;
      if (locations.get(part.number)?.index !== index) remove(part.number);
      const location = locations.get(part.number);
      const row = index.put(part, location?.row);
      if (location) return;
      locations.set(part.number, { index, row });
      locator.invalidate();
    },
    remove,
    find(number) {
      const location = locations.get(number);
      return location?.index.get(location.row);
    },
    size: () => locations.size,
    getParts: (category) => indexes.get(category)?.all() ?? [],
    list: (query, matches, page) => listParts(indexes, query, locator.locate(matches), page),
    count: (query, matches) => countParts(indexes, query, locator.locate(matches)),
  };
}

function listParts(
  indexes: Indexes,
  query: ListQuery,
  find: FindRows,
  { size, offset = 0, after }: ListPage,
): Listing {
  const ranking = makeRanking(query);
  const lists = selectIndexes(indexes, query).map((index) =>
    index.list(query, find(index), ranking, { count: offset + size, after }),
  );
  const first = lists
    .flatMap((list) => list.first)
    .sort((one, other) => comparePositions(one, other, ranking));
  const shown = first.slice(offset, offset + size);
  const hasMore = offset + shown.length < sum(lists.map(({ rest }) => rest));
  const last = shown.at(-1);
  return {
    total: sum(lists.map((list) => list.total)),
    parts: shown.map(({ part }) => part),
    next: hasMore && last ? { key: last.key, ...readPrecedence(last.part) } : undefined,
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
    const known = merged.get(key);
    merged.set(key, known === undefined ? value : add(known, value));
  }
  return merged;
}
