/** Reads lists of parts from CSV and JSON Lines, in the shop's fields or those of a known list. */
import { basename, extname } from 'node:path';
import type { RowFields } from '#domain/catalogue/category-definition.ts';
import { readCsvRows } from '#domain/catalogue/import/csv-rows.ts';
import {
  readDecimalCommas,
  recognizeForeignList,
  recognizeList,
  recognizeListFile,
} from '#domain/catalogue/import/part-lists.ts';
import { type ReadRow, readPartRow } from '#domain/catalogue/import/part-rows.ts';
import { findWrongColumns, parseCells } from '#domain/catalogue/import/part-tables.ts';
import { splitIntoLines, UnreadablePartFile } from '#domain/catalogue/import/part-text.ts';
import type { ImportRow } from '#domain/catalogue/import/refused-rows.ts';
import type { Category } from '#domain/catalogue/parts.ts';

export type PartFile = {
  name: string;
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

/** `category`: of rows that name none. Throws UnreadablePartFile. */
export async function* readPartFile(
  file: PartFile,
  category: Category | undefined,
): AsyncGenerator<ImportRow> {
  const lines = splitIntoLines(file.name, file.source);
  const blank: string[] = [];
  for await (const first of lines) {
    if (first.trim() === '') {
      blank.push(first);
      continue;
    }
    const all = restart([...blank, first], lines);
    if (first.trim().startsWith('[')) {
      throw new UnreadablePartFile(`“${file.name}” is one JSON list; JSON Lines has an object on each line.`);
    }
    yield* isJson(file, first) ? readJsonRows(file, all, category) : readTable(file, all, category);
    return;
  }
  throw new UnreadablePartFile(`“${file.name}” is empty.`);
}

/** By the file's extension if it is known, because the first row may be malformed. */
function isJson({ name }: PartFile, first: string): boolean {
  const ending = extname(name).toLowerCase();
  if (['.csv', '.tsv'].includes(ending)) return false;
  return ['.jsonl', '.ndjson', '.json'].includes(ending) || first.trim().startsWith('{');
}

async function* readTable(
  file: PartFile,
  lines: AsyncIterable<string>,
  category: Category | undefined,
): AsyncGenerator<ImportRow> {
  let table: { header: string[]; list: string | undefined } | undefined;
  for await (const csv of readCsvRows(lines)) {
    if (!table) {
      if ('problem' in csv)
        throw new UnreadablePartFile(`The header of “${file.name}” cannot be read as CSV.`);
      const header = csv.cells.map((cell) => cell.trim());
      table = { header, list: chooseList(file, header, category) };
      continue;
    }
    const { header, list } = table;
    if ('problem' in csv) yield makeRow(file, csv.row, makeProblem(csv.problem));
    else if (list) {
      const fields = Object.fromEntries(header.map((column, index) => [column, csv.cells[index]]));
      const row = csv.hasSemicolons ? readDecimalCommas(fields) : fields;
      yield makeRow(file, csv.row, readPartRow(row, { list, category }));
    } else {
      const read = parseCells(header, csv.cells, csv.hasSemicolons);
      yield makeRow(file, csv.row, 'problems' in read ? read : readPartRow(read.fields, { list, category }));
    }
  }
}

function chooseList(file: PartFile, header: string[], category: Category | undefined): string | undefined {
  const list = recognizeList(header) ?? (category && header.includes('name') && recognizeForeignFile(file));
  if (list && !isOwn(header)) return list;
  const wrong = findWrongColumns(header);
  if (wrong.length < header.length && (header.includes('sku') || header.includes('name'))) {
    if (wrong.length === 0) return undefined;
    refuseForeignList(file);
    const columns = wrong.map((column) => `“${column}”`).join(', ');
    throw new UnreadablePartFile(
      `“${file.name}” has columns that a part has not, or has not twice: ${columns}.`,
    );
  }
  refuseForeignList(file);
  throw new UnreadablePartFile(
    `“${file.name}” does not begin with a header of parts; “export” writes one with all columns.`,
  );
}

function refuseForeignList(file: PartFile): void {
  const list = recognizeForeignFile(file);
  if (list === undefined) return;
  throw new UnreadablePartFile(
    `“${file.name}” is the list “${list}” of pc-part-dataset, and the shop has no such category.`,
  );
}

function recognizeForeignFile({ name }: PartFile): string | undefined {
  return recognizeForeignList(basename(name));
}

async function* readJsonRows(
  file: PartFile,
  lines: AsyncIterable<string>,
  category: Category | undefined,
): AsyncGenerator<ImportRow> {
  let format: { list: string | undefined } | undefined;
  const pending: { row: number; fields: RowFields | undefined }[] = [];
  let row = 0;
  for await (const line of lines) {
    row += 1;
    if (line.trim() === '') continue;
    const fields = parseObject(line);
    format ??= fields && chooseJsonFormat(file, fields, category);
    pending.push({ row, fields });
    // the first valid row determines the format
    if (format) yield* flush(format);
    else if (pending.length >= maxUnknownRows) break;
  }
  if (pending.length > 0) {
    refuseForeignList(file);
    throw new UnreadablePartFile(
      `“${file.name}” is no list of parts: no row has fields that the shop knows.`,
    );
  }

  function* flush({ list }: { list: string | undefined }): Generator<ImportRow> {
    for (const { row, fields } of pending.splice(0)) {
      const read = fields
        ? readPartRow(fields, { list, category })
        : makeProblem('This is not a JSON object');
      yield makeRow(file, row, read);
    }
  }
}

const maxUnknownRows = 1000;

function chooseJsonFormat(
  file: PartFile,
  row: RowFields,
  category: Category | undefined,
): { list: string | undefined } | undefined {
  const fields = Object.keys(row);
  if (isOwn(fields)) return { list: undefined };
  const list = recognizeList(fields) ?? recognizeListFile(basename(file.name));
  if (list) return { list };
  return category && fields.includes('name') ? { list: recognizeForeignFile(file) } : undefined;
}

function isOwn(fields: readonly string[]): boolean {
  return ['sku', 'category', 'specs', 'available_quantity'].some((field) => fields.includes(field));
}

function parseObject(line: string): RowFields | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as RowFields)
      : undefined;
  } catch {
    return undefined;
  }
}

function makeProblem(message: string): ReadRow {
  return { problems: [{ path: '', message }] };
}

function makeRow(file: PartFile, row: number, read: ReadRow): ImportRow {
  return { file: file.name, row, ...read };
}

async function* restart<Item>(first: Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}
