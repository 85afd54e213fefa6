/** The refused rows of an import: by reason, with the numbers by which they are found. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Preview, RefusedRows } from '#catalogue/pages/import-preview.tsx';
import { groupRefusedRows } from '#catalogue/rules/import/refused-rows.ts';

test('the page of an import names the first twenty rows of each reason', () => {
  const groups = groupRefusedRows();
  for (let row = 2; row <= 1_000; row += 2)
    groups.add({ file: 'a.csv', row, problems: [{ path: 'price', message: 'Too low' }] });
  groups.add({ file: 'a.csv', row: 1_001, problems: [{ path: 'name', message: 'None' }] });
  const reasons = groups.list().map(({ reason, count, first, rows }) => ({
    ...{ reason, rows: count, firstRow: first.row, firstRows: rows },
  }));
  const preview = { reasons, refusedRows: 501 } as Preview;
  const html = renderToStaticMarkup(createElement(RefusedRows, { preview }));
  expect(html).toMatch(/>2, 4, 6, [\d, ]+, 38, 40 …</);
  expect(html).toContain('>1001<');
});
