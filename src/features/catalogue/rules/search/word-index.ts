/** The words of parts in memory: which parts have a word, or one that begins so, and how much it counts there. */
import { deserialize, serialize } from 'node:v8';
import { hashText } from '#catalogue/rules/index/slot-table.ts';
import { copyTo, type Numbers, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import { simplifyMpn } from '#catalogue/rules/part-numbers.ts';
import { findFirstPlace } from '#kernel/binary-search.ts';
import { listPartWords, type SearchedPart, type WordWeight } from './part-words.ts';
import { makePostings } from './postings.ts';
import { makeSimilarWords } from './similar-words.ts';

/** What a part must have. */
export type WordCondition =
  | { word: string; isBeginning?: boolean }
  | { all: readonly WordCondition[] }
  | { any: readonly WordCondition[] }
  | { not: WordCondition };

export type WordedPart = SearchedPart & { id: string };

export type PartKey = (typeof partKeys)[number];

/** One for each slot of the store that has the parts. */
export type Bits = Uint32Array<ArrayBuffer>;

/** What searches ask of it. */
export type WordIndex<Part extends WordedPart = WordedPart> = Omit<
  ReturnType<typeof makeWordIndex<Part>>,
  'save' | 'restore' | 'put' | 'remove'
>;

/** As PostgreSQL weighs A to D, times ten. */
const weights: Readonly<Record<WordWeight, number>> = { A: 10, B: 4, C: 2, D: 1 };

const partKeys = ['id', 'mpn', 'gtin'] as const;

function readKey(part: WordedPart, key: PartKey): string | undefined {
  if (key === 'id') return part.id;
  return (key === 'mpn' ? part.mpn && simplifyMpn(part.mpn) : part.gtin) || undefined;
}

/** A posting is slot × 16 + weight. */
const weightBits = 4;

/** `getPart`: as it is stored; undefined: the slot is free. */
export function makeWordIndex<Part extends WordedPart>(getPart: (slot: number) => Part | undefined) {
  let count = 0; // of slots
  let keyHashes = partKeys.map(() => noNumbers); // of each key, by slot
  let waiting = makeWaiting<Part>();
  const postings = makePostings();
  let listed: Bits = new Uint32Array();
  let left: Uint8Array | undefined; // as it was saved
  const changes: (() => void)[] = []; // since then
  const sortedWords = makeSortedWords();
  const similarWords = makeSimilarWords();
  let version = 0;

  function setListed(slot: number, isListed: boolean): void {
    if (hasBit(listed, slot) === isListed) return;
    listed = flipBit(listed, slot);
    version += 1;
  }

  function addWord(word: string): void {
    sortedWords.add(word);
    similarWords.add(word);
  }

  function addWords(slot: number, part: Part): void {
    keyHashes = partKeys.map((key, place) =>
      writeNumber(keyHashes[place] as Numbers, slot, hashKey(readKey(part, key))),
    );
    for (const [word, weight] of listPartWords(part)) {
      if (postings.add(word, (slot << weightBits) | weights[weight])) addWord(word);
    }
  }

  function removeWords(slot: number, part: Part): void {
    for (const [word, weight] of listPartWords(part))
      postings.remove(word, (slot << weightBits) | weights[weight]);
  }

  /** Adds the parts of a word, or of all that begin so. */
  function addParts(
    bits: Bits,
    { word, isBeginning = false }: { word: string; isBeginning?: boolean },
  ): void {
    for (const each of isBeginning ? sortedWords.list(word) : [word]) {
      const { values, from, to } = postings.range(each);
      for (let place = from; place < to; place += 1) {
        const slot = (values[place] as number) >>> weightBits;
        bits[slot >> 5] = (bits[slot >> 5] as number) | (1 << (slot & 31));
      }
    }
  }

  /** `known`: what one search has found, because the ways to write it share conditions. */
  function find(condition: WordCondition, known = new Map<WordCondition, Bits>()): Bits {
    const earlier = known.get(condition);
    if (earlier) return earlier;
    const bits = new Uint32Array((count + 31) >> 5);
    known.set(condition, bits);
    if ('word' in condition) addParts(bits, condition);
    else if ('not' in condition) {
      const excluded = find(condition.not, known);
      for (let index = 0; index < bits.length; index += 1) bits[index] = ~(excluded[index] as number);
    } else if ('any' in condition) {
      for (const each of condition.any) {
        if ('word' in each) addParts(bits, each);
        else unite(bits, find(each, known));
      }
    } else {
      for (const [index, each] of condition.all.entries()) {
        if (index === 0) bits.set(find(each, known));
        else if (!intersect(bits, find(each, known))) break;
      }
    }
    return bits;
  }

  /** Takes long, and nobody needs it before the first search. */
  function readLeft(): void {
    if (!left) return;
    const saved = deserialize(left) as ReturnType<typeof save>;
    ({ count } = saved);
    waiting = makeWaiting(saved.waiting);
    keyHashes = saved.keyHashes.map((hashes) => hashes.slice()); // copies, without all that was read
    listed = saved.listed.slice();
    left = undefined;
    for (const word of postings.restore(saved.postings)) addWord(word);
    for (const change of changes.splice(0)) change();
  }

  function whenRead(change: () => void): void {
    if (left) changes.push(change);
    else change();
  }

  const save = () => ({ count, keyHashes, waiting: waiting.save(), postings: postings.save(), listed });

  return {
    save() {
      readLeft();
      return serialize(save());
    },
    restore(saved: unknown) {
      left = saved as Uint8Array;
      changes.length = 0;
    },
    /** `isListed`: searches find it; of others only the words are known. `earlier`: what the slot had; undefined: it was free. */
    put(slot: number, part: Part, { isListed, earlier }: { isListed: boolean; earlier: Part | undefined }) {
      whenRead(() => {
        count = Math.max(count, slot + 1);
        setListed(slot, isListed);
        if (!earlier || !hasSameWords(earlier, part)) waiting.add(slot, earlier);
      });
    },
    /** `earlier`: the part that has gone. */
    remove(slot: number, earlier: Part) {
      whenRead(() => {
        setListed(slot, false);
        waiting.add(slot, earlier);
      });
    },
    /** Reads the words of at most `maxParts` parts that came, changed or went; returns how many are left. Search when none are. */
    settle(maxParts = Number.POSITIVE_INFINITY) {
      readLeft();
      for (let read = 0; read < maxParts && waiting.size() > 0; read += 1) {
        const { slot, earlier } = waiting.take();
        const part = getPart(slot);
        if (earlier) removeWords(slot, earlier);
        if (part) addWords(slot, part);
        version += 1;
      }
      return waiting.size();
    },
    /** Changes when the words of any part are read, and when a part is listed or is no longer. */
    version: () => version,
    /** Of the slots. */
    size: () => count,
    find: (condition: WordCondition) => find(condition),
    findListed(condition: WordCondition) {
      const bits = find(condition);
      intersect(bits, listed);
      return bits;
    },
    /** The slots of the listed parts with this id, MPN (as `simplifyMpn` writes it) or GTIN. */
    findKey(key: PartKey, text: string) {
      const [hash, slots] = [hashKey(text), [] as number[]];
      const hashes = keyHashes[partKeys.indexOf(key)] as Numbers;
      for (let slot = hashes.indexOf(hash); slot >= 0; slot = hashes.indexOf(hash, slot + 1))
        if (hasBit(listed, slot)) slots.push(slot);
      return slots.filter((slot) => {
        const part = getPart(slot);
        return part !== undefined && readKey(part, key) === text;
      });
    },
    /** Undefined: it has gone, and its words were not taken out yet. */
    getPart,
    /** By slot: the sum of the weights that the words have in the name, brand, specification and category. */
    sumWeights(words: readonly string[]) {
      const sums = new Uint32Array(count);
      for (const word of words) {
        const { values, from, to } = postings.range(word);
        for (let place = from; place < to; place += 1) {
          const posting = values[place] as number;
          const slot = posting >>> weightBits;
          sums[slot] = (sums[slot] as number) + (posting & ((1 << weightBits) - 1));
        }
      }
      return sums;
    },
    has: postings.has,
    hasBeginning: (beginning: string) => sortedWords.list(beginning).some(postings.has),
    /** Words of letters that are spelled nearly so, the most similar first. */
    listSimilar: (word: string) => similarWords.list(word).filter(postings.has),
  };
}

export function hasBit(bits: Bits, slot: number): boolean {
  return (((bits[slot >> 5] ?? 0) >>> (slot & 31)) & 1) === 1;
}

/** Returns the bits, or more in which there is room for the slot. */
function flipBit(bits: Bits, slot: number): Bits {
  const place = slot >> 5;
  const flipped = place < bits.length ? bits : copyTo(new Uint32Array(Math.max(64, place * 2)), bits);
  flipped[place] = (flipped[place] as number) ^ (1 << (slot & 31));
  return flipped;
}

/**
 * The slots whose words are to be read, those that wait longest first, so that an import puts none off. Hardly any has words that
 * were read before: of these the part, as it was then.
 */
function makeWaiting<Part>(saved?: { slots: Bits; order: Numbers; earlier: Map<number, Part> }) {
  let slots = saved?.slots.slice() ?? new Uint32Array();
  let order = saved?.order.slice() ?? noNumbers;
  let begin = 0;
  let end = order.length;
  const earlier = saved?.earlier ?? new Map<number, Part>();
  return {
    size: () => end - begin,
    save: () => ({ slots, order: order.slice(begin, end), earlier }),
    add(slot: number, part: Part | undefined): void {
      if (hasBit(slots, slot)) return;
      slots = flipBit(slots, slot);
      order = writeNumber(order, end, slot);
      end += 1;
      if (part) earlier.set(slot, part);
    },
    take(): { slot: number; earlier: Part | undefined } {
      const slot = order[begin] as number;
      begin += 1;
      if (begin === end) [order, begin, end] = [noNumbers, 0, 0];
      slots = flipBit(slots, slot);
      const part = earlier.get(slot);
      earlier.delete(slot);
      return { slot, earlier: part };
    },
  };
}

export function listSlots(bits: Bits): number[] {
  const slots: number[] = [];
  visitSlots(bits, (slot) => slots.push(slot));
  return slots;
}

export function visitSlots(bits: Bits, visit: (slot: number) => void): void {
  for (let index = 0; index < bits.length; index += 1) {
    for (let left = bits[index] as number; left !== 0; left &= left - 1) {
      visit(index * 32 + 31 - Math.clz32(left & -left));
    }
  }
}

function unite(bits: Bits, others: Bits): void {
  for (let index = 0; index < bits.length; index += 1)
    bits[index] = (bits[index] as number) | (others[index] as number);
}

/** Returns whether any are left. */
function intersect(bits: Bits, others: Bits): boolean {
  let left = 0;
  for (let index = 0; index < bits.length; index += 1) {
    bits[index] = (bits[index] as number) & (others[index] as number);
    left |= bits[index] as number;
  }
  return left !== 0;
}

function hasSameWords(one: WordedPart, other: WordedPart): boolean {
  const read = ({ id, name, brand, category, specs, sku, mpn, gtin }: WordedPart) =>
    JSON.stringify([id, name, brand, category, specs, sku, mpn, gtin]);
  return one === other || read(one) === read(other);
}

/** All words that were ever there, in their order, so that those with one beginning are neighbours. */
function makeSortedWords() {
  let sorted: string[] = [];
  let added: string[] = [];

  const findFirst = (isBeyond: (word: string) => boolean) =>
    findFirstPlace(sorted.length, (place) => isBeyond(sorted[place] as string));

  return {
    add: (word: string) => void added.push(word),
    list(beginning: string): string[] {
      if (added.length > 0) sorted = [...sorted, ...added].sort();
      added = [];
      return sorted.slice(
        findFirst((word) => word >= beginning),
        findFirst((word) => word > beginning && !word.startsWith(beginning)),
      );
    },
  };
}

/** 0: the part has none. No text has 0, so that nobody finds all of these by what they type. */
function hashKey(text: string | undefined): number {
  return text === undefined ? 0 : hashText(text) || 1;
}
