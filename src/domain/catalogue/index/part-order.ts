/** An order of parts: their ranks, kept while parts come, change and go. */
import { copyTo } from '#domain/catalogue/index/typed-arrays.ts';

export type PartOrder = {
  /** Call it when a part comes, goes, or may have another place: `settle` then places it again. */
  touch(slot: number): void;
  /** Places at most `maxParts` of the touched parts, and returns how many are left. Ranks need all to be placed. */
  settle(maxParts?: number): number;
  size(): number;
  getSlot(rank: number): number;
  /** By slot; valid until the next `touch`. */
  ranks(): Uint32Array;
  /** The first rank for which `isBeyond` holds; it holds for all after that. */
  findRank(isBeyond: (slot: number) => boolean): number;
};

export type OrderRules = {
  /** Whether there is a part in the slot that belongs to the order. */
  includes(slot: number): boolean;
  /** Negative when `one` comes first; never zero for two slots. */
  compare(one: number, other: number): number;
};

export function makePartOrder({ includes, compare }: OrderRules): PartOrder {
  let slots = new Uint32Array(64); // by rank
  let count = 0;
  let ranks = new Uint32Array(64).fill(noRank); // by slot
  let isTouched = new Uint8Array(64);
  const touched: number[] = [];
  /** Ranks from here on are to be computed again. */
  let firstChanged = noRank;
  let hasMisplaced = false;

  function findRank(isBeyond: (slot: number) => boolean, end = count): number {
    let [from, to] = [0, end];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (isBeyond(slots[middle] as number)) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  function takeOutTouched(): void {
    if (!hasMisplaced) return;
    let kept = firstChanged;
    for (let rank = firstChanged; rank < count; rank += 1) {
      const slot = slots[rank] as number;
      if (isTouched[slot]) ranks[slot] = noRank;
      else slots[kept++] = slot;
    }
    count = kept;
    hasMisplaced = false;
  }

  /** From the end, so that every slot moves once. */
  function insert(sorted: readonly number[]): void {
    if (count + sorted.length > slots.length)
      slots = copyTo(new Uint32Array(count * 2 + sorted.length), slots);
    let end = count;
    let free = count + sorted.length;
    count = free;
    for (let index = sorted.length - 1; index >= 0; index -= 1) {
      const slot = sorted[index] as number;
      const rank = findRank((other) => compare(other, slot) > 0, end);
      free -= end - rank;
      slots.copyWithin(free, rank, end);
      slots[--free] = slot;
      ranks[slot] = free; // provisional: it says that the slot has a place
      end = rank;
    }
    firstChanged = Math.min(firstChanged, end);
  }

  return {
    touch(slot) {
      if (slot >= ranks.length) {
        const known = ranks.length;
        ranks = copyTo(new Uint32Array(slot * 2), ranks).fill(noRank, known);
        isTouched = copyTo(new Uint8Array(slot * 2), isTouched);
      }
      if (isTouched[slot]) return;
      isTouched[slot] = 1;
      touched.push(slot);
      const rank = ranks[slot] as number;
      if (rank === noRank) return;
      hasMisplaced = true;
      firstChanged = Math.min(firstChanged, rank);
    },
    settle(maxParts = Number.POSITIVE_INFINITY) {
      if (touched.length === 0) return 0;
      takeOutTouched();
      const placed = touched.splice(Math.max(0, touched.length - maxParts));
      for (const slot of placed) isTouched[slot] = 0;
      insert(placed.filter(includes).sort(compare));
      if (touched.length > 0) return touched.length;
      for (let rank = firstChanged; rank < count; rank += 1) ranks[slots[rank] as number] = rank;
      firstChanged = noRank;
      return 0;
    },
    size: () => count,
    getSlot: (rank) => slots[rank] as number,
    ranks: () => ranks,
    findRank: (isBeyond) => findRank(isBeyond),
  };
}

const noRank = 0xffff_ffff;
