/** How a list of parts is ordered, and the place of a part in it. */
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { comparePrecedence, type Precedence } from '#catalogue/rules/lists/precedence.ts';
import { findSortOrder, relevance, type SortKey } from '#catalogue/rules/lists/sorts.ts';

/** A part's place in a list: by sort key, then by precedence. */
export type Position = Precedence & { key: SortKey };

export type Ranking = {
  name: string;
  getKey(part: IndexedPart): SortKey;
  isByRelevance: boolean;
  isDescending: boolean;
};

export function makeRanking({ category, sort }: Pick<ListQuery, 'category' | 'sort'>): Ranking {
  if (sort === relevance.key) return { name: sort, getKey: () => 0, isByRelevance: true, isDescending: true };
  const { isDescending, getKey } = findSortOrder(category, sort);
  const missingKey = isDescending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    name: `${category ?? ''} ${sort}`,
    getKey(part) {
      const key = getKey(part) ?? missingKey;
      return Number.isNaN(key) ? missingKey : key;
    },
    isByRelevance: false,
    isDescending,
  };
}

export function comparePositions(one: Position, other: Position, { isDescending }: Ranking): number {
  if (one.key !== other.key) return one.key < other.key === isDescending ? 1 : -1;
  return comparePrecedence(one, other);
}
