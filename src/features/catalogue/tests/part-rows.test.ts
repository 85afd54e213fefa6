/** A part that is written as a row is read as the same part, and what a row does not say, it does not say. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import {
  chooseCheaper,
  computeChanges,
  findImportProblems,
  importDefaults,
  makeAddedPart,
} from '#catalogue/rules/import/part-import.ts';
import { type ImportedPart, readPartRow, type StoredPart } from '#catalogue/rules/import/part-rows.ts';
import {
  findWrongColumns,
  formatCells,
  listColumns,
  parseCells,
} from '#catalogue/rules/import/part-tables.ts';
import { categories } from '#catalogue/rules/parts.ts';

const own = { list: undefined, category: undefined };
const row = {
  sku: 'SSD-1',
  category: 'ssd',
  name: 'Testco 990',
  specs: { capacityGb: 2000, interface: 'M.2 PCIe 4.0 X4', formFactor: 'M.2-2280' },
};

test.each(['SSD', ' ssd ', 'Ssds'])('the category may be written “%s”', (category) => {
  expect(readPartRow({ ...row, category }, own)).toMatchObject({ part: { category: 'ssd' } });
});

test('a category that is no text is refused', () => {
  for (const category of [['ssd'], JSON.parse('{"toString":1}')])
    expect(readPartRow({ ...row, category }, own)).toMatchObject({ problems: [{ path: 'category' }] });
});

describe('the cells of a part', () => {
  const plain = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /^\S(.*\S)?$/u.test(text));
  const signs = fc.string({
    unit: fc.constantFrom("'", '=', '+', '-', '@', '1', '.'),
    minLength: 1,
    maxLength: 4,
  });
  const line = fc.oneof(
    plain,
    signs,
    fc.tuple(signs, plain).map((pieces) => pieces.join('')),
  );
  const name = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9 ]{0,10}[a-z]$/);
  const part = fc.record({
    sku: line,
    category: fc.constant('other'),
    name: line,
    brand: fc.oneof(fc.constant(''), line),
    description: fc.oneof(
      line,
      fc.tuple(line, line).map((lines) => lines.join('\r\n')),
    ),
    price: fc.option(fc.integer({ min: 1, max: 99_999_999 }).map((cents) => cents / 100)),
    available_quantity: fc.nat(1000),
    minimum_order: fc.integer({ min: 1, max: 10 }),
    off_sale: fc.boolean(),
    featured: fc.option(fc.integer({ min: 1, max: 6 })),
    low_stock: fc.option(fc.nat(20)),
    weight_grams: fc.option(fc.integer({ min: 1, max: 200_000 })),
    img: fc.option(fc.constant('/images/a.webp')),
    specs: fc.dictionary(name, fc.oneof(fc.boolean(), fc.integer(), name), { minKeys: 1, maxKeys: 4 }),
  });

  test('say the same as the part’s fields', () => {
    const header = listColumns(categories);
    fc.assert(
      fc.property(part, (fields) => {
        const direct = readPartRow(fields, own);
        fc.pre('part' in direct);
        const table = parseCells(header, formatCells(header, fields));
        expect('fields' in table && readPartRow(table.fields, own)).toEqual(direct);
      }),
    );
  });

  test('begin as no formula of a spreadsheet, unless they are numbers', () => {
    const header = listColumns(categories);
    const specs = { chipset: '=1+1', color: '@red', memoryGb: -5 };
    const texts = {
      sku: '+1',
      name: '=HYPERLINK("https://evil.example")',
      brand: "'=1",
      description: '-1+1',
    };
    const cells = formatCells(header, { category: 'graphics-card', ...texts, specs, img: '-5', price: -5 });
    const shown = Object.fromEntries(header.map((column, index) => [column, cells[index]]));
    expect(shown).toMatchObject({
      sku: "'+1",
      name: '\'=HYPERLINK("https://evil.example")',
      brand: "''=1",
      description: "'-1+1",
      'specs.chipset': "'=1+1",
      'specs.color': "'@red",
      'specs.memoryGb': '-5',
      price: '-5',
      img: '-5',
    });
    for (const start of ['\t', '\r'])
      expect(formatCells(['name'], { name: `${start}=1+1` })).toEqual([`'${start}=1+1`]);
    fc.assert(
      fc.property(part, (fields) => {
        for (const cell of formatCells(header, fields))
          if (/^[=+\-@\t\r]/.test(cell)) expect(cell).toMatch(/^-?\d+(\.\d+)?$/);
      }),
    );
  });

  test('that somebody wrote with an apostrophe keep it', () => {
    const read = parseCells(['sku', 'name'], ["'tis", "'80s kit"]);
    expect(read).toEqual({ fields: { sku: "'tis", name: "'80s kit" } });
  });

  test('have a column for each specification of the categories that are shown', () => {
    const header = listColumns(['ssd']);
    expect(header).toContain('specs.capacityGb');
    expect(header).not.toContain('specs.socket');
    const cells = formatCells(header, row);
    expect(cells[header.indexOf('specs.capacityGb')]).toBe('2000');
    expect(cells[header.indexOf('specs')]).toBe('');
  });

  test('keep a number a number, and a text that looks like one a text', () => {
    const read = parseCells(['specs.lengthMm', 'specs.chipset', 'sku'], ['300', '300', '300']);
    expect(read).toEqual({ fields: { specs: { lengthMm: 300, chipset: '300' }, sku: '300' } });
  });

  test('are refused when the rest of the specification is no JSON object', () => {
    for (const cell of ['{', '[1]', 'x']) {
      expect(parseCells(['sku', 'specs'], ['A', cell])).toEqual({
        problems: [{ path: 'specs', message: 'This is no JSON object' }],
      });
    }
  });

  test('need columns that a part has, once each', () => {
    expect(findWrongColumns(listColumns(categories))).toEqual([]);
    expect(findWrongColumns(['sku', 'prize', 'name', 'name', 'specs.colour'])).toEqual([
      'prize',
      'name',
      'specs.colour',
    ]);
  });
});

describe('a row', () => {
  test.each<[string, RowFields, string[]]>([
    ['without anything', {}, ['category', 'name']],
    ['without a name, nor a SKU that could say which', { category: 'ssd' }, ['name']],
    ['of an unknown category', { ...row, category: 'toys' }, ['category']],
    ['with a field that parts have not', { ...row, colour: 'red' }, ['colour']],
    ['with a price of nothing', { ...row, price: 0 }, ['price']],
    ['with a price in words', { ...row, price: 'cheap' }, ['price']],
    ['with a fraction of a cent', { ...row, price: 1.999 }, ['price']],
    ['with half a unit', { ...row, available_quantity: 1.5 }, ['available_quantity']],
    ['with less than nothing in stock', { ...row, available_quantity: '-1' }, ['available_quantity']],
    ['with more in stock than a part has', { ...row, available_quantity: 1_000_001 }, ['available_quantity']],
    ['with a minimum order of nothing', { ...row, minimum_order: 0 }, ['minimum_order']],
    ['with a picture that is none', { ...row, img: 'javascript:alert(1)' }, ['img']],
    ['with a name that cannot be stored', { ...row, name: 'a\u0000b' }, ['name']],
    ['with a SKU that is too long', { ...row, sku: 'x'.repeat(81) }, ['sku']],
    ['with a specification of nothing', { sku: 'A', specs: { capacityGb: 1 } }, ['category']],
    ['with a wrong specification', { ...row, specs: { ...row.specs, rpm: 7200 } }, ['specs']],
    ['with half of its specs', { ...row, specs: { capacityGb: 1 } }, ['specs.formFactor', 'specs.interface']],
    ['with several faults', { ...row, price: 'x', minimum_order: 'y' }, ['minimum_order', 'price']],
  ])('%s is refused, each wrong field with its reason', (_, fields, expected) => {
    const read = readPartRow(fields, own);
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.map(({ path }) => path).sort()).toEqual(expected);
    for (const { message } of problems) expect(message).toMatch(/^[A-Z].{5}/);
  });

  test('that names no category has the one that is given for the file', () => {
    const { category: _, ...unnamed } = row;
    expect(readPartRow(unnamed, { list: undefined, category: 'ssd' })).toMatchObject({
      part: { category: 'ssd' },
    });
    expect(readPartRow({ ...row, category: '' }, { list: undefined, category: 'hard-disk' })).toMatchObject({
      problems: [{ path: 'specs.formFactor' }, { path: 'specs.interface' }],
    });
  });

  test('empties price, picture, rank and low stock with nothing; in any other field nothing says nothing', () => {
    const texts = { price: '', featured: '', low_stock: '', weight_grams: '', description: '', off_sale: '' };
    const { identity: _, hasMadeSku: __, ...said } = part({ sku: 'A', img: null, name: null, ...texts });
    const emptied = ['image', 'price_cents', 'low_stock', 'weight_grams', 'featured_rank'];
    expect(JSON.parse(JSON.stringify(said))).toEqual({
      sku: 'A',
      ...Object.fromEntries(emptied.map((field) => [field, null])),
    });
  });
});

test.each([
  ['TRUE', true],
  ['WAHR', true],
  [' yes', true],
  ['False', false],
  ['FAUX', false],
  ['no', false],
])('%s is read as a spreadsheet writes it: off sale %s', (off_sale, isOffSale) => {
  expect(part({ sku: 'A', off_sale }).isOffSale).toBe(isOffSale);
});

describe('an import', () => {
  const kept: StoredPart = makeAddedPart(part({ ...row, price: 10 }), importDefaults);

  test('makes of a new part what its row leaves out', () => {
    expect(kept).toEqual({
      category: 'ssd',
      name: 'Testco 990',
      brand: 'Testco',
      mpn: null,
      gtin: null,
      description: 'A 2 TB SSD for an M.2 slot, 22 by 80 mm. It connects by PCIe 4.0 x4 and speaks NVMe.',
      image: null,
      price_cents: 1000,
      stock: 0,
      minimum_order: 1,
      low_stock: null,
      weight_grams: null,
      isOffSale: false,
      featured_rank: null,
      specs: { ...row.specs, protocol: 'NVMe', pcieGeneration: 4 },
      derived_fields: ['protocol', 'pcieGeneration'],
    });
  });

  test('derives facts again when what they follow from changes, and keeps what a row states', () => {
    const slower = { ...row.specs, interface: 'M.2 PCIe 3.0 X4' };
    const changes = computeChanges(kept, part({ ...row, specs: slower }));
    expect(changes.specs).toEqual({ ...slower, protocol: 'NVMe', pcieGeneration: 3 });
    expect(changes.derived_fields).toBeUndefined();
    const stated = computeChanges(kept, part({ ...row, specs: { ...row.specs, protocol: 'AHCI' } }));
    expect(stated.specs).toMatchObject({ protocol: 'AHCI', pcieGeneration: 4 });
    expect(stated.derived_fields).toEqual(['pcieGeneration']);
    expect(computeChanges(kept, part({ sku: 'SSD-1', price: 10 }))).toEqual({});
  });

  test('changes nothing of a part of which its row says the same, in whatever order', () => {
    expect(computeChanges(kept, part({ ...row, price: '10.00' }))).toEqual({});
    const { capacityGb, ...rest } = row.specs;
    expect(computeChanges(kept, part({ ...row, specs: { ...rest, capacityGb } }))).toEqual({});
  });

  test('changes what the row says, and leaves the rest', () => {
    expect(computeChanges({ ...kept, stock: 3 }, part({ sku: 'SSD-1', price: 12 }))).toEqual({
      price_cents: 1200,
    });
    expect(computeChanges(kept, part({ sku: 'SSD-1', price: null }))).toEqual({ price_cents: null });
    expect(computeChanges({ ...kept, stock: 3 }, part({ sku: 'SSD-1', available_quantity: 0 }))).toEqual({
      stock: 0,
    });
  });

  test('generates a generated description again, and keeps one that a person wrote', () => {
    const larger = part({ ...row, specs: { ...row.specs, capacityGb: 4000 } });
    expect(computeChanges(kept, larger).description).toMatch(/^A 4 TB SSD/);
    expect(computeChanges({ ...kept, description: 'By hand.' }, larger).description).toBeUndefined();
  });

  test('refuses a new part that lacks a required field', () => {
    const priced = part({ sku: 'A', price: 5 });
    expect(findImportProblems(priced, undefined, undefined).map(({ path }) => path)).toEqual([
      'category',
      'name',
    ]);
    expect(findImportProblems(priced, 'ssd', undefined)).toEqual([]);
    const moved = part({ sku: 'A', category: 'hard-disk' });
    expect(findImportProblems(moved, 'ssd', undefined).map(({ path }) => path)).toEqual(['specs']);
  });

  test('refuses a SKU that an earlier row has given to another part', () => {
    const other = part({ ...row, name: 'Testco 991' });
    expect(findImportProblems(other, undefined, part(row)).map(({ path }) => path)).toEqual(['sku']);
    expect(findImportProblems(part({ ...row, price: 1 }), undefined, part(row))).toEqual([]);
  });

  test('takes the lowest price of the rows that are the same part, in whatever order they come', () => {
    const prices = [null, 20, 10, undefined, 15];
    const rows = prices.map((price) => part(price === undefined ? row : { ...row, price }));
    const best = (list: ImportedPart[]) => list.reduce(chooseCheaper).price_cents;
    expect(best(rows)).toBe(1000);
    expect(best(rows.toReversed())).toBe(1000);
    expect(best(rows.slice(0, 1))).toBeNull();
  });
});

function part(fields: RowFields): ImportedPart {
  const read = readPartRow(fields, own);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.part;
}
