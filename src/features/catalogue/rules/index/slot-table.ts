/** Slots by a hash, in typed arrays: objects for each part would fill the heap. */
import { keepState, type Numbers, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';

/** `hash`: a whole number below 2³². The slots of a bucket are a chain in both directions, so that one of many goes at once. */
export function makeSlotTable() {
  // a link is the slot and 1; 0: the end
  const state = {
    heads: new Uint32Array(64), // by bucket
    nexts: noNumbers, // by slot
    earlier: noNumbers, // by slot
    hashes: noNumbers, // by slot
    count: 0,
  };
  const chooseBucket = (hash: number) => hash & (state.heads.length - 1);
  const readHead = (hash: number) => state.heads[chooseBucket(hash)] as number;
  const follow = (links: Numbers, link: number) => links[link - 1] as number;

  function link(slot: number): void {
    const hash = state.hashes[slot] as number;
    const next = readHead(hash);
    state.nexts = writeNumber(state.nexts, slot, next);
    state.earlier = writeNumber(state.earlier, slot, 0);
    if (next !== 0) state.earlier = writeNumber(state.earlier, next - 1, slot + 1);
    state.heads[chooseBucket(hash)] = slot + 1;
  }

  function growBuckets(): void {
    const slots: number[] = [];
    for (let each of state.heads) for (; each !== 0; each = follow(state.nexts, each)) slots.push(each - 1);
    state.heads = new Uint32Array(state.heads.length * 4);
    for (const slot of slots) link(slot);
  }

  return {
    ...keepState(state),
    add(slot: number, hash: number) {
      state.hashes = writeNumber(state.hashes, slot, hash);
      link(slot);
      state.count += 1;
      if (state.count > state.heads.length * 4) growBuckets();
    },
    remove(slot: number) {
      const { heads, nexts, earlier, hashes } = state;
      const [before, next] = [earlier[slot] as number, nexts[slot] as number];
      if (before === 0) heads[chooseBucket(hashes[slot] as number)] = next;
      else nexts[before - 1] = next;
      if (next !== 0) earlier[next - 1] = before;
      state.count -= 1;
    },
    /** The slots with the hash. */
    *find(hash: number) {
      for (let each = readHead(hash); each !== 0; each = follow(state.nexts, each))
        if (state.hashes[each - 1] === hash) yield each - 1;
    },
    getHash: (slot: number) => state.hashes[slot] as number,
  };
}

/** Source: FNV-1a, 32 bits, of UTF-16 units. */
export function hashText(text: string): number {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return hash >>> 0;
}
