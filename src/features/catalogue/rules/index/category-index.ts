/** The index of one category: a row for each part, a column for each filter. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { Column, MakeBuildColumn, Tally } from '#catalogue/rules/index/column.ts';
import { addTallies, makeColumn, makeRangeColumn } from '#catalogue/rules/index/columns.ts';
import {
  computeMasks,
  countRows,
  type IndexQuery,
  maxConditions,
  noRows,
  type Scratch,
  type SplitRows,
  splitRows,
} from '#catalogue/rules/index/condition-masks.ts';
import type { IndexedPart, MatchedRows } from '#catalogue/rules/index/indexed-part.ts';
import { noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import { type Filter, fits, price } from '#catalogue/rules/lists/filter-kinds.ts';
import { commonFilters, listFilters } from '#catalogue/rules/lists/filters.ts';
import { makeSimilarColumn } from '#catalogue/rules/similar-parts.ts';

export type CategoryIndex = ReturnType<typeof makeCategoryIndex>;

export type CategoryCounts = ReturnType<typeof countSplit>;

export function makeCategoryIndex(
  category: Category,
  filters: readonly Filter[],
  scratch: Scratch,
  makeBuildColumn?: MakeBuildColumn,
) {
  if (filters.length >= maxConditions) {
    throw new Error(`A category has at most ${maxConditions - 1} filters, not ${filters.length}`);
  }
  const state = { count: 0, slots: noNumbers };
  const columns = new Map<string, Column>();
  const prices = makeRangeColumn(price);
  for (const filter of filters) {
    const column =
      filter.kind === 'build' ? makeBuildColumn?.() : filter === price ? prices : makeColumn(filter);
    if (column) columns.set(filter.key, column);
  }
  const similar = makeSimilarColumn(category, prices.fractions);
  const written = [...new Set([...columns.values(), prices]), similar];
  const mask = (query: IndexQuery, matches: MatchedRows | undefined) =>
    computeMasks(query, matches, { columns, rowCount: state.count, scratch });

  function split(query: IndexQuery, matches: MatchedRows | undefined): SplitRows {
    if (query.choices.size === 0) {
      // A search without filters needs no masks, unless it found nothing.
      if (query.q === '') return { passing: scratch.allRows(state.count), nearMisses: new Map() };
      if (matches && matches.rows.length > 0) return { passing: matches.rows, nearMisses: new Map() };
    }
    return splitRows(mask(query, matches), scratch);
  }

  return {
    save: () => [state, ...written.map((column) => column.save())],
    restore(saved: unknown) {
      const [own, ...columns] = saved as [typeof state, ...unknown[]];
      Object.assign(state, own);
      for (const [index, column] of written.entries()) column.restore(columns[index]);
    },
    /** Returns the part's row. */
    put(part: IndexedPart, slot: number, row = state.count) {
      state.slots = writeNumber(state.slots, row, slot);
      for (const column of written) column.write(row, part);
      state.count = Math.max(state.count, row + 1);
      return row;
    },
    /** The last part moves to the free row; its slot is returned. */
    remove(row: number) {
      const last = state.count - 1;
      for (const column of written) column.move(last, row);
      state.slots[row] = state.slots[last] as number;
      state.count = last;
      return row < last ? state.slots[row] : undefined;
    },
    rowCount: () => state.count,
    similar,
    /** Computes at most `maxValues` values for each filter of the query ahead, and returns how many are left. */
    settle(choices: IndexQuery['choices'], maxValues: number) {
      let left = 0;
      for (const [key, choice] of choices) left += columns.get(key)?.settle?.(choice, maxValues) ?? 0;
      return left;
    },
    /** The rows of the matching parts. */
    find: (query: IndexQuery, matches: MatchedRows | undefined) => split(query, matches).passing,
    /** By row. */
    slots: () => state.slots,
    /** What decides whether the part of a row fits others; parts with the same facts share one object. */
    readFacts: (row: number) => columns.get(fits.key)?.readFacts?.(row),
    size(query: IndexQuery, matches: MatchedRows | undefined) {
      if (query.choices.size > 0) return countRows(mask(query, matches).masks, 0);
      return query.q === '' ? state.count : (matches?.rows ?? noRows).length;
    },
    count: (query: IndexQuery, matches: MatchedRows | undefined) =>
      countSplit(split(query, matches), query, columns),
  };
}

export function dropCategoryFilters(query: IndexQuery): IndexQuery {
  const choices = new Map([...query.choices].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: query.q, choices };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));

function countSplit(
  { passing, nearMisses }: SplitRows,
  { category, choices }: IndexQuery,
  columns: ReadonlyMap<string, Column>,
) {
  const tallies = new Map<string, Tally>();
  for (const { key } of listFilters(category)) {
    const column = columns.get(key);
    if (!column) continue;
    const others = nearMisses.get(key); // excluded by this filter only
    const choice = choices.get(key);
    const tally = column.tally(passing, choice);
    if (!tally) continue;
    const other = others && column.tally(others, choice);
    tallies.set(key, other ? addTallies(tally, other) : tally);
  }
  return {
    total: passing.length,
    tallies,
    /** Parts that fail exactly one condition, by the filter's key or 'q'; 'q' only when nothing matches. */
    nearMisses: new Map([...nearMisses].flatMap(([key, { length }]) => (length > 0 ? [[key, length]] : []))),
  };
}
