/** Parts in the order of a sort: their ranks, kept while parts come, change and go. */
import { copyTo, growth, keepState, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import { findFirstPlace } from '#kernel/binary-search.ts';

export type PartSequence = ReturnType<typeof makePartSequence>;

export type SequenceRules = {
  /** Whether there is a part in the slot that belongs to the sequence. */
  includes(slot: number): boolean;
  /** Negative when `one` comes first; never zero for two slots. */
  compare(one: number, other: number): number;
};

/** Save it when all parts are placed. */
export function makePartSequence({ includes, compare }: SequenceRules) {
  const ranked = makeRankedSlots();
  let isTouched = noNumbers; // by slot
  const touched: number[] = [];
  let firstMisplaced = noRank;

  return {
    save: ranked.save,
    restore(saved: unknown) {
      ranked.restore(saved);
      [isTouched, touched.length, firstMisplaced] = [noNumbers, 0, noRank];
    },
    /** Call it when a part comes, goes, or may have another place: `settle` then places it again. */
    touch(slot: number) {
      if (isTouched[slot]) return;
      isTouched = writeNumber(isTouched, slot, 1);
      touched.push(slot);
      firstMisplaced = Math.min(firstMisplaced, ranked.readRank(slot));
    },
    /** Places at most `maxParts` of the touched parts, and returns how many are left. Ranks need all to be placed. */
    settle(maxParts = Number.POSITIVE_INFINITY) {
      if (touched.length === 0) return 0;
      if (firstMisplaced !== noRank) ranked.takeOut((slot) => isTouched[slot] === 1, firstMisplaced);
      firstMisplaced = noRank;
      const placed = touched.splice(Math.max(0, touched.length - maxParts));
      for (const slot of placed) isTouched[slot] = 0;
      ranked.insert(placed.filter(includes).sort(compare), compare);
      if (touched.length === 0) ranked.renumber();
      return touched.length;
    },
    size: ranked.size,
    getSlot: ranked.getSlot,
    /** By slot: the rank and 1; 0: it has none. */
    ranks: ranked.ranks,
    /** The first rank for which it holds; it holds for all after that. */
    findRank: ranked.findRank,
  };
}

const noRank = 0xffff_ffff;

/** The slots of a sequence of parts, and the rank of each. */
function makeRankedSlots() {
  const state = {
    slots: new Uint32Array(64), // by rank
    ranks: new Uint32Array(64), // by slot
    count: 0,
    /** From here on `ranks` is out of date. */
    firstChanged: noRank,
  };

  const findRank = (isBeyond: (slot: number) => boolean, end = state.count) =>
    findFirstPlace(end, (rank) => isBeyond(state.slots[rank] as number));

  return {
    ...keepState(state),
    /** Makes room for the slot; returns its rank, `noRank` when it has none. Out of date until `renumber`. */
    readRank(slot: number) {
      if (slot >= state.ranks.length) state.ranks = copyTo(new Uint32Array(slot * growth + 64), state.ranks);
      return ((state.ranks[slot] as number) - 1) >>> 0; // `noRank` without one
    },
    /** Takes out the slots for which it holds, from this rank on. */
    takeOut(isOut: (slot: number) => boolean, from: number) {
      const { slots, ranks, count } = state;
      state.firstChanged = Math.min(state.firstChanged, from);
      let kept = state.firstChanged;
      for (let rank = kept; rank < count; rank += 1) {
        const slot = slots[rank] as number;
        if (isOut(slot)) ranks[slot] = 0;
        else slots[kept++] = slot;
      }
      state.count = kept;
    },
    /** Inserts slots that are sorted. */
    insert(sorted: readonly number[], compare: SequenceRules['compare']) {
      let end = state.count;
      let free = end + sorted.length;
      state.count = free;
      if (free > state.slots.length) state.slots = copyTo(new Uint32Array(free * growth), state.slots);
      const { slots, ranks } = state;
      // from the end, so that every slot moves once
      for (let index = sorted.length - 1; index >= 0; index -= 1) {
        const slot = sorted[index] as number;
        const rank = findRank((other) => compare(other, slot) > 0, end);
        free -= end - rank;
        slots.copyWithin(free, rank, end);
        slots[--free] = slot;
        ranks[slot] = free + 1; // provisional: it says that the slot has a place
        end = rank;
      }
      state.firstChanged = Math.min(state.firstChanged, end);
    },
    renumber() {
      const { slots, ranks, count } = state;
      for (let rank = state.firstChanged; rank < count; rank += 1) ranks[slots[rank] as number] = rank + 1;
      state.firstChanged = noRank;
    },
    size: () => state.count,
    getSlot: (rank: number) => state.slots[rank] as number,
    ranks: () => state.ranks,
    findRank: (isBeyond: (slot: number) => boolean) => findRank(isBeyond),
  };
}
