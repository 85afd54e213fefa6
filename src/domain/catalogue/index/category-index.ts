/** The index of one category: a row for each part, a column for each filter. */
import { addTallies, type Column, makeColumn, type Tally } from '#domain/catalogue/index/columns.ts';
import {
  computeMasks,
  countRows,
  type IndexQuery,
  maxConditions,
  noRows,
  type Scratch,
  type SplitRows,
  splitRows,
} from '#domain/catalogue/index/condition-masks.ts';
import type { IndexedPart, MatchedRows } from '#domain/catalogue/index/indexed-part.ts';
import { type Position, type Ranking, selectFirst } from '#domain/catalogue/index/ranking.ts';
import { makeSortColumns } from '#domain/catalogue/index/sort-columns.ts';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { commonFilters, listFilters } from '#domain/catalogue/lists/filters.ts';

export type CategoryIndex = {
  put(part: IndexedPart, row?: number): number;
  /** The last part moves to the free row and is returned. */
  remove(row: number): IndexedPart | undefined;
  get(row: number): IndexedPart | undefined;
  all(): readonly IndexedPart[];
  list(query: IndexQuery, matches: MatchedRows | undefined, ranking: Ranking, range: ListRange): CategoryList;
  size(query: IndexQuery, matches: MatchedRows | undefined): number;
  count(query: IndexQuery, matches: MatchedRows | undefined): CategoryCounts;
};

export type ListRange = { count: number; after: Position | undefined };

export type CategoryList = {
  total: number;
  rest: number;
  first: (Position & { part: IndexedPart })[];
};

export type CategoryCounts = {
  total: number;
  tallies: Map<string, Tally>;
  /** Parts that fail exactly one condition, by the filter's key or 'q'; 'q' only when nothing matches. */
  nearMisses: Map<string, number>;
};

export function makeCategoryIndex(filters: readonly Filter[], scratch: Scratch): CategoryIndex {
  if (filters.length >= maxConditions) {
    throw new Error(`A category has at most ${maxConditions - 1} filters, not ${filters.length}`);
  }
  const parts: IndexedPart[] = [];
  const columns = new Map<string, Column>(filters.map((filter) => [filter.key, makeColumn(filter)]));
  const sortColumns = makeSortColumns(parts, scratch);
  const mask = (query: IndexQuery, matches: MatchedRows | undefined) =>
    computeMasks(query, matches, { columns, rowCount: parts.length, scratch });

  function split(query: IndexQuery, matches: MatchedRows | undefined): SplitRows {
    if (query.choices.size === 0) {
      // A search without filters needs no masks, unless it found nothing.
      if (query.q === '') return { passing: Uint32Array.from(parts.keys()), nearMisses: new Map() };
      if (matches && matches.rows.length > 0) return { passing: matches.rows, nearMisses: new Map() };
    }
    return splitRows(mask(query, matches), scratch);
  }

  return {
    put(part, row = parts.length) {
      parts[row] = part;
      for (const column of columns.values()) column.write(row, part);
      sortColumns.write(row, part);
      return row;
    },
    remove(row) {
      const last = parts.length - 1;
      for (const column of columns.values()) column.move(last, row);
      sortColumns.moveLast(row);
      parts[row] = parts[last] as IndexedPart;
      parts.pop();
      return parts[row];
    },
    get: (row) => parts[row],
    all: () => parts,
    list(query, matches, ranking, range) {
      const { passing } = split(query, matches);
      const keys = {
        getKey: sortColumns.read(ranking, matches),
        getPart: (row: number) => getPart(parts, row),
      };
      const { first, rest } = selectFirst(passing, keys, range, ranking);
      return {
        total: passing.length,
        rest,
        first: first.map(({ row, ...position }) => ({ ...position, part: getPart(parts, row) })),
      };
    },
    size(query, matches) {
      if (query.choices.size > 0) return countRows(mask(query, matches).masks, 0);
      return query.q === '' ? parts.length : (matches?.rows ?? noRows).length;
    },
    count: (query, matches) => countSplit(split(query, matches), query, columns),
  };
}

export function dropCategoryFilters(query: IndexQuery): IndexQuery {
  const choices = new Map([...query.choices].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: query.q, choices };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));

function countSplit(
  { passing, nearMisses }: SplitRows,
  { category }: IndexQuery,
  columns: ReadonlyMap<string, Column>,
): CategoryCounts {
  const tallies = new Map<string, Tally>();
  for (const { key } of listFilters(category)) {
    const column = columns.get(key);
    if (!column) continue;
    const others = nearMisses.get(key); // excluded by this filter only
    const tally = column.tally(passing);
    tallies.set(key, others ? addTallies(tally, column.tally(others)) : tally);
  }
  return {
    total: passing.length,
    tallies,
    nearMisses: new Map([...nearMisses].flatMap(([key, { length }]) => (length > 0 ? [[key, length]] : []))),
  };
}

function getPart(parts: readonly IndexedPart[], row: number): IndexedPart {
  return parts[row] as IndexedPart;
}
