/** The fonts of documents: Noto Sans, and for each script what continues it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';

/** One file of a font: what it has is asked of it only within `ranges`. */
export type FontFile = {
  /** The name under which a document registers it. */
  key: string;
  family: FontFamily;
  subset: string;
  weight: FontWeight;
  /** First and last code point. */
  ranges: readonly (readonly [number, number])[];
};

export type FontWeight = 400 | 700;

/** In the order in which a character is looked for. */
const families = ['noto-sans', 'noto-sans-bengali', 'noto-sans-arabic', 'noto-emoji'] as const;
type FontFamily = (typeof families)[number];

const packageRequire = createRequire(import.meta.url);

/** The files of one weight, first those that are tried first. */
export function listFontFiles(weight: FontWeight): readonly FontFile[] {
  listed[weight] ??= families.flatMap((family) => listFilesOfFamily(family, weight));
  return listed[weight];
}

const listed: Partial<Record<FontWeight, readonly FontFile[]>> = {};

function listFilesOfFamily(family: FontFamily, weight: FontWeight): FontFile[] {
  const ranges = packageRequire(`@fontsource/${family}/unicode.json`) as Record<string, string>;
  const subsets = Object.keys(ranges).toSorted((one, other) => rankSubset(one) - rankSubset(other));
  return subsets.map((name) => {
    const subset = name.replace(/[[\]]/g, '');
    return {
      key: `${family}-${subset}-${weight}`,
      family,
      subset,
      weight,
      ranges: parseRanges(ranges[name] ?? ''),
    };
  });
}

/** The files of other families have Latin letters, too. */
function rankSubset(name: string): number {
  return name === 'latin' ? 0 : name === 'latin-ext' ? 1 : 2;
}

/** 'U+0000-00FF,U+0131' */
function parseRanges(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** As a document embeds it; kept, since every document needs it. */
export function readFont({ key, family, subset, weight }: FontFile): Uint8Array {
  const name = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`;
  return unpacked.getOrInsertComputed(key, () => unpackWoff(readFileSync(packageRequire.resolve(name))));
}

const unpacked = new Map<string, Uint8Array>();

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

/** WOFF 1.0 as plain OpenType: zlib is many times faster here than what fontkit brings. */
function unpackWoff(woff: Buffer): Uint8Array {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a font in WOFF 1.0');
  const tableCount = woff.readUInt16BE(12);
  const sfnt = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(sfnt, 0, 4, 8);
  sfnt.writeUInt16BE(tableCount, 4);
  let offset = sfntHeaderBytes + sfntEntryBytes * tableCount;
  for (let index = 0; index < tableCount; index++) {
    const at = woffHeaderBytes + woffEntryBytes * index;
    const [from, packedBytes, bytes] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(from, from + packedBytes);
    (packedBytes < bytes ? inflateSync(packed) : packed).copy(sfnt, offset);
    const entry = sfntHeaderBytes + sfntEntryBytes * index;
    woff.copy(sfnt, entry, at, at + 4);
    woff.copy(sfnt, entry + 4, at + 16, at + 20);
    sfnt.writeUInt32BE(offset, entry + 8);
    sfnt.writeUInt32BE(bytes, entry + 12);
    offset += (bytes + 3) & ~3;
  }
  return sfnt;
}
