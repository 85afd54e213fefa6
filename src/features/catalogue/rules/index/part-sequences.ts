/** The sequences of the catalogue index: the precedence, and one for each sort that a list has had. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { makePartSequence, type PartSequence } from '#catalogue/rules/index/part-sequence.ts';
import {
  makePrecedenceSequence,
  type PrecedenceSequence,
} from '#catalogue/rules/index/precedence-sequence.ts';
import {
  comparePositions,
  makeRanking,
  type Position,
  type Ranking,
} from '#catalogue/rules/index/ranking.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { readPrecedence } from '#catalogue/rules/lists/precedence.ts';
import { listSortKeys, type SortKey } from '#catalogue/rules/lists/sorts.ts';

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

/** The sequence of a sort: by the sort key of each part, among equal keys by precedence. */
type SortedSequence = Omit<PartSequence, 'touch'> & {
  /** Call it after each write of the slot. `hasMoved`: it may have another place among equal keys. */
  update(slot: number, hasMoved: boolean): void;
  getKey(slot: number): SortKey;
};

type SortedSequenceParts = {
  /** By slot. */
  parts: readonly (IndexedPart | undefined)[];
  precedence: PrecedenceSequence;
  ranking: Ranking;
  /** Undefined: all. */
  category: Category | undefined;
};

/** Settle the precedence first. */
function makeSortedSequence({ parts, precedence, ranking, category }: SortedSequenceParts): SortedSequence {
  const keys: SortKey[] = []; // by slot; of parts that do not belong to the sequence: NaN
  const { isDescending } = ranking;
  const belongs = (part: IndexedPart | undefined) =>
    part !== undefined && (category === undefined || part.category === category);
  const readKey = (part: IndexedPart | undefined) =>
    part && belongs(part) ? ranking.getKey(part) : Number.NaN;

  const sequence = makePartSequence({
    includes: (slot) => belongs(parts[slot]),
    compare(one, other) {
      const [key, otherKey] = [keys[one] as SortKey, keys[other] as SortKey];
      if (key !== otherKey) return key < otherKey === isDescending ? 1 : -1;
      const ranks = precedence.ranks();
      return (ranks[one] as number) - (ranks[other] as number);
    },
  });

  return {
    ...sequence,
    update(slot, hasMoved) {
      if (slot >= keys.length) return; // `settle` reads it
      const key = readKey(parts[slot]);
      if (!hasMoved && Object.is(keys[slot], key)) return;
      keys[slot] = key;
      sequence.touch(slot);
    },
    settle(maxParts = parts.length) {
      const end = Math.min(parts.length, keys.length + maxParts);
      for (let slot = keys.length; slot < end; slot += 1) {
        keys.push(readKey(parts[slot]));
        if (belongs(parts[slot])) sequence.touch(slot);
      }
      return sequence.settle(maxParts) + parts.length - keys.length;
    },
    getKey: (slot) => keys[slot] as SortKey,
  };
}
