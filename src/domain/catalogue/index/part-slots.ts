/** The slots of the parts of the catalogue index: small numbers that stay while a part is there, and are then reused. */
import type { IndexedPart } from '#domain/catalogue/index/indexed-part.ts';

export type PartSlots<Part extends IndexedPart> = {
  /** By slot. */
  parts: readonly (Part | undefined)[];
  find(number: number): number | undefined;
  /** Returns the part's slot. */
  put(part: Part): number;
  remove(number: number): void;
  /** The part's row in the index of its category. */
  getRow(slot: number): number;
  setRow(slot: number, row: number): void;
  size(): number;
};

export function makePartSlots<Part extends IndexedPart>(): PartSlots<Part> {
  const parts: (Part | undefined)[] = [];
  const slots = new Map<number, number>();
  const rows: number[] = [];
  const free: number[] = [];
  return {
    parts,
    find: (number) => slots.get(number),
    put(part) {
      const slot = slots.get(part.number) ?? free.pop() ?? parts.length;
      slots.set(part.number, slot);
      parts[slot] = part;
      return slot;
    },
    remove(number) {
      const slot = slots.get(number);
      if (slot === undefined) return;
      slots.delete(number);
      parts[slot] = undefined;
      free.push(slot);
    },
    getRow: (slot) => rows[slot] as number,
    setRow(slot, row) {
      rows[slot] = row;
    },
    size: () => slots.size,
  };
}
