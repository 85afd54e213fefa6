/** Cells of CSV files that a spreadsheet opens. */

/** Escapes what a spreadsheet could take for a formula. Source: OWASP, 'CSV Injection'. */
export function formatCell(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
}

/** A whole file (RFC 4180), with the mark by which Excel knows UTF-8. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => cells.map((cell) => quote(formatCell(cell))).join(','));
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
