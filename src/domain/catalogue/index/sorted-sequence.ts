/** The sequence of a sort: by the sort key of each part, among equal keys by precedence. */
import type { Category } from '#domain/catalogue/categories.ts';
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';
import { makePartSequence, type PartSequence } from '#domain/catalogue/index/part-sequence.ts';
import type { PrecedenceSequence } from '#domain/catalogue/index/precedence-sequence.ts';
import type { Ranking } from '#domain/catalogue/index/ranking.ts';
import type { SortKey } from '#domain/catalogue/lists/sorts.ts';

export type SortedSequence = Omit<PartSequence, 'touch'> & {
  /** Call it after each write of the slot. `hasMoved`: it may have another place among equal keys. */
  update(slot: number, hasMoved: boolean): void;
  getKey(slot: number): SortKey;
};

export type SortedSequenceParts = {
  /** By slot. */
  parts: readonly (IndexedPart | undefined)[];
  precedence: PrecedenceSequence;
  ranking: Ranking;
  /** Undefined: all. */
  category: Category | undefined;
};

/** Settle the precedence first. */
export function makeSortedSequence({
  parts,
  precedence,
  ranking,
  category,
}: SortedSequenceParts): SortedSequence {
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
