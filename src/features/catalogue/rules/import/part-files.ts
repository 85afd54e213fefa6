/** Reads lists of parts from CSV and JSON Lines, in the shop's fields, those of a known list, or as records of the OpenDB. */
import { basename, extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { parseObject, type RowFields } from '#catalogue/rules/import/import-values.ts';
import { isOpenDbRecord, readOpenDbRows } from '#catalogue/rules/import/open-db/rows.ts';
import {
  listListColumns,
  readDecimalCommas,
  recognizeForeignList,
  recognizeList,
  recognizeListFile,
} from '#catalogue/rules/import/part-lists.ts';
import { partNumberNames, type ReadRow, readPartRow } from '#catalogue/rules/import/part-rows.ts';
import { findWrongColumns, listColumns, parseCells } from '#catalogue/rules/import/part-tables.ts';
import { type EncodedText, splitIntoLines, UnreadablePartFile } from '#catalogue/rules/import/part-text.ts';
import type { ImportRow } from '#catalogue/rules/import/refused-rows.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';

export type FileReading = {
  /** Of rows that name none. */
  category: Category | undefined;
  /** Its rows may name a part by its number only. */
  isPriceList?: boolean;
};

/** Throws UnreadablePartFile. */
export async function* readPartFile(file: EncodedText, reading: FileReading): AsyncGenerator<ImportRow> {
  const lines = splitIntoLines(file);
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
    yield* isJson(file, first) ? readJsonRows(file, all, reading) : readTable(file, all, reading);
    return;
  }
  throw new UnreadablePartFile(`“${file.name}” is empty.`);
}

/** By the file's extension if it is known, because the first row may be malformed. */
function isJson({ name }: EncodedText, first: string): boolean {
  const ending = extname(name).toLowerCase();
  if (['.csv', '.tsv'].includes(ending)) return false;
  return ['.jsonl', '.ndjson', '.json'].includes(ending) || first.trim().startsWith('{');
}

async function* readTable(
  file: EncodedText,
  lines: AsyncIterable<string>,
  reading: FileReading,
): AsyncGenerator<ImportRow> {
  let table: { header: string[]; list: string | undefined } | undefined;
  for await (const csv of readCsvRows(lines)) {
    if ('cells' in csv && csv.cells.every((cell) => cell.trim() === '')) continue;
    if (!table) {
      if ('problem' in csv)
        throw new UnreadablePartFile(`The header of “${file.name}” cannot be read as CSV.`);
      const header = csv.cells.map((heading) => knownColumns.get(simplifyColumn(heading)) ?? heading.trim());
      table = { header, list: chooseList(file, header, csv, reading) };
      continue;
    }
    const { header, list } = table;
    if ('problem' in csv) yield makeRow(file, csv.row, makeProblem(csv.problem));
    else if (list) {
      const fields = Object.fromEntries(header.map((column, index) => [column, csv.cells[index]]));
      const row = csv.hasSemicolons ? readDecimalCommas(fields) : fields;
      yield makeRow(file, csv.row, readPartRow(row, { ...reading, list }));
    } else {
      const read = parseCells(header, csv.cells, csv.hasSemicolons);
      yield makeRow(
        file,
        csv.row,
        'problems' in read ? read : readPartRow(read.fields, { ...reading, list }),
      );
    }
  }
}

/** As suppliers call columns, in German, too. */
const otherHeadings = {
  sku: ['artikelnummer', 'artikelnr'],
  mpn: ['herstellernummer', 'herstellernr'],
  category: ['kategorie'],
  name: ['bezeichnung', 'artikelbezeichnung'],
  brand: ['hersteller', 'marke'],
  description: ['beschreibung'],
  price: ['preis'],
  available_quantity: ['stock', 'quantity', 'qty', 'bestand', 'lagerbestand'],
};

/** By what is left of them without case, blanks and signs: 'Available Quantity', 'SPECS.capacity gb'. */
const knownColumns = new Map([
  ...[...listListColumns(), ...partNumberNames, ...listColumns(categories)].map(
    (column) => [simplifyColumn(column), column] as const,
  ),
  ...Object.entries(otherHeadings).flatMap(([column, headings]) =>
    headings.map((heading) => [heading, column] as const),
  ),
]);

function simplifyColumn(heading: string): string {
  return heading.toLowerCase().replace(/[\s_.-]/g, '');
}

function chooseList(
  file: EncodedText,
  header: string[],
  { row, cells: headings }: { row: number; cells: string[] },
  { category, isPriceList }: FileReading,
): string | undefined {
  const list = recognizeList(header) ?? (category && header.includes('name') && recognizeForeignFile(file));
  if (list && !isOwn(header.filter((column) => column !== 'available_quantity'))) return list;
  const wrong = findWrongColumns(header, headings);
  const naming = ['sku', 'name', ...(isPriceList ? partNumberNames : [])];
  if (wrong.length < header.length && naming.some((column) => header.includes(column))) {
    if (wrong.length === 0) return undefined;
    refuseForeignList(file);
    const columns = wrong.map((column) => `“${column}”`).join(', ');
    throw new UnreadablePartFile(
      `“${file.name}” has columns that the shop does not know, or the same column twice: ${columns}. Rename them as the shop does, or take them out; “npm run shop -- export” writes a list with all that it knows.`,
    );
  }
  refuseForeignList(file);
  const title = headings.join(' ').trim().slice(0, 60);
  throw new UnreadablePartFile(
    `“${file.name}” does not begin with a header of parts, such as sku, category, name, price, stock, but with “${title}” (line ${row}); “npm run shop -- export” writes one with all columns.`,
  );
}

function refuseForeignList(file: EncodedText): void {
  const list = recognizeForeignFile(file);
  if (list === undefined) return;
  throw new UnreadablePartFile(
    `“${file.name}” is the list “${list}” of pc-part-dataset, and the shop has no such category.`,
  );
}

function recognizeForeignFile({ name }: EncodedText): string | undefined {
  return recognizeForeignList(basename(name));
}

async function* readJsonRows(
  file: EncodedText,
  lines: AsyncIterable<string>,
  reading: FileReading,
): AsyncGenerator<ImportRow> {
  let format: { list: string | undefined } | undefined;
  const pending: { row: number; fields: RowFields | undefined }[] = [];
  let row = 0;
  for await (const line of lines) {
    row += 1;
    if (line.trim() === '') continue;
    const fields = parseObject(line);
    pending.push({ row, fields });
    if (!format && fields && isOpenDbRecord(fields)) {
      yield* readOpenDbFile(file, pending, lines);
      return;
    }
    format ??= fields && chooseJsonFormat(file, fields, reading);
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
        ? readPartRow(fields, { ...reading, list })
        : makeProblem('This is not a JSON object');
      yield makeRow(file, row, read);
    }
  }
}

/** The whole file at once: what is usual for a chip is known from all of its cards. */
async function* readOpenDbFile(
  file: EncodedText,
  pending: readonly { row: number; fields: RowFields | undefined }[],
  lines: AsyncIterable<string>,
): AsyncGenerator<ImportRow> {
  const rows = [...pending];
  let row = pending.at(-1)?.row ?? 0;
  for await (const line of lines) {
    row += 1;
    if (line.trim() !== '') rows.push({ row, fields: parseObject(line) });
  }
  const read = readOpenDbRows(rows.map(({ fields }) => fields));
  for (const { row } of rows) yield makeRow(file, row, read.next().value);
}

const maxUnknownRows = 1000;

function chooseJsonFormat(
  file: EncodedText,
  row: RowFields,
  { category, isPriceList }: FileReading,
): { list: string | undefined } | undefined {
  const fields = Object.keys(row);
  if (isOwn(fields)) return { list: undefined };
  if (isPriceList && partNumberNames.some((name) => fields.includes(name))) return { list: undefined };
  const list = recognizeList(fields) ?? recognizeListFile(basename(file.name));
  if (list) return { list };
  return category && fields.includes('name') ? { list: recognizeForeignFile(file) } : undefined;
}

function isOwn(fields: readonly string[]): boolean {
  return ['sku', 'category', 'specs', 'available_quantity'].some((field) => fields.includes(field));
}

function makeProblem(message: string): ReadRow {
  return { problems: [{ path: '', message }] };
}

function makeRow(file: EncodedText, row: number, read: ReadRow): ImportRow {
  return { file: file.name, row, ...read };
}

async function* restart<Item>(first: Item[], rest: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}

/** Row 1 is the header, as in a spreadsheet. */
type CsvRow = { row: number; cells: string[]; hasSemicolons: boolean } | { row: number; problem: string };

/** Blank rows are numbered but left out. */
export async function* readCsvRows(lines: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const source = lines[Symbol.asyncIterator]();
  const pushedBack: string[] = [];
  let [delimiter, width] = ['', 0];
  for (let row = 1; ; row += 1) {
    const first = await nextLine();
    if (first === undefined) return;
    if (first.trim() === '') continue;
    const [, declared] = (width === 0 && /^"?sep=(.)"?\r?\n?$/i.exec(first)) || [];
    if (declared) {
      delimiter = declared; // Excel's own first line
      continue;
    }
    delimiter ||= guessDelimiter(first);
    const record = await readRecord(first);
    const cells = parseRecord(record.join(''), delimiter);
    width ||= cells?.length ?? 0;
    if (cells?.length === width) yield { row, cells, hasSemicolons: delimiter === ';' };
    else {
      pushedBack.unshift(...record.slice(1));
      const isOneLine = cells && record.length === 1;
      yield { row, problem: isOneLine ? `It has ${cells.length} cells, the header ${width}` : quotedCell };
    }
  }

  async function nextLine(): Promise<string | undefined> {
    const line = pushedBack.shift();
    if (line !== undefined) return line;
    const { done, value } = await source.next();
    return done ? undefined : value;
  }

  async function readRecord(first: string): Promise<string[]> {
    const record = [first];
    let isOpen = hasOddQuotes(first);
    while (isOpen && record.length < maxRecordLines) {
      const line = await nextLine();
      if (line === undefined) break;
      record.push(line);
      if (hasOddQuotes(line)) isOpen = false;
    }
    return record;
  }
}

const quotedCell = 'A quotation mark is missing or out of place';

/** A description has at most 5000 characters, so a valid record has no more lines. */
const maxRecordLines = 5001;

function parseRecord(text: string, delimiter: string): string[] | undefined {
  if (!text.includes('"')) return text.replace(/\r?\n$/, '').split(delimiter);
  try {
    const records: string[][] = parse(text.replace(/\r?\n$/, ''), {
      delimiter,
      relax_column_count: true,
      record_delimiter: ['\n', '\r\n'],
    });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}

function guessDelimiter(header: string): string {
  const names = header.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((delimiter) => [delimiter, names.split(delimiter).length] as const);
  return counts.reduce((best, other) => (other[1] > best[1] ? other : best))[0];
}

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}
