/** The file of parts: what was put is read again, also after the next start; what cannot be used is left alone. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPartFile, type PartFile } from '#catalogue/database/part-file.ts';
import type { PartRow } from '#catalogue/database/parts.ts';
import { givenIndexedPart } from '#tests/support/given-indexed-part.ts';

let folder: string;
const left = () => join(folder, 'catalogue-index');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compact-parts-'));
});
afterEach(() => rm(folder, { recursive: true }));

function makeRow(number: number, description: string, others = {}): PartRow {
  const dates = { updated_at: new Date(5), off_sale_at: number % 2 ? null : new Date(number) };
  return { ...givenIndexedPart({ number }), description, ...dates, ...others } as unknown as PartRow;
}

function getPart(file: PartFile, number: number): PartRow | undefined {
  const slot = file.find(number);
  return slot === undefined ? undefined : file.get(slot);
}

function remove(file: PartFile, number: number): void {
  const slot = file.find(number);
  file.remove(number);
  if (slot !== undefined) expect(file.get(slot)).toBeUndefined();
}

const change = fc.record({
  number: fc.integer({ min: 1, max: 20 }),
  length: fc.option(fc.integer({ min: 0, max: 40_000 })), // null: it goes
  letter: fc.constantFrom('a', 'ü', '木', '😀'),
  /** A migration may add a column. */
  others: fc.constantFrom({}, { column_of_tomorrow: 1 }),
});

test('what was put is read as it was, whatever came, grew, shrank and went, and after each start', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 60 }), { maxLength: 3 }), (rounds) => {
      const known = new Map<number, PartRow>();
      for (const [round, changes] of rounds.entries()) {
        const file = openPartFile(folder, 'this one');
        const taken = file.takeLeft() as { round: number; parts: unknown } | undefined;
        expect(taken?.round).toBe(round === 0 ? undefined : round);
        if (taken) file.restore(taken.parts);
        for (const { number, length, letter, others } of changes) {
          const part = length === null ? undefined : makeRow(number, letter.repeat(length), others);
          if (part) known.set(number, part);
          else known.delete(number);
          if (part) file.put(part);
          else remove(file, number);
        }
        expect(new Set(file.numbers())).toEqual(new Set(known.keys()));
        for (let number = 1; number <= 20; number += 1)
          expect(getPart(file, number)).toEqual(known.get(number));
        file.leave({ round: round + 1, parts: file.save() });
      }
      openPartFile(folder, 'this one');
    }),
    { numRuns: 30 },
  );
});

test('what is taken keeps nothing in memory of what was read with it', () => {
  const file = openPartFile(folder, 'this one');
  const values = {
    words: serialize('cable'),
    slots: [Uint8Array.of(1), Uint16Array.of(2), Uint32Array.of(3)],
  };
  file.leave(values);
  const { words, slots } = openPartFile(folder, 'this one').takeLeft() as typeof values;
  for (const each of [words, ...slots]) expect(each.buffer.byteLength).toBe(each.byteLength);
});

test('nobody else sees the file while it is open, nor may read what was left', async () => {
  const file = openPartFile(folder, 'this one');
  file.put(makeRow(1, 'A part.'));
  expect(await readdir(folder)).toEqual([]);
  file.leave(1);
  expect((await stat(left())).mode & 0o777).toBe(0o600);
  openPartFile(folder, 'this one');
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['of another program', 'another one', (bytes: Buffer) => bytes],
  ['that is cut off', 'this one', (bytes: Buffer) => bytes.subarray(0, bytes.length - 13)],
  ['whose end was never written', 'this one', (bytes: Buffer) => bytes.fill(0, bytes.length >> 1)],
  ['that is empty', 'this one', () => Buffer.alloc(0)],
  ['that says a wrong beginning', 'this one', (bytes: Buffer) => bytes.fill(255, bytes.length - 12)],
  ['with one letter that differs', 'this one', (bytes: Buffer) => bytes.fill('b', 50, 51)],
])('a file %s is not used, and goes', async (_, program, change) => {
  const file = openPartFile(folder, 'this one');
  for (let number = 1; number < 100; number += 1) file.put(makeRow(number, 'A part.'));
  file.leave({ parts: file.save() });
  await writeFile(left(), change(await readFile(left())));
  const next = openPartFile(folder, program);
  expect([next.takeLeft(), next.find(1), await readdir(folder)]).toEqual([undefined, undefined, []]);
  expect(next.get(next.put(makeRow(1, 'It works.')))).toEqual(makeRow(1, 'It works.'));
});

test('a disk that is full leaves the parts in memory', () => {
  const program = `
    import { openPartFile } from '#catalogue/database/part-file.ts';
    const file = openPartFile(process.argv[1]);
    const dates = { created_at: null, updated_at: null, off_sale_at: null };
    for (const length of [1000, 3000, 500])
      for (let number = 1; number <= 1000; number += 1)
        file.put({ ...dates, number, description: 'x'.repeat(length + number) });
    for (let number = 1; number <= 1000; number += 1)
      if (file.get(file.find(number)).description.length !== 500 + number) throw new Error(String(number));
    console.log('all there');`;
  const limited = 'ulimit -f 256; exec "$0" --input-type=module-typescript --eval "$1" "$2"'; // a full disk for one process
  const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, program, folder], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toMatchObject({ stdout: 'all there\n' });
});

test('without a folder that takes it, the file is among the temporary ones', async () => {
  await writeFile(join(folder, 'a file'), '');
  const file = openPartFile(join(folder, 'a file'), 'this one');
  expect(file.get(file.put(makeRow(1, 'A part.')))).toEqual(makeRow(1, 'A part.'));
});
