/** The sequences of the catalogue index: the precedence, and one for each sort that a list has had. */
import type { Category } from '#catalogue/rules/categories.ts';
import {
  type Numbers,
  noNumbers,
  readWide,
  type WideNumbers,
  writeNumber,
  writeWide,
} from '#catalogue/rules/index/states.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { comparePrecedence, type Precedence, readPrecedence } from '#catalogue/rules/lists/precedence.ts';
import { findSortOrder, listSortKeys, relevance, type SortKey } from '#catalogue/rules/lists/sorts.ts';
import type { IndexedPart } from './indexed-part.ts';
import { makePartSequence, type PartSequence } from './part-sequence.ts';

export type SortQuery = Pick<ListQuery, 'category' | 'sort'>;

/** The parts that have a slot. */
export type SlotParts<Part extends IndexedPart = IndexedPart> = {
  read(slot: number): Part;
  /** Undefined: there is none. */
  getCategory(slot: number): Category | undefined;
  /** Of all slots. */
  end(): number;
};

export type ListSequence = Pick<PartSequence, 'size' | 'getSlot' | 'ranks'> & {
  ranking: Ranking;
  /** A search by relevance has its own keys. */
  getKey(slot: number): SortKey;
  /** The first rank after the position. */
  findRankAfter(position: Position): number;
};

export function makePartSequences(parts: SlotParts) {
  const precedence = makePrecedenceSequence(parts);
  const sortedSequences = new Map<string, ReturnType<typeof makeSortedSequence>>();

  function find({ sort, ...query }: SortQuery) {
    const category = generalSorts.has(sort) ? undefined : query.category;
    const ranking = makeRanking({ category, sort });
    if (ranking.isByRelevance) return undefined;
    return sortedSequences.getOrInsertComputed(ranking.name, () =>
      makeSortedSequence({ parts, precedence, ranking, category }),
    );
  }

  /** Brings the sequence of a list up to date with at most `maxParts` parts; returns how many are left. */
  function settle(query: SortQuery, maxParts?: number): number {
    // it decides among equal keys
    const left = precedence.settle(maxParts);
    return left > 0 ? left : (find(query)?.settle(maxParts) ?? 0);
  }

  return {
    save() {
      settle(firstList);
      return { ofPrecedence: precedence.save(), ofFirstList: find(firstList)?.save() };
    },
    restore(saved: unknown) {
      const { ofPrecedence, ofFirstList } = saved as Record<'ofPrecedence' | 'ofFirstList', unknown>;
      precedence.restore(ofPrecedence);
      sortedSequences.clear();
      find(firstList)?.restore(ofFirstList);
    },
    /** Call it after each write of the slot. */
    update(slot: number, part: IndexedPart | undefined) {
      const hasMoved = precedence.update(slot, part);
      for (const sequence of sortedSequences.values()) sequence.update(slot, part, hasMoved);
    },
    settle,
    /** The sequence of a list, up to date; of a search by relevance the precedence. */
    get(query: SortQuery): ListSequence {
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
            const other = Object.assign(precedence.getPrecedence(slot), { key: getKey(slot) }); // its id is read on a tie alone
            return comparePositions(other, sorted ? position : { ...position, key: 0 }, ranking) > 0;
          }),
      };
    },
  };
}

/** What a start shows first. Its sequence alone is saved: others are made when a list asks for them. */
export const firstList: SortQuery = { category: undefined, sort: 'featured' };

/** The same in all categories. */
const generalSorts: ReadonlySet<string> = new Set(listSortKeys(undefined, true));

type SortedSequenceParts = {
  parts: SlotParts;
  precedence: ReturnType<typeof makePrecedenceSequence>;
  ranking: Ranking;
  /** Undefined: all. */
  category: Category | undefined;
};

/** The sequence of a sort: by the sort key of each part, among equal keys by precedence. Settle the precedence first. */
function makeSortedSequence({ parts, precedence, ranking, category }: SortedSequenceParts) {
  let keys: SortKey[] = []; // by slot; of parts that do not belong to the sequence: NaN
  const { isDescending } = ranking;
  const belongs = (slot: number) => {
    const own = parts.getCategory(slot);
    return own !== undefined && (category === undefined || own === category);
  };
  const readKey = (slot: number, part: IndexedPart | undefined) =>
    part && belongs(slot) ? ranking.getKey(part) : Number.NaN;

  const sequence = makePartSequence({
    includes: belongs,
    compare(one, other) {
      const [key, otherKey] = [keys[one] as SortKey, keys[other] as SortKey];
      if (key !== otherKey) return key < otherKey === isDescending ? 1 : -1;
      const ranks = precedence.ranks();
      return (ranks[one] as number) - (ranks[other] as number);
    },
  });

  return {
    ...sequence,
    save: () => [keys, sequence.save()],
    restore(saved: unknown) {
      const [ofSlots, ofSequence] = saved as [SortKey[], unknown];
      keys = ofSlots.map((key) => key); // read from a file, each number would be an object of its own
      sequence.restore(ofSequence);
    },
    /** Call it after each write of the slot. `hasMoved`: it may have another place among equal keys. */
    update(slot: number, part: IndexedPart | undefined, hasMoved: boolean) {
      if (slot > keys.length) return; // `settle` reads it
      const key = readKey(slot, part);
      if (!hasMoved && Object.is(keys[slot], key)) return;
      keys[slot] = key;
      sequence.touch(slot);
    },
    settle(maxParts = parts.end()) {
      const end = Math.min(parts.end(), keys.length + maxParts);
      for (let slot = keys.length; slot < end; slot += 1) {
        keys.push(readKey(slot, belongs(slot) ? parts.read(slot) : undefined));
        if (belongs(slot)) sequence.touch(slot);
      }
      return sequence.settle(maxParts) + parts.end() - keys.length;
    },
    getKey: (slot: number) => keys[slot] as SortKey,
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
function makePrecedenceSequence(parts: SlotParts) {
  // by slot; a free slot has the merit 0
  const state: { merits: WideNumbers; addedAts: WideNumbers; ties: Numbers } = {
    merits: { high: noNumbers, low: noNumbers },
    addedAts: { high: noNumbers, low: noNumbers },
    ties: noNumbers,
  };
  const getPrecedence = (slot: number): Precedence => ({
    merit: readWide(state.merits, slot),
    addedAt: readWide(state.addedAts, slot),
    fileRow: Math.max(0, (state.ties[slot] as number) - firstFileRow),
    get id() {
      return parts.read(slot).id; // hardly ever needed
    },
  });

  const sequence = makePartSequence({
    includes: (slot) => parts.getCategory(slot) !== undefined,
    compare(one, other) {
      const { merits, addedAts, ties } = state;
      const merit = readWide(merits, other) - readWide(merits, one);
      if (merit !== 0) return merit;
      const addedAt = readWide(addedAts, other) - readWide(addedAts, one);
      if (addedAt !== 0) return addedAt;
      const tie = (ties[one] as number) - (ties[other] as number);
      return tie !== 0 ? tie : parts.read(one).id < parts.read(other).id ? -1 : 1;
    },
  });

  return {
    ...sequence,
    save: () => [state, sequence.save()],
    restore(saved: unknown) {
      const [own, ofSequence] = saved as [typeof state, unknown];
      Object.assign(state, own);
      sequence.restore(ofSequence);
    },
    /** Call it after each write of the slot; true: the part may have another place in every sequence. */
    update(slot: number, part: IndexedPart | undefined) {
      const { merits, addedAts, ties } = state;
      const { merit, addedAt } = part ? readPrecedence(part) : { merit: 0, addedAt: 0 };
      const tie = part ? readTie(part) : 0;
      if (readWide(merits, slot) === merit && readWide(addedAts, slot) === addedAt && ties[slot] === tie)
        return false;
      state.merits = writeWide(merits, slot, merit);
      state.addedAts = writeWide(addedAts, slot, addedAt);
      state.ties = writeNumber(ties, slot, tie);
      sequence.touch(slot);
      return true;
    },
    getPrecedence,
  };
}

/** A tie below it is the start of an id. */
const firstFileRow = 0x8000_0000;

/**
 * Parts without a row of a file come first. Theirs has the order of the ids that were made at the same time as their parts: the
 * milliseconds since then, and 11 random bits.
 */
function readTie({ id, created_at, file_row }: IndexedPart): number {
  if (file_row > 0) return firstFileRow + file_row;
  const since = (Number.parseInt(id.replace('-', '').slice(0, 12), 16) || 0) - created_at.getTime();
  const random = (Number.parseInt(id.slice(15, 18), 16) || 0) >> 1;
  return since < 0 ? 0 : since < 0x10_0000 ? since * 0x800 + random : firstFileRow - 1;
}
