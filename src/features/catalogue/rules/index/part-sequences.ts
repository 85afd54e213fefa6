/** The sequences of the catalogue index: the precedence, and one for each sort that a list has had. */
import type { Category } from '#catalogue/rules/categories.ts';
import {
  type Numbers,
  noNumbers,
  readWide,
  type SavedState,
  type WideNumbers,
  writeNumber,
  writeWide,
} from '#catalogue/rules/index/states.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import {
  comparePrecedence,
  computeLeastMerit,
  type Precedence,
  readPrecedence,
} from '#catalogue/rules/lists/precedence.ts';
import { findSortOrder, listSortKeys, relevance, type SortKey } from '#catalogue/rules/lists/sorts.ts';
import { findFirstPlace } from '#kernel/binary-search.ts';
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

export type PartSequences = SavedState & {
  /** Call it after each write of the slot. */
  update(slot: number, part: IndexedPart | undefined): void;
  /** Brings the sequence of a list up to date with at most `maxParts` parts; returns how many are left. */
  settle(query: SortQuery, maxParts?: number): number;
  /** The sequence of a list, up to date; of a search by relevance the precedence. */
  get(query: SortQuery): ListSequence;
};

type OrderedSlots = Pick<PartSequence, 'size' | 'getSlot' | 'ranks' | 'findRank'> & {
  /** Undefined: `ranks` has those of this order; else the rank here by the rank there. */
  convertRank?(rank: number): number;
};

export type ListSequence = Omit<OrderedSlots, 'findRank'> & {
  ranking: Ranking;
  /** A search by relevance has its own keys. */
  getKey(slot: number): SortKey;
  /** The first rank after the position. */
  findRankAfter(position: Position): number;
};

export function makePartSequences(parts: SlotParts): PartSequences {
  const precedence = makePrecedenceSequence(parts);
  const featured = makeFeaturedSequence(precedence);
  const sortedSequences = new Map<string, SortedSequence>();

  function find({ sort, ...query }: SortQuery): SortedSequence | undefined {
    const category = generalSorts.has(sort) ? undefined : query.category;
    const ranking = makeRanking({ category, sort });
    if (ranking.isByRelevance) return undefined;
    if (sort === firstList.sort) return featured;
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
    save() {
      settle(firstList);
      return [precedence.save(), featured.save()];
    },
    restore(saved) {
      const [ofPrecedence, ofFeatured] = saved as unknown[];
      precedence.restore(ofPrecedence);
      featured.restore(ofFeatured);
      sortedSequences.clear();
    },
    update(slot, part) {
      const hasMoved = precedence.update(slot, part);
      featured.update(slot, part, hasMoved);
      for (const sequence of sortedSequences.values()) sequence.update(slot, part, hasMoved);
    },
    settle,
    get(query) {
      settle(query);
      const sorted = find(query);
      const order = sorted?.order() ?? precedence;
      const ranking = makeRanking(query);
      const getKey = sorted?.getKey ?? (() => 0);
      return {
        ...order,
        ranking,
        getKey,
        findRankAfter: (position) =>
          order.findRank((slot) => {
            const other = Object.assign(precedence.getPrecedence(slot), { key: getKey(slot) }); // its id is read on a tie alone
            return comparePositions(other, sorted ? position : { ...position, key: 0 }, ranking) > 0;
          }),
      };
    },
  };
}

/** What a start shows first. Its sequence and the precedence alone are saved: others are made when a list asks for them. */
export const firstList: SortQuery = { category: undefined, sort: 'featured' };

/** The same in all categories. */
const generalSorts: ReadonlySet<string> = new Set(listSortKeys(undefined, true));

/** The sequence of a sort: by the sort key of each part, among equal keys by precedence. */
type SortedSequence = Pick<PartSequence, 'settle'> & {
  order(): OrderedSlots;
  /** Call it after each write of the slot. `hasMoved`: it may have another place among equal keys. */
  update(slot: number, part: IndexedPart | undefined, hasMoved: boolean): void;
  getKey(slot: number): SortKey;
};

type SortedSequenceParts = {
  parts: SlotParts;
  precedence: PrecedenceSequence;
  ranking: Ranking;
  /** Undefined: all. */
  category: Category | undefined;
};

/** Settle the precedence first. */
function makeSortedSequence({ parts, precedence, ranking, category }: SortedSequenceParts): SortedSequence {
  const keys: SortKey[] = []; // by slot; of parts that do not belong to the sequence: NaN
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
    order: () => sequence,
    update(slot, part, hasMoved) {
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
    getKey: (slot) => keys[slot] as SortKey,
  };
}

/**
 * Our choice by its ranks, then all other parts by precedence: it keeps the former alone. In the precedence they are the first of
 * the parts that can be bought, and the first of the others.
 */
function makeFeaturedSequence(precedence: PrecedenceSequence): SortedSequence & SavedState {
  const keys = new Map<number, number>(); // by slot
  const getKey = (slot: number) => keys.get(slot) ?? Number.POSITIVE_INFINITY;
  const sequence = makePartSequence({
    includes: (slot) => keys.has(slot),
    compare: (one, other) =>
      getKey(one) - getKey(other) ||
      (precedence.ranks()[one] as number) - (precedence.ranks()[other] as number),
  });

  return {
    save: () => keys,
    restore(saved) {
      for (const slot of keys.keys()) sequence.touch(slot);
      keys.clear();
      for (const [slot, key] of saved as typeof keys) {
        keys.set(slot, key);
        sequence.touch(slot);
      }
    },
    update(slot, part, hasMoved) {
      const key = part?.featured_rank ?? undefined;
      if (key === keys.get(slot) && !(hasMoved && keys.has(slot))) return;
      if (key === undefined) keys.delete(slot);
      else keys.set(slot, key);
      sequence.touch(slot);
    },
    settle: sequence.settle,
    getKey,
    order() {
      if (keys.size === 0) return precedence;
      const second = precedence.countFrom(computeLeastMerit({ canBeBought: true, isFeatured: false }));
      const end = precedence.countFrom(computeLeastMerit({ canBeBought: false, isFeatured: true }));
      const shift = end - second;
      const getSlot = (rank: number) =>
        rank < keys.size ? sequence.getSlot(rank) : precedence.getSlot(rank < end ? rank - shift : rank);
      return {
        size: precedence.size,
        getSlot,
        ranks: precedence.ranks,
        convertRank(rank) {
          const isFeatured = rank < keys.size - shift || (rank >= second && rank < end);
          if (isFeatured) return (sequence.ranks()[precedence.getSlot(rank)] as number) - 1;
          return rank < second ? rank + shift : rank;
        },
        findRank: (isBeyond) => findFirstPlace(precedence.size(), (rank) => isBeyond(getSlot(rank))),
      };
    },
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
  update(slot: number, part: IndexedPart | undefined): boolean;
  getPrecedence(slot: number): Precedence;
  /** The number of parts that have this merit or more. */
  countFrom(merit: number): number;
};

function makePrecedenceSequence(parts: SlotParts): PrecedenceSequence {
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
    restore(saved) {
      const [own, ofSequence] = saved as [typeof state, unknown];
      Object.assign(state, own);
      sequence.restore(ofSequence);
    },
    update(slot, part) {
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
    countFrom: (merit) => sequence.findRank((slot) => readWide(state.merits, slot) < merit),
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
