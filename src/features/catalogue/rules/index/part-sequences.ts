/** The sequences of the catalogue index: the precedence, and one for each sort that a list has had. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { comparePrecedence, type Precedence, readPrecedence } from '#catalogue/rules/lists/precedence.ts';
import { findSortOrder, listSortKeys, relevance, type SortKey } from '#catalogue/rules/lists/sorts.ts';
import { copyTo } from './column.ts';
import type { IndexedPart } from './indexed-part.ts';
import { makePartSequence, type PartSequence } from './part-sequence.ts';

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

/** A part's place in a list: by sort key, then by precedence. */
export type Position = Precedence & { key: SortKey };

type Ranking = {
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

/** The sequence of all parts by precedence, with the values that decide it in typed arrays. */
type PrecedenceSequence = Omit<PartSequence, 'touch'> & {
  /** Call it after each write of the slot; true: the part may have another place in every sequence. */
  update(slot: number): boolean;
};

/** `parts`: by slot. */
function makePrecedenceSequence(parts: readonly (IndexedPart | undefined)[]): PrecedenceSequence {
  // by slot; a free slot has no merit
  let merits = new Float64Array(64).fill(Number.NaN);
  let addedAts = new Float64Array(64);
  let fileRows = new Float64Array(64);

  const sequence = makePartSequence({
    includes: (slot) => parts[slot] !== undefined,
    compare(one, other) {
      const merit = (merits[other] as number) - (merits[one] as number);
      if (merit !== 0) return merit;
      const addedAt = (addedAts[other] as number) - (addedAts[one] as number);
      if (addedAt !== 0) return addedAt;
      const fileRow = (fileRows[one] as number) - (fileRows[other] as number);
      if (fileRow !== 0) return fileRow;
      return (parts[one] as IndexedPart).id < (parts[other] as IndexedPart).id ? -1 : 1;
    },
  });

  function grow(slot: number): void {
    if (slot < merits.length) return;
    const known = merits.length;
    merits = copyTo(new Float64Array(slot * 2), merits).fill(Number.NaN, known);
    addedAts = copyTo(new Float64Array(slot * 2), addedAts);
    fileRows = copyTo(new Float64Array(slot * 2), fileRows);
  }

  return {
    ...sequence,
    update(slot) {
      grow(slot);
      const part = parts[slot];
      const { merit, addedAt, fileRow } = part
        ? readPrecedence(part)
        : { merit: Number.NaN, addedAt: 0, fileRow: 0 };
      if (merits[slot] === merit && addedAts[slot] === addedAt && fileRows[slot] === fileRow) return false;
      merits[slot] = merit;
      addedAts[slot] = addedAt;
      fileRows[slot] = fileRow;
      sequence.touch(slot);
      return true;
    },
  };
}
