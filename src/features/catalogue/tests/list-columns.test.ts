/** What lists of parts show in columns, and which view their addresses name. */
import { describe, expect, test } from 'vitest';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import { makeCanonicalAddress } from '#catalogue/rules/lists/list-addresses.ts';
import { isInName, listColumns } from '#catalogue/rules/lists/list-columns.ts';

test.each(listedCategories)('each column of $id is a filter with values', ({ columns, filters }) => {
  const kinds = columns.map((key) => filters.find((filter) => filter.key === key)?.kind);
  for (const kind of kinds) expect(kind).toMatch(/^(choice|range)$/);
});

describe('a list', () => {
  const part = { brand: '', price_cents: 100, stock: 1, minimum_order: 1, rating_tenths: null };
  const list = (generations: number[]) =>
    listColumns(
      'memory',
      generations.map((ddr, index) => ({ ...part, specs: { ddr, capacityGb: 8 * (index + 1) } })),
    ).map(({ filter, values }) => [filter.key, values]);

  test('has the columns whose values are known and differ', () => {
    expect(list([4, 5])).toEqual([
      ['capacity', ['8 GB', '16 GB']],
      ['ddr', ['DDR4', 'DDR5']],
    ]);
  });

  test('leaves out what nearly all its parts share', () => {
    const generations = [4, ...Array<number>(9).fill(5)];
    expect(list(generations).map(([key]) => key)).toEqual(['capacity']);
    expect(list([4, ...generations]).map(([key]) => key)).toEqual(['capacity', 'ddr']);
  });
});

test.each([
  ['Corsair Vengeance DDR5-6000', '6000 MT/s', true],
  ['Crucial P3 Plus 1 TB M.2-2280', '1 TB', true],
  ['AMD Ryzen 5 9600', '6', false],
  ['MSI Ventus 2X Black', 'Black', true],
])('%s says %s: %s', (name, value, isSaid) => {
  expect(isInName(name, value)).toBe(isSaid);
});

test('only the view that is not the usual one makes another page', () => {
  const read = (query: string) => makeCanonicalAddress('/parts/memory', new URLSearchParams(query));
  expect(read('view=table')).toBe('/parts/memory');
  expect(read('view=nonsense')).toBe('/parts/memory');
  expect(read('utm_source=mail&view=cards&sort=price')).toBe('/parts/memory?sort=price&view=cards');
});
