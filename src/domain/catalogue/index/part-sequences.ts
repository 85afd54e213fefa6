/** The sequences of the catalogue index: the precedence, and one for each sort that a list has had. */
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import type { PartSequence } from '#domain/catalogue/index/part-sequence.ts';
import { makePrecedenceSequence } from '#domain/catalogue/index/precedence-sequence.ts';
import {
  comparePositions,
  makeRanking,
  type Position,
  type Ranking,
} from '#domain/catalogue/index/ranking.ts';
import { makeSortedSequence, type SortedSequence } from '#domain/catalogue/index/sorted-sequence.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';
import { readPrecedence } from '#domain/catalogue/lists/precedence.ts';
import { listSortKeys, type SortKey } from '#domain/catalogue/lists/sorts.ts';

export type SortQuery = Pick<ListQuery, 'category' | 'sort'>;

export type PartSequences = {
  /** Call it after each write of the slot. */
  update(slot: number): void;
  /** Brings the sequence of a list up to date with at most `maxParts` parts; returns how many are left. */
  settle(query: SortQuery, maxParts?: number): number;
  /** The sequence of a list, up to date; of a search by relevance the precedence. */
  get(query: SortQuery): ListSequence;
};

export type ListSequence = Pick<PartSequence, 'size' | 'getSlot' | 'ranks'> & {
  ranking: Ranking;
  /** A search by relevance has its own keys. */
  getKey(slot: number): SortKey;
  /** The first rank after the position. */
  findRankAfter(position: Position): number;
};

/** `parts`: by slot. */
export function makePartSequences(parts: readonly (IndexedPart | undefined)[]): PartSequences {
  const precedence = makePrecedenceSequence(parts);
  const sortedSequences = new Map<string, SortedSequence>();

  function find({ sort, ...query }: SortQuery): SortedSequence | undefined {
    const category = generalSorts.has(sort) ? undefined : query.category;
    const ranking = makeRanking({ category, sort });
    if (ranking.isByRelevance) return undefined;
    const known = sortedSequences.get(ranking.name);
    if (known) return known;
    const made = makeSortedSequence({ parts, precedence, ranking, category });
    sortedSequences.set(ranking.name, made);
    return made;
  }

  function settle(query: SortQuery, maxParts?: number): number {
    // it decides among equal keys
    const left = precedence.settle(maxParts);
    return left > 0 ? left : (find(query)?.settle(maxParts) ?? 0);
  }

  return {
    update(slot) {
      const hasMoved = precedence.update(slot);
      for (const sequence of sortedSequences.values()) sequence.update(slot, hasMoved);
    },
    settle,
    get(query) {
      settle(query);
      const sorted = find(query);
      const sequence = sorted ?? precedence;
      const ranking = makeRanking(query);
      const getKey = sorted?.getKey ?? (() => 0);
      return {
        size: sequence.size,
        getSlot: sequence.getSlot,
        ranks: sequence.ranks,
        ranking,
        getKey,
        findRankAfter: (position) =>
          sequence.findRank((slot) => {
            const other = { key: getKey(slot), ...readPrecedence(parts[slot] as IndexedPart) };
            return comparePositions(other, sorted ? position : { ...position, key: 0 }, ranking) > 0;
          }),
      };
    },
  };
}

/** The same in all categories. */
const generalSorts: ReadonlySet<string> = new Set(listSortKeys(undefined, true));
