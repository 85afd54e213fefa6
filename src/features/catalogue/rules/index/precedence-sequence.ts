/** The sequence of all parts by precedence, with the values that decide it in typed arrays. */

import { copyTo } from '#catalogue/rules/index/column.ts';
import type { IndexedPart } from '#catalogue/rules/index/indexed-part.ts';
import { makePartSequence, type PartSequence } from '#catalogue/rules/index/part-sequence.ts';
import { readPrecedence } from '#catalogue/rules/lists/precedence.ts';

export type PrecedenceSequence = Omit<PartSequence, 'touch'> & {
  /** Call it after each write of the slot; true: the part may have another place in every sequence. */
  update(slot: number): boolean;
};

/** `parts`: by slot. */
export function makePrecedenceSequence(parts: readonly (IndexedPart | undefined)[]): PrecedenceSequence {
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
