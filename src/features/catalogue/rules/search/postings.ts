/** Lists of whole numbers by word, all in one typed array: an array for each word would fill the heap. */
import { copyTo } from '#catalogue/rules/index/states.ts';

export type SavedPostings = { words: string[]; lengths: Uint32Array; values: Uint32Array };

const grow = (length: number) => Math.ceil(length * 1.4) + 1;

export function makePostings() {
  const ids = new Map<string, number>(); // of lists, by word
  let starts = new Uint32Array(64); // by id, as those that follow
  let lengths = new Uint32Array(64);
  let capacities = new Uint32Array(64);
  let values = new Uint32Array(1024);
  let end = 0; // of all lists
  let unused = 0; // places that lists have left

  function addList(word: string): number {
    const id = ids.size;
    ids.set(word, id);
    if (id < starts.length) return id;
    const double = (list: Uint32Array<ArrayBuffer>) => copyTo(new Uint32Array(64 + id * 2), list);
    [starts, lengths, capacities] = [double(starts), double(lengths), double(capacities)];
    return id;
  }

  /** To the end, where it can grow. */
  function move(id: number): void {
    const length = lengths[id] as number;
    const capacity = grow(length);
    if (end + capacity > values.length && unused * 3 > end) layOut();
    if (end + capacity > values.length)
      values = copyTo(new Uint32Array(Math.ceil((end + capacity) * 1.3)), values);
    const start = starts[id] as number;
    values.copyWithin(end, start, start + length);
    unused += capacities[id] as number;
    starts[id] = end;
    capacities[id] = capacity;
    end += capacity;
  }

  /** One list behind the other, each with what it may grow by: else each would move at once, and all be laid out again. */
  function layOut(): void {
    const laidOut = new Uint32Array(lengths.reduce((sum, length) => sum + grow(length), 0) * 1.3);
    end = 0;
    for (let id = 0; id < ids.size; id += 1) {
      laidOut.set(read(id), end);
      starts[id] = end;
      capacities[id] = grow(lengths[id] as number);
      end += capacities[id] as number;
    }
    values = laidOut;
    unused = 0;
  }

  function read(id: number): Uint32Array {
    const start = starts[id] as number;
    return values.subarray(start, start + (lengths[id] as number));
  }

  return {
    /** `posting`: below 2³², once for each word. Returns whether the word was never there. */
    add(word: string, posting: number) {
      const known = ids.get(word);
      const id = known ?? addList(word);
      if (lengths[id] === capacities[id]) move(id);
      const length = lengths[id] as number;
      values[(starts[id] as number) + length] = posting;
      lengths[id] = length + 1;
      return known === undefined;
    },
    remove(word: string, posting: number) {
      const id = ids.get(word) as number;
      const start = starts[id] as number;
      const last = (lengths[id] as number) - 1;
      values[values.indexOf(posting, start)] = values[start + last] as number;
      lengths[id] = last;
    },
    /** Until the next change, `values` has the postings of the word from `from` to before `to`. */
    range(word: string) {
      const id = ids.get(word);
      if (id === undefined) return { values, from: 0, to: 0 };
      const from = starts[id] as number;
      return { values, from, to: from + (lengths[id] as number) };
    },
    has(word: string) {
      const id = ids.get(word);
      return id !== undefined && lengths[id] !== 0;
    },
    /** In words that have postings, and how many of `values` are those of each. */
    save(): SavedPostings {
      const kept = [...ids].filter(([, id]) => lengths[id] !== 0);
      const saved = {
        words: kept.map(([word]) => word),
        lengths: Uint32Array.from(kept, ([, id]) => lengths[id] as number),
        values: new Uint32Array(lengths.reduce((sum, length) => sum + length, 0)),
      };
      let place = 0;
      for (const [, id] of kept) {
        saved.values.set(read(id), place);
        place += lengths[id] as number;
      }
      return saved;
    },
    /** Returns the words. */
    restore(saved: SavedPostings) {
      ids.clear();
      for (const [id, word] of saved.words.entries()) ids.set(word, id);
      [lengths, capacities, values] = [saved.lengths.slice(), saved.lengths.slice(), saved.values.slice()];
      starts = new Uint32Array(lengths.length);
      end = 0;
      for (const [id, length] of lengths.entries()) {
        starts[id] = end;
        end += length;
      }
      unused = 0;
      return saved.words;
    },
  };
}
