/** Exporting parts: what is written is what an import reads, and makes the same catalogue elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { type CommandResult, readAddress, runCommandHere } from '../support/command-line.ts';
import { givenPerson } from '../support/given.ts';
import { givenFile } from '../support/part-lists.ts';
import { givenShop, type TestShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const shop = await givenShop();
const elsewhere = { csv: await givenShop(), jsonl: await givenShop() };
const empty = await givenShop();
const folder = givenFolder();

/** What makes a round trip hard. */
const odd = [
  {
    sku: 'ODD-1',
    category: 'other',
    name: 'A “name”, with; "everything" × 2',
    brand: '',
    description: 'Two\r\nlines,\n"quoted"\rand a tab\tin it.',
    price: null,
    available_quantity: 0,
    minimum_order: 7,
    low_stock: 0,
    weight_grams: 250,
    off_sale: true,
    featured: 3,
    img: 'https://example.com/a.webp?b=1,2',
    specs: { Length: '2 m', Shielded: true, Weight: 12.5, color: 'red' },
  },
  { sku: '0012', category: 'memory', name: '007', brand: '1e3', description: '=1+1', price: 0.01, specs: {} },
  {
    sku: 'ODD-3',
    category: 'graphics-card',
    name: 'Chip 300',
    price: 999999.99,
    specs: { chipset: '300', memoryGb: 0.125, color: 'Black / Red' },
  },
  {
    sku: '-5',
    category: 'graphics-card',
    name: "'=1+1",
    brand: '@SUM(A1)',
    description: "-5 °C to +5 °C, 'quoted'",
    specs: { chipset: '+300', memoryGb: 8, color: "''=Red" },
  },
];

await runCommandHere(['seed'], environment(shop));
const ended = await runCommandHere(['import', givenFile(folder, 'odd.jsonl', odd)], environment(shop));
expect(ended.output, ended.errors).toContain('4 rows: 4 added');

describe.each(['csv', 'jsonl'] as const)('an export as %s', async (format) => {
  const file = join(folder, `parts.${format}`);
  const count = (await shop.db.selectFrom('parts').select('id').execute()).length;
  const written = await runCommandHere(['export', file], environment(shop));
  expect(written).toMatchObject({ code: 0, output: `${count} parts are in “${file}” now.\n` });

  test('read again changes nothing', async () => {
    const ended = await runCommandHere(['import', file], environment(shop));
    expect(ended.output).toContain(
      `${count} rows: 0 added, 0 updated, ${count} the same as before, 0 refused.\nNothing has changed.\n`,
    );
  });

  test('read into another shop makes the same catalogue there', async () => {
    await runCommandHere(['import', file], environment(elsewhere[format]));
    expect(await readCatalogue(elsewhere[format])).toEqual(await readCatalogue(shop));
  });
});

test('an export without a file is written to the standard output, and nothing else is', async () => {
  const ended = await runCommandHere(['export'], environment(shop));
  expect(ended).toMatchObject({ code: 0, output: readFileSync(join(folder, 'parts.csv'), 'utf8') });
  const lines = await runCommandHere(['export', '--format', 'jsonl'], environment(shop));
  expect(lines.output).toBe(readFileSync(join(folder, 'parts.jsonl'), 'utf8'));
});

test('an export of one category has its parts and its columns only', async () => {
  const { output } = await runCommandHere(['export', '--category', 'ssd'], environment(shop));
  const [header = [], ...rows]: string[][] = parse(output);
  expect(header).toContain('specs.formFactor');
  expect(header).not.toContain('specs.socket');
  expect(new Set(rows.map((row) => row[header.indexOf('category')]))).toEqual(new Set(['ssd']));
});

test('a shop without parts exports a header, which an import takes', async () => {
  await givenPerson(empty);
  const { output } = await runCommandHere(['export', '--category', 'hard-disk'], environment(empty));
  expect(output.trim().split('\n')).toHaveLength(1);
  const file = givenFile(folder, 'empty.csv', [output.trim()]);
  const ended = await runCommandHere(['import', file], environment(empty));
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('0 rows: 0 added') });
});

test('an export that fails is refused in a sentence, and leaves no partial file', async () => {
  const refused = async (words: string[]): Promise<CommandResult> =>
    await runCommandHere(['export', ...words], environment(shop));
  expect(await refused([folder])).toMatchObject({ code: 1, errors: `“${folder}” is not a file.\n` });
  const backup = givenFile(folder, 'shop.tar.gz', gzipSync('a backup'));
  expect((await refused([backup])).errors).toContain(
    `“${backup}” is there and is not a text file; name another file.\n`,
  );
  const nowhere = join(folder, 'no', 'such.csv');
  expect((await refused([nowhere])).errors).toBe(
    `“${nowhere}” cannot be written: there is no such file or folder.\n`,
  );
  expect((await refused(['--format', 'xml'])).errors).toBe('--format takes csv or jsonl.\n');
  expect((await refused(['--category', 'toys'])).errors).toMatch(/^--category takes one of these: memory, /);
  expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

function environment(of: TestShop): NodeJS.ProcessEnv {
  return { DATABASE_URL: readAddress(of.address), DATA_DIR: join(folder, 'none') };
}

/** Everything that buyers and owners see of the parts. */
async function readCatalogue({ db }: TestShop) {
  const parts = await db.selectFrom('parts').selectAll().orderBy('sku').execute();
  return parts.map(
    ({ id, number, file_row, changed_in, described_in, created_at, updated_at, off_sale_at, ...part }) => ({
      ...part,
      isOffSale: off_sale_at !== null,
    }),
  );
}
