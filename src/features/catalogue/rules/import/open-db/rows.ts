/** Reads records of the BuildCores OpenDB (https://github.com/buildcores/buildcores-open-db) as rows of parts. */
import { spellBrand } from '#catalogue/rules/brands.ts';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import type { IdentifiedRecord, ReadingContext } from '#catalogue/rules/import/open-db/list.ts';
import { completeName, type ReadRow, readPartRow } from '#catalogue/rules/import/part-rows.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import { makePlainName } from '#catalogue/rules/part-names.ts';
import { maxMpnLength } from '#catalogue/rules/part-numbers.ts';
import type { FieldError } from '#kernel/refusals.ts';

const lists = listedCategories.flatMap(({ id, openDb }) => (openDb ? [{ category: id, list: openDb }] : []));

export function isOpenDbRecord(row: RowFields): boolean {
  return typeof row.opendb_id === 'string' && typeof row.metadata === 'object';
}

/** All rows of a file; undefined: no JSON object. What is usual for a graphics chip takes all of its cards. */
export function* readOpenDbRows(rows: Iterable<RowFields | undefined>): Generator<ReadRow> {
  const all = [...rows];
  const medianWatts = findMedianWatts(all);
  const numbers = new Set<string>();
  for (const row of all) {
    const result = row ? readRecord(row, medianWatts) : refuse('', 'This is not a JSON object');
    yield refuseRepeated(result, numbers);
  }
}

function readRecord(row: RowFields, medianWatts: ReadingContext['medianWatts']): ReadRow {
  const possible = lists.filter(({ list }) => list.marks.some((mark) => mark in row));
  if (possible.length === 0) return refuse('', 'The shop has no category for this record of the OpenDB');
  for (const { category, list } of possible) {
    const quarantined: FieldError[] = [];
    const quarantine = (path: string, message: string) => void quarantined.push({ path, message });
    const read = list.read(row, { medianWatts, quarantine });
    if ('issues' in read)
      return refuse(read.issues[0]?.path.join('.') ?? '', 'This is not as the OpenDB writes it');
    const { record, facts, specs } = read;
    if (!facts) continue;
    const fields = {
      category,
      name: readName(record),
      brand: readBrand(record),
      mpn: readMpn(record),
      specs,
    };
    const result = readPartRow(fields, { list: undefined, category: undefined });
    return 'problems' in result ? result : { part: completeName(result.part), quarantined };
  }
  return refuse('type', 'The record does not say what kind of part it is');
}

/** Of each graphics chip over all records; those of a few cards say nothing. */
function findMedianWatts(rows: readonly (RowFields | undefined)[]): Map<string, number> {
  const wattsOfChip = new Map<string, number[]>();
  for (const { chipset, tdp } of rows.map((row) => row ?? {}))
    if (typeof chipset === 'string' && typeof tdp === 'number' && tdp > 0)
      wattsOfChip.set(chipset, [...(wattsOfChip.get(chipset) ?? []), tdp]);
  return new Map(
    [...wattsOfChip].map(([chip, watts]) => {
      const sorted = watts.toSorted((one, other) => one - other);
      return [chip, sorted[Math.floor(sorted.length / 2)] ?? 0];
    }),
  );
}

/** Several records of one part differ in what somebody mistyped: the first is used. */
function refuseRepeated(result: ReadRow, numbers: Set<string>): ReadRow {
  if ('problems' in result || !result.part.mpn) return result;
  const number = `${result.part.brand} ${result.part.mpn}`.toLowerCase();
  if (numbers.has(number)) return refuse('mpn', 'An earlier record of the OpenDB has this part number');
  numbers.add(number);
  return result;
}

function refuse(path: string, message: string): Extract<ReadRow, { problems: unknown }> {
  return { problems: [{ path, message }] };
}

function readBrand({ metadata: { manufacturer } }: IdentifiedRecord): string | undefined {
  const brand = manufacturer && makePlainName(manufacturer);
  return brand ? spellBrand(brand) : undefined;
}

/** With the maker in front, without marks of registration, and without a retailer's list of facts behind it. */
function readName(record: IdentifiedRecord): string {
  const plain = makePlainName(record.metadata.name.replace(/[™®©]/g, ''))
    .replace(/(?<=\bCore )(i[3579]) (?=\d{3,5})/, '$1-')
    .replace(processorFacts, '')
    .replace(factLists, '')
    .replace(/(?<= [23]\.5)(?:"|”|'')/g, '-inch')
    .replace(/[\s,—–-]+$/, '');
  const short = plain.length > maxTitleLength ? cutTitle(plain) : plain;
  const brand = readBrand(record);
  if (brand && short.toLowerCase().startsWith(`${brand.toLowerCase()} `))
    return `${brand}${short.slice(brand.length)}`;
  return !brand || simplify(short).includes(simplify(brand)) ? short : `${brand} ${short}`;
}

/** ' 3.8 GHz 6-Core AM4' */
const processorFacts = / \d(?:\.\d+)? GHz \d+-Core(?: (?:LGA ?[\d-]+|[A-Z]{1,3}\d\+?))?(?= |$)/i;

/** ', USB 3.2 Gen 1 Type-A, and 342 x 170 x 250 mm dimensions' of cases. */
const factLists = /(?:,| with| and)*(?<=\S)[\s,]+(?:USB \d\.\d|USB Type-C)\b.*$/i;

const maxTitleLength = 120;

/** At the first comma or word that begins a description. */
function cutTitle(title: string): string {
  const end = title.slice(20).search(/, | - | \| | with | for /i);
  return end < 0 ? title : title.slice(0, 20 + end);
}

/** The number that looks most like a maker's: lists also have names and bar codes among them. */
function readMpn({ metadata: { part_numbers: numbers, name } }: IdentifiedRecord): string | undefined {
  const possible = (numbers ?? [])
    .map((number) => number.trim())
    .filter((number) => number !== '' && number.length <= maxMpnLength && !isNoMpn.test(number));
  return possible.find((number) => isCode(number, name)) ?? possible[0];
}

/** Several numbers in one, a UUID, a bar code. */
const isNoMpn = /\s{2}|^[0-9a-f]{8}-[0-9a-f]{4}-|^\d{11,14}$|[^\x20-\x7e]/i;

const isCode = (number: string, name: string) =>
  /\d/.test(number) && !/\s/.test(number) && !simplify(name).includes(simplify(number));

function simplify(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
