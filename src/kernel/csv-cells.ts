/** Cells of CSV files that a spreadsheet opens. */

/** Escapes what a spreadsheet could take for a formula. Source: OWASP, 'CSV Injection'. */
export function formatCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** A whole file, with the mark by which Excel knows UTF-8, and without formulas. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map(formatCell));
  return `\ufeff${formatCsvRows(cells, '\r\n')}`;
}

/** Rows as RFC 4180 has them, each with the end of its line. */
export function formatCsvRows(rows: readonly (readonly string[])[], end: '\n' | '\r\n' = '\n'): string {
  return rows.map((cells) => cells.map(quote).join(',') + end).join('');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
