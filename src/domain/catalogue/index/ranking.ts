/** The order of lists of parts, and the selection of the first parts in it. */
import type { Rows } from '#domain/catalogue/index/columns.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import {
  comparePrecedence,
  computeMerit,
  type Precedence,
  readPrecedence,
} from '#domain/catalogue/lists/precedence.ts';
import { findSortOrder, relevance, type SortKey } from '#domain/catalogue/lists/sorts.ts';

/** A part's place in a list: by sort key, then by precedence. */
export type Position = Precedence & { key: SortKey };

export type Ranking = {
  name: string;
  getKey(part: IndexedPart): SortKey;
  isByRelevance: boolean;
  isDescending: boolean;
};

export function makeRanking({ category, sort }: ListQuery): Ranking {
  if (sort === relevance.key) return { name: sort, getKey: () => 0, isByRelevance: true, isDescending: true };
  const { isDescending, getKey } = findSortOrder(category, sort);
  const missingKey = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    name: `${category ?? ''} ${sort}`,
    getKey: (part) => getKey(part) ?? missingKey,
    isByRelevance: false,
    isDescending,
  };
}

export function comparePositions(one: Position, other: Position, { isDescending }: Ranking): number {
  if (one.key !== other.key) return one.key < other.key === isDescending ? 1 : -1;
  return comparePrecedence(one, other);
}

export type RowKeys = { getKey(row: number): SortKey; getPart(row: number): IndexedPart };
export type RankedRow = Position & { row: number };

/** The first `count` rows after the position, and the number of all rows after it. */
export function selectFirst(
  rows: Rows,
  { getKey, getPart }: RowKeys,
  { count, after }: { count: number; after: Position | undefined },
  ranking: Ranking,
): { first: RankedRow[]; rest: number } {
  const { isDescending } = ranking;
  const isInserting = count * 4 < rows.length;
  const first: RankedRow[] = [];
  let rest = 0;
  for (const row of rows) {
    const key = getKey(row);
    const part = getPart(row);
    if (after && comparePositions({ key, ...readPrecedence(part) }, after, ranking) <= 0) continue;
    rest += 1;
    const last = isInserting && first.length === count ? first[count - 1] : undefined;
    // the usual case
    if (last && (key === last.key ? computeMerit(part) < last.merit : key < last.key === isDescending))
      continue;
    const ranked = { key, row, ...readPrecedence(part) };
    if (last && comparePositions(ranked, last, ranking) > 0) continue;
    if (last) first.pop();
    if (isInserting) first.splice(findInsertion(first, ranked, ranking), 0, ranked);
    else first.push(ranked);
  }
  if (isInserting) return { first, rest };
  return { first: first.sort((one, other) => comparePositions(one, other, ranking)).slice(0, count), rest };
}

function findInsertion(sorted: readonly Position[], position: Position, ranking: Ranking): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (comparePositions(sorted[middle] as Position, position, ranking) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
