/** CSV files for spreadsheets: quoted as RFC 4180 says, and without anything that is taken for a formula. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { formatCsv, formatCsvInPieces } from '#kernel/csv-cells.ts';

test('every cell comes back as it was, a formula behind an apostrophe', () => {
  const rows = [
    ['email', 'left_at'],
    ['a "b", c\r\nd@example.com', '2026-01-02T03:04:05.000Z'],
    ['=cmd|calc@example.com', '-5'],
    ['+1@example.com', '@x'],
    ['＝HYPERLINK("https://evil.example")', '\n=1'],
    ['Parts;=1+1;', '2 to 4 °C;-1\n=1;"=1'], // cells of their own, where the comma is the sign of decimals
  ];
  expect(parse(formatCsv(rows), { bom: true })).toEqual([
    ...rows.slice(0, 2),
    ["'=cmd|calc@example.com", '-5'],
    ["'+1@example.com", "'@x"],
    ['\'＝HYPERLINK("https://evil.example")', "'\n'=1"],
    ["Parts;'=1+1;", "2 to 4 °C;'-1\n'=1;\"'=1"],
  ]);
});

test('many rows are written in pieces of a thousand, which together are the file', () => {
  const rows = Array.from({ length: 2001 }, (_, index) => [`=${index}`, 'a "b"']);
  const pieces = [...formatCsvInPieces(['n', 'text'], rows, (row) => row)];
  expect(pieces.map((piece) => piece.split('\r\n').length - 1)).toEqual([1, 1000, 1000, 1]);
  expect(pieces.join('')).toBe(formatCsv([['n', 'text'], ...rows]));
});
