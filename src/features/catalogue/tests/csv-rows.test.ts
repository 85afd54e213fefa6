/** CSV is read as RFC 4180 and spreadsheets write it, and a broken row spoils no other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readCsvRows } from '#catalogue/rules/import/part-files.ts';
import { formatCsvRows } from '#kernel/csv-cells.ts';

const quotation = 'A quotation mark is missing or out of place';

describe('CSV', () => {
  test('comes back as it was written, whatever its cells hold', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', '1', '"', ',', ';', '\n', '\r', '\t', ' ', '×', '😀'),
    });
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.constantFrom('\n' as const, '\r\n' as const))
      .chain(([width, end]) =>
        fc.tuple(
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
          fc.constant(end),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, async ([rows, end]) => {
        const all = [rows[0]?.map((_, index) => `column ${index}`) ?? ['a', 'b'], ...rows];
        expect((await read(formatCsvRows(all, end))).map((row) => 'cells' in row && row.cells)).toEqual(all);
      }),
    );
  });

  test('has its rows numbered as in a spreadsheet, empty ones counted and left out', async () => {
    expect(await read('sku,name\r\n\r\nA,"two\r\nlines"\r\n\r\nB,"say ""hi"""')).toEqual([
      { row: 1, cells: ['sku', 'name'] },
      { row: 3, cells: ['A', 'two\r\nlines'] },
      { row: 5, cells: ['B', 'say "hi"'] },
    ]);
  });

  test.each([
    ['sku;name;price\nA;"a;b";1,5\n', ['A', 'a;b', '1,5']],
    ['sku\tname\tprice\nA\ta,b\t1.5\n', ['A', 'a,b', '1.5']],
    ['"sku;x",name,price\nA,b,1.5\n', ['A', 'b', '1.5']],
  ])('may have semicolons or tabs between its cells: %j', async (text, cells) => {
    expect((await read(text))[1]).toEqual({ row: 2, cells });
  });

  test.each([
    ['sep=;\nsku;name,x\nA;b,c\n'],
    ['"sep=,"\r\nsku,name\r\nA,"b,c"\r\n'],
    ['SEP=\t\nsku\tname\nA\tb,c\n'],
  ])('may begin with the line in which Excel says what separates cells: %j', async (text) => {
    expect((await read(text))[1]).toEqual({ row: 3, cells: ['A', 'b,c'] });
  });

  test('a row with too few or too many cells is named, and the others are read', async () => {
    expect(await read('sku,name\nA\nB,b\nC,c,c\n')).toEqual([
      { row: 1, cells: ['sku', 'name'] },
      { row: 2, problem: 'It has 1 cells, the header 2' },
      { row: 3, cells: ['B', 'b'] },
      { row: 4, problem: 'It has 3 cells, the header 2' },
    ]);
  });

  test.each([
    ['is never closed', '"Broken,1'],
    ['is in the middle of a cell', 'Bro"ken,1'],
    ['is followed by something', '"Bro"ken,1'],
  ])('a quotation that %s spoils its own row and no other', async (_, broken) => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      (index + 1) % 10 === 0 ? broken : `A${index},"b,b"`,
    );
    const rows = (await read(['sku,name', ...lines, ''].join('\n'))).slice(1);
    expect(rows).toEqual(
      lines.map((line, index) =>
        line === broken
          ? { row: index + 2, problem: quotation }
          : { row: index + 2, cells: [`A${index}`, 'b,b'] },
      ),
    );
  });
});

/** All rows of a text, fed line by line. */
async function read(text: string) {
  async function* lines() {
    yield* text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  }
  const rows = [];
  for await (const row of readCsvRows(lines())) {
    if ('problem' in row) rows.push(row);
    else rows.push({ row: row.row, cells: row.cells });
  }
  return rows;
}
