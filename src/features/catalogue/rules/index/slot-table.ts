/** Slots by a hash, in typed arrays: objects for each part would fill the heap. */
import { copyTo, keepState, type SavedState } from '#catalogue/rules/index/states.ts';

export type SlotTable = SavedState & {
  add(slot: number, hash: number): void;
  remove(slot: number): void;
  /** The slots with the hash. */
  find(hash: number): IteratorObject<number>;
  /** One of them. */
  first(hash: number): number | undefined;
  getHash(slot: number): number;
};

/** `hash`: a whole number below 2³². The slots of a bucket are a chain in both directions, so that one of many goes at once. */
export function makeSlotTable(): SlotTable {
  const state = {
    heads: new Int32Array(64).fill(end), // by bucket
    nexts: new Int32Array(64), // by slot
    earlier: new Int32Array(64), // by slot; of the first of a chain: `end`
    hashes: new Uint32Array(64), // by slot
    count: 0,
  };
  const readHead = (hash: number) => state.heads[hash & (state.heads.length - 1)] as number;

  function link(slot: number): void {
    const { heads, nexts, earlier, hashes } = state;
    const hash = hashes[slot] as number;
    const next = readHead(hash);
    nexts[slot] = next;
    earlier[slot] = end;
    if (next !== end) earlier[next] = slot;
    heads[hash & (heads.length - 1)] = slot;
  }

  function growBuckets(): void {
    const slots: number[] = [];
    for (let slot of state.heads) for (; slot !== end; slot = state.nexts[slot] as number) slots.push(slot);
    state.heads = new Int32Array(state.heads.length * 4).fill(end);
    for (const slot of slots) link(slot);
  }

  function skip(first: number, hash: number): number {
    let slot = first;
    while (slot !== end && state.hashes[slot] !== hash) slot = state.nexts[slot] as number;
    return slot;
  }

  return {
    ...keepState(state),
    add(slot, hash) {
      if (slot >= state.hashes.length) {
        state.nexts = copyTo(new Int32Array(slot * 2), state.nexts);
        state.earlier = copyTo(new Int32Array(slot * 2), state.earlier);
        state.hashes = copyTo(new Uint32Array(slot * 2), state.hashes);
      }
      state.hashes[slot] = hash;
      link(slot);
      state.count += 1;
      if (state.count > state.heads.length) growBuckets();
    },
    remove(slot) {
      const { heads, nexts, earlier, hashes } = state;
      const [before, next] = [earlier[slot] as number, nexts[slot] as number];
      if (before === end) heads[(hashes[slot] as number) & (heads.length - 1)] = next;
      else nexts[before] = next;
      if (next !== end) earlier[next] = before;
      state.count -= 1;
    },
    *find(hash) {
      let slot = skip(readHead(hash), hash);
      for (; slot !== end; slot = skip(state.nexts[slot] as number, hash)) yield slot;
    },
    first(hash) {
      const slot = skip(readHead(hash), hash);
      return slot === end ? undefined : slot;
    },
    getHash: (slot) => state.hashes[slot] as number,
  };
}

const end = -1;

/** Source: FNV-1a, 32 bits, of UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
