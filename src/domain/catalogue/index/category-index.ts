/** The index of the parts of one category: a row for each part, a column for each filter. */
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
import type { FoundRows, IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import { type Position, type Ranking, selectFirst } from '#domain/catalogue/index/ranking.ts';
import { makeSortColumns } from '#domain/catalogue/index/sort-columns.ts';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { commonFilters, listFilters } from '#domain/catalogue/lists/filters.ts';

export type CategoryIndex = {
  /** Writes a part into the row of another one, or behind the last; answers which row. */
  put(part: IndexedPart, row?: number): number;
  /** Removes the part in a row; the last one, which is answered, comes there, unless it was this one. */
  take(row: number): IndexedPart | undefined;
  at(row: number): IndexedPart | undefined;
  /** All parts, in no order. */
  all(): readonly IndexedPart[];
  /** How many parts answer the question, and the first of them in the ranking. */
  list(question: IndexQuery, found: FoundRows | undefined, ranking: Ranking, range: ListRange): CategoryList;
  /** How many parts answer the question. */
  size(question: IndexQuery, found: FoundRows | undefined): number;
  count(question: IndexQuery, found: FoundRows | undefined): CategoryCounts;
};

/** At most so many, of those that come after a position if one is given. */
export type ListRange = { count: number; after: Position | undefined };

export type CategoryList = {
  total: number;
  /** How many of them come after the position. */
  rest: number;
  first: (Position & { part: IndexedPart })[];
};

export type CategoryCounts = {
  total: number;
  tallies: Map<string, Tally>;
  /** Parts that fail one condition and no other, by the filter's key or 'q'; 'q' only counts where nothing is found. */
  nearMisses: Map<string, number>;
};

/** An empty index with these filters; throws when a search and all of them have no bit each. */
export function makeCategoryIndex(filters: readonly Filter[], scratch: Scratch): CategoryIndex {
  if (filters.length >= maxConditions) {
    throw new Error(`A category has at most ${maxConditions - 1} filters, not ${filters.length}`);
  }
  const parts: IndexedPart[] = [];
  const columns = new Map<string, Column>(filters.map((filter) => [filter.key, makeColumn(filter)]));
  const sortColumns = makeSortColumns(parts, scratch);
  const mask = (question: IndexQuery, found: FoundRows | undefined) =>
    computeMasks(question, found, { columns, rowCount: parts.length, scratch });

  function split(question: IndexQuery, found: FoundRows | undefined): SplitRows {
    if (question.chosen.size === 0) {
      // a search alone needs no look at those that it has not found, but where it has found none
      if (question.q === '') return { passing: Uint32Array.from(parts.keys()), nearMisses: new Map() };
      if (found && found.rows.length > 0) return { passing: found.rows, nearMisses: new Map() };
    }
    return splitRows(mask(question, found), scratch);
  }

  return {
    put(part, row = parts.length) {
      parts[row] = part;
      for (const column of columns.values()) column.write(row, part);
      sortColumns.write(row, part);
      return row;
    },
    take(row) {
      const last = parts.length - 1;
      for (const column of columns.values()) column.move(last, row);
      sortColumns.moveLast(row);
      parts[row] = parts[last] as IndexedPart;
      parts.pop();
      return parts[row];
    },
    at: (row) => parts[row],
    all: () => parts,
    list(question, found, ranking, range) {
      const { passing } = split(question, found);
      const keys = { keyAt: sortColumns.read(ranking, found), idAt: (row: number) => getPart(parts, row).id };
      const { first, rest } = selectFirst(passing, keys, range, ranking);
      return {
        total: passing.length,
        rest,
        first: first.map(({ key, id, row }) => ({ key, id, part: getPart(parts, row) })),
      };
    },
    size(question, found) {
      if (question.chosen.size > 0) return countRows(mask(question, found).masks, 0);
      return question.q === '' ? parts.length : (found?.rows ?? noRows).length;
    },
    count: (question, found) => countSplit(split(question, found), question, columns),
  };
}

/** The same question without what is chosen of filters that not every category has. */
export function inAnyCategory(question: IndexQuery): IndexQuery {
  const chosen = new Map([...question.chosen].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: question.q, chosen };
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
    const others = nearMisses.get(key); // what the filter's own condition alone keeps out
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
