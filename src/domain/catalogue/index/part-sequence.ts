/** Parts in the order of a sort: their ranks, kept while parts come, change and go. */
import { makeRankedSlots, noRank, type RankedSlots } from '#domain/catalogue/index/ranked-slots.ts';

export type PartSequence = Pick<RankedSlots, 'size' | 'getSlot' | 'ranks' | 'findRank'> & {
  /** Call it when a part comes, goes, or may have another place: `settle` then places it again. */
  touch(slot: number): void;
  /** Places at most `maxParts` of the touched parts, and returns how many are left. Ranks need all to be placed. */
  settle(maxParts?: number): number;
};

export type SequenceRules = {
  /** Whether there is a part in the slot that belongs to the sequence. */
  includes(slot: number): boolean;
  /** Negative when `one` comes first; never zero for two slots. */
  compare(one: number, other: number): number;
};

export function makePartSequence({ includes, compare }: SequenceRules): PartSequence {
  const ranked = makeRankedSlots();
  const isTouched: boolean[] = []; // by slot
  const touched: number[] = [];
  let firstMisplaced = noRank;

  return {
    touch(slot) {
      while (isTouched.length <= slot) isTouched.push(false);
      if (isTouched[slot]) return;
      isTouched[slot] = true;
      touched.push(slot);
      firstMisplaced = Math.min(firstMisplaced, ranked.readRank(slot));
    },
    settle(maxParts = Number.POSITIVE_INFINITY) {
      if (touched.length === 0) return 0;
      if (firstMisplaced !== noRank) ranked.takeOut((slot) => isTouched[slot] === true, firstMisplaced);
      firstMisplaced = noRank;
      const placed = touched.splice(Math.max(0, touched.length - maxParts));
      for (const slot of placed) isTouched[slot] = false;
      ranked.insert(placed.filter(includes).sort(compare), compare);
      if (touched.length === 0) ranked.renumber();
      return touched.length;
    },
    size: ranked.size,
    getSlot: ranked.getSlot,
    ranks: ranked.ranks,
    findRank: ranked.findRank,
  };
}
