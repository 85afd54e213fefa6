/** The order of a list of parts, and the first of many in it. */
import type { Rows } from '#domain/catalogue/index/columns.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { findSortOrder, relevance, type SortKey } from '#domain/catalogue/lists/sorts.ts';

/** Where a part stands in a list: by what the list is sorted by, and then by its id, the newest first. */
export type Position = { key: SortKey; id: string };

export type Ranking = {
  /** The same for every question with this order. */
  name: string;
  keyOf(part: IndexedPart): SortKey;
  /** Whether parts come first that fit better what is searched for; the keys count where they fit equally well. */
  isByFit: boolean;
  /** Whether greater keys come first. */
  isDown: boolean;
};

/** Keys of parts that fit equally well are below this. */
export const fitStep = 4;

/** The order that the question asks for; whoever does not say what it is sorted by comes last. */
export function makeRanking({ category, sort }: ListQuery): Ranking {
  if (sort === relevance.key) return { name: sort, keyOf: rankEqualFit, isByFit: true, isDown: true };
  const { isDown, keyOf } = findSortOrder(category, sort);
  const missing = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    name: `${category ?? ''} ${sort}`,
    keyOf: (part) => keyOf(part) ?? missing,
    isByFit: false,
    isDown,
  };
}

/** Below 0 when the first one comes first in the ranking. */
export function compare(one: Position, other: Position, { isDown }: Ranking): number {
  if (one.key !== other.key) return one.key < other.key === isDown ? 1 : -1;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}

/** What a row holds, as far as the ranking needs it. */
export type RowKeys = { keyAt(row: number): SortKey; idAt(row: number): string };
export type RankedRow = Position & { row: number };

/**
 * The first `count` of these rows in the ranking, of those that come after a position if one is given, and how many
 * these are: all are sorted only where many of them are asked for.
 */
export function selectFirst(
  rows: Rows,
  { keyAt, idAt }: RowKeys,
  { count, after }: { count: number; after: Position | undefined },
  ranking: Ranking,
): { first: RankedRow[]; rest: number } {
  const { isDown } = ranking;
  const isSorting = count * 4 < rows.length;
  const first: RankedRow[] = [];
  let rest = 0;
  for (const row of rows) {
    const key = keyAt(row);
    if (after && compare({ key, id: idAt(row) }, after, ranking) <= 0) continue;
    rest += 1;
    const last = isSorting && first.length === count ? first[count - 1] : undefined;
    if (last && (key === last.key ? idAt(row) < last.id : key < last.key === isDown)) continue; // most go this way
    const ranked = { key, id: idAt(row), row };
    if (last) first.pop();
    if (isSorting) first.splice(findInsertion(first, ranked, ranking), 0, ranked);
    else first.push(ranked);
  }
  if (isSorting) return { first, rest };
  return { first: first.sort((one, other) => compare(one, other, ranking)).slice(0, count), rest };
}

/** Of parts that fit equally well, those that can be bought come first, and of these our choice. */
function rankEqualFit({ stock, minimum_order, featured_rank }: IndexedPart): number {
  return (stock >= minimum_order ? 2 : 0) + (featured_rank === null ? 0 : 1);
}

/** Where it belongs among those that are sorted already, by binary search. */
function findInsertion(sorted: readonly Position[], position: Position, ranking: Ranking): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(sorted[middle] as Position, position, ranking) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
