/** Cells of CSV files that a spreadsheet opens. */

/** What a spreadsheet could take for a formula; some read the wide signs, too. Source: OWASP, 'CSV Injection'. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export function formatCell(text: string): string {
  return formula.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** The text that `formatCell` has written. */
export function parseCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}

/** Semicolons separate cells where the comma is the sign of decimals, whatever is quoted: so do lines, and quotes may begin a cell. */
function formatStrangersCell(text: string): string {
  return formatCell(text).replace(/(?<=[;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "'");
}

/** A whole file, with the mark by which Excel knows UTF-8, and without formulas. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(formatStrangersCell));
  return `\ufeff${formatCsvRows(cells, '\r\n')}`;
}

/** The same, a thousand rows at a time: who writes many of them does other work in between. */
export function* formatCsvInPieces<Item>(
  heads: readonly string[],
  items: readonly Item[],
  formatRow: (item: Item) => readonly string[],
): Generator<string> {
  yield formatCsv([heads]);
  for (let at = 0; at < items.length; at += pieceRows) {
    const rows = items.slice(at, at + pieceRows).map((item) => formatRow(item).map(formatStrangersCell));
    yield formatCsvRows(rows, '\r\n');
  }
}

const pieceRows = 1000;

/** Rows as RFC 4180 has them, each with the end of its line. */
export function formatCsvRows(rows: readonly (readonly string[])[], end: '\n' | '\r\n' = '\n'): string {
  return rows.map((cells) => cells.map(quote).join(',') + end).join('');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
