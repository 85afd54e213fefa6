/**
 * The rows of parts in a file that no other process sees: the heap has only those that were read last. The file goes with
 * the process, however that ends, unless it is left to the next start.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { PartRow } from '#catalogue/database/parts.ts';
import {
  keepState,
  type Numbers,
  noNumbers,
  type SavedState,
  writeNumber,
} from '#catalogue/rules/index/states.ts';
import { keptBytes } from '#kernel/kept-bytes.ts';

export type PartFile = ReturnType<typeof openPartFile>;

/** `program`: only the same one takes what was left; without it nothing is taken. */
export function openPartFile(folder: string, program?: string) {
  const taken = program === undefined ? undefined : takeFile(folder, program);
  const { file } = taken ?? { file: makeFile(folder) ?? makeFile(tmpdir()) };
  let left = taken?.left;
  const extents = openExtents(file);
  const table = makeNumberTable();
  const state = {
    free: [] as number[],
    end: 0,
    /** The names of columns: a migration may add one while the shop is open. */
    layouts: [] as string[][],
  };
  const kept = new LRUCache<number, PartRow>({
    maxSize: keptBytes.parts,
    sizeCalculation: () => keptPartBytes,
  });

  function makeSlot(number: number): number {
    const slot = state.free.pop() ?? state.end++;
    table.set(number, slot);
    return slot;
  }

  function findLayout(names: readonly string[]): number {
    const isSame = (layout: readonly string[]) =>
      layout.length === names.length && layout.every((name, index) => name === names[index]);
    const known = state.layouts.findLastIndex(isSame);
    return known < 0 ? state.layouts.push([...names]) - 1 : known;
  }

  function read(slot: number): PartRow | undefined {
    const values = JSON.parse(extents.read(slot) || 'null') as unknown[] | null;
    if (!values) return undefined;
    const names = state.layouts[values.at(-1) as number] as string[];
    const part: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index += 1) part[names[index] as string] = values[index];
    for (const name of dateColumns) if (part[name] !== null) part[name] = new Date(part[name] as string);
    return part as PartRow;
  }

  const saved: readonly SavedState[] = [keepState(state), extents, table];

  return {
    /** With what the file was left, once; undefined: it is new. */
    takeLeft() {
      const values = left;
      left = undefined;
      return values;
    },
    /** Leaves it to the next start with values that can be cloned, of which one is what `save` returns. Throws what the disk says. */
    leave(values: unknown) {
      const end = extents.flush();
      if (file !== undefined) leaveFile(folder, { file, end }, [program, values]);
    },
    save: () => saved.map((each) => each.save()),
    restore(states: unknown) {
      for (const [index, each] of saved.entries()) each.restore((states as unknown[])[index]);
      kept.clear();
    },
    /** The slot of the part with this number: a small number that stays while the part is there, and is then reused. */
    find: table.get,
    /** Undefined: the slot is free. The same object while it is kept in memory. */
    get(slot: number) {
      const known = kept.get(slot);
      if (known) return known;
      const part = read(slot);
      if (part) kept.set(slot, part);
      return part;
    },
    /** Returns the part's slot. */
    put(part: PartRow) {
      const values = [...Object.values(part), findLayout(Object.keys(part))];
      const slot = table.get(part.number) ?? makeSlot(part.number);
      extents.write(slot, JSON.stringify(values));
      kept.delete(slot);
      return slot;
    },
    remove(number: number) {
      const slot = table.get(number);
      if (slot === undefined) return;
      table.set(number, undefined);
      kept.delete(slot);
      extents.write(slot, 'null');
      state.free.push(slot);
    },
    numbers: table.numbers,
  };
}

const dateColumns = ['created_at', 'updated_at', 'off_sale_at'] as const satisfies (keyof PartRow)[];

/** A row in the heap. */
const keptPartBytes = 1600;

/** Slots by the numbers of parts, in pages: numbers have hardly any gaps but long ones, which imports have used up. */
function makeNumberTable() {
  const state = { pages: {} as Record<number, Uint32Array> }; // of slots and 1
  return {
    ...keepState(state),
    get(number: number): number | undefined {
      const link = state.pages[number >>> pageBits]?.[number & pageMask];
      return link ? link - 1 : undefined;
    },
    set(number: number, slot: number | undefined): void {
      const page = state.pages[number >>> pageBits] ?? new Uint32Array(pageMask + 1);
      state.pages[number >>> pageBits] = page;
      page[number & pageMask] = slot === undefined ? 0 : slot + 1;
    },
    numbers: () =>
      Object.entries(state.pages).flatMap(([page, links]) =>
        [...links].flatMap((link, place) => (link ? [(Number(page) << pageBits) + place] : [])),
      ),
  };
}

const pageBits = 10;
const pageMask = (1 << pageBits) - 1;

/** What is written at the end is collected first. */
const tailBytes = 256 * 1024;

/**
 * Texts by slot, each with spaces behind it in which it can grow, so that one that is written again and again takes no more.
 * `file`: undefined when no folder takes one: all is collected in memory then.
 */
function openExtents(file: number | undefined) {
  const state = {
    // by slot, in units
    offsets: noNumbers,
    lengths: noNumbers,
    /** In bytes. */
    end: 0,
  };
  let buffer = Buffer.allocUnsafe(64 * 1024);
  let tail = Buffer.alloc(tailBytes);
  let tailStart = 0;
  const readBytes = (units: Numbers, slot: number) => (units[slot] ?? 0) * extentUnit;

  function flush(): void {
    if (file === undefined) throw new Error('There is no file for parts.');
    writeFully(file, tail.subarray(0, state.end - tailStart), tailStart);
    tailStart = state.end;
  }

  /** For `length` bytes at the end. A disk that is full leaves what is collected in memory. */
  function makeRoom(length: number): void {
    if (state.end - tailStart + length <= tail.length) return;
    try {
      flush();
      if (tail.length > tailBytes || length > tail.length) tail = Buffer.alloc(Math.max(tailBytes, length));
    } catch {
      tail = Buffer.concat([tail, Buffer.alloc(Math.max(tail.length, length))]);
    }
  }

  function allocate(slot: number, length: number): void {
    const units = Math.ceil(Math.max(length, readBytes(state.lengths, slot) * 1.5) / extentUnit);
    makeRoom(units * extentUnit);
    state.offsets = writeNumber(state.offsets, slot, state.end / extentUnit);
    state.lengths = writeNumber(state.lengths, slot, units);
    state.end += units * extentUnit;
  }

  /** Returns whether the disk took it. */
  function overwrite(slot: number, text: Buffer): boolean {
    const offset = readBytes(state.offsets, slot);
    const bytes = Buffer.alloc(readBytes(state.lengths, slot), ' ');
    text.copy(bytes);
    try {
      if (offset >= tailStart) bytes.copy(tail, offset - tailStart);
      else if (file !== undefined) writeFully(file, bytes, offset);
      return true;
    } catch {
      return false;
    }
  }

  return {
    save: () => state,
    restore(saved: unknown) {
      Object.assign(state, saved);
      tailStart = state.end;
    },
    /** Writes all to the file, and returns where they end. */
    flush() {
      flush();
      return state.end;
    },
    /** With the spaces. */
    read(slot: number) {
      const [offset, length] = [readBytes(state.offsets, slot), readBytes(state.lengths, slot)];
      if (offset >= tailStart) return tail.toString('utf8', offset - tailStart, offset - tailStart + length);
      if (length > buffer.length) buffer = Buffer.allocUnsafe(length * 2);
      if (file === undefined || readSync(file, buffer, 0, length, offset) < length)
        throw new Error('The file of parts is cut off.');
      return buffer.toString('utf8', 0, length);
    },
    write(slot: number, text: string) {
      const bytes = Buffer.from(text);
      if (bytes.length > readBytes(state.lengths, slot)) allocate(slot, bytes.length);
      if (!overwrite(slot, bytes)) {
        allocate(slot, bytes.length); // what the disk refuses stays in memory
        overwrite(slot, bytes);
      }
    },
  };
}

const extentUnit = 64;

const leftName = 'catalogue-index';

/** Undefined: the folder takes none. */
function makeFile(folder: string): number | undefined {
  const name = join(folder, `${leftName}-${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const file = openSync(name, 'wx+', 0o600);
    rmSync(name, { force: true });
    return file;
  } catch {
    return undefined;
  }
}

/**
 * Parts, then the values, then where these begin and the check sum of all. Of several processes the last one that stops leaves
 * it. It is not forced onto the disk: after a power failure the sum is another one.
 */
function leaveFile(folder: string, { file, end }: { file: number; end: number }, values: unknown[]): void {
  const name = join(folder, `${leftName}-${randomUUID()}`);
  const copy = openSync(name, 'wx', 0o600);
  try {
    let sum = 0;
    let written = 0;
    const append = (bytes: Buffer) => {
      writeFully(copy, bytes, written);
      written += bytes.length;
      sum = crc32(bytes, sum);
    };
    while (written < end) append(readFully(file, written, Math.min(chunkBytes, end - written)));
    append(serialize(values));
    append(Buffer.from(Float64Array.of(end).buffer));
    append(Buffer.from(Uint32Array.of(sum).buffer));
    renameSync(name, join(folder, leftName));
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  } finally {
    closeSync(copy);
  }
}

const chunkBytes = 1024 * 1024;

/** It is taken once. Undefined: nothing was left, or nothing that can be used. */
function takeFile(folder: string, program: string): { file: number; left: unknown } | undefined {
  const name = join(folder, `${leftName}-${randomUUID()}`);
  let file: number | undefined;
  try {
    removeCutOff(folder);
    renameSync(join(folder, leftName), name);
    file = openSync(name, 'r+');
    rmSync(name);
    const valuesEnd = fstatSync(file).size - 12;
    const end = readFully(file, valuesEnd, 8).readDoubleLE();
    let sum = 0;
    for (let done = 0; done < valuesEnd + 8; done += chunkBytes)
      sum = crc32(readFully(file, done, Math.min(chunkBytes, valuesEnd + 8 - done)), sum);
    if (sum === readFully(file, valuesEnd + 8, 4).readUInt32LE()) {
      const [writer, left] = deserialize(readFully(file, end, valuesEnd - end)) as unknown[];
      if (writer === program) return { file, left: detach(left) };
    }
  } catch {} // the catalogue is read from the database
  if (file !== undefined) closeSync(file);
  return undefined;
}

/** What a stop was writing when it was ended: not of another process, which writes now. */
function removeCutOff(folder: string): void {
  for (const each of readdirSync(folder)) {
    const name = join(folder, each);
    if (each.startsWith(`${leftName}-`) && statSync(name).mtimeMs < Date.now() - 3_600_000)
      rmSync(name, { force: true, recursive: true });
  }
}

/** `deserialize` makes typed arrays that keep all bytes which it has read. */
function detach(value: unknown): unknown {
  if (value instanceof Uint8Array) return new Uint8Array(value); // the slice of a buffer is no copy
  if (value instanceof Uint16Array || value instanceof Uint32Array) return value.slice();
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.map(detach) : value;
  if (typeof value !== 'object' || value === null || value.constructor !== Object) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, detach(each)]));
}

function readFully(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let done = 0; done < length; ) {
    const count = readSync(file, bytes, done, length - done, position + done);
    if (count === 0) throw new Error('The file of parts is cut off.');
    done += count;
  }
  return bytes;
}

function writeFully(file: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
}
