/** Reads records of the BuildCores OpenDB (https://github.com/buildcores/buildcores-open-db) as rows of parts. */

import { definitions } from '#domain/catalogue/categories.ts';
import type { RowFields } from '#domain/catalogue/import/import-values.ts';
import type { OpenDbList, ReadingContext } from '#domain/catalogue/import/open-db/list.ts';
import { readBrand, readMpn, readName } from '#domain/catalogue/import/open-db/names.ts';
import { completeName, type ReadRow, readPartRow } from '#domain/catalogue/import/part-rows.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { FitPart } from '#domain/fit/facts.ts';
import type { FieldError } from '#domain/refusals.ts';

const lists = definitions.flatMap(({ id, lists: { openDb } = {} }): [Category, OpenDbList][] =>
  openDb ? [[id, openDb]] : [],
);

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
  const possible = lists.filter(([, { marks }]) => marks.some((mark) => mark in row));
  if (possible.length === 0) return refuse('', 'The shop has no category for this record of the OpenDB');
  for (const [category, list] of possible) {
    const quarantined: FieldError[] = [];
    const quarantine = (path: string, message: string) => void quarantined.push({ path, message });
    const read = list.read(row, { medianWatts, quarantine });
    if ('issues' in read)
      return refuse(read.issues[0]?.path.join('.') ?? '', 'This is not as the OpenDB writes it');
    const { record, specs } = read;
    if (!specs) continue;
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

/** The facts for the rules of fit from the records of one list; a record of another shape is thrown. */
export function readOpenDbFacts(name: string, rows: readonly RowFields[]) {
  const medianWatts = findMedianWatts(rows);
  const quarantined: string[] = [];
  const quarantine = (fact: string) => void quarantined.push(fact);
  const parts = rows.flatMap((row): FitPart[] => {
    const read = lists.find(([, list]) => list.name === name)?.[1].read(row, { medianWatts, quarantine });
    if (!read || 'issues' in read) throw new Error(`This is no record of ${name}: ${JSON.stringify(read)}`);
    return [read.part];
  });
  return { parts, quarantined };
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
