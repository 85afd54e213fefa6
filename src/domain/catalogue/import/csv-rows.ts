/** Reads CSV (RFC 4180) row by row; an unclosed quotation mark spoils only its own row. */
import { parse } from 'csv-parse/sync';

/** Row 1 is the header, as in a spreadsheet. */
export type CsvRow =
  | { row: number; cells: string[]; hasSemicolons: boolean }
  | { row: number; problem: string };

/** Blank rows are numbered but left out. */
export async function* readCsvRows(lines: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const source = lines[Symbol.asyncIterator]();
  const pushedBack: string[] = [];
  let [delimiter, width] = ['', 0];
  for (let row = 1; ; row += 1) {
    const first = await nextLine();
    if (first === undefined) return;
    if (first.trim() === '') continue;
    delimiter ||= guessDelimiter(first);
    const record = await readRecord(first);
    const cells = parseCells(record.join(''), delimiter);
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

function parseCells(text: string, delimiter: string): string[] | undefined {
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
