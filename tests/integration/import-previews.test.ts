/** Importing in the browser: a preview that writes nothing, and an import that does what was previewed, or nothing. */
import { beforeEach, expect, test } from 'vitest';
import { changeRows, givenImage, readRow, readRows } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { trySettings } from '../support/given-rules.ts';
import { records } from '../support/open-db-records.ts';
import { removeParts } from '../support/part-lists.ts';
import { makeImageForm } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });

beforeEach(() => removeParts(shop));

const file =
  'sku,category,name,price,available_quantity\nA,other,Testco Cable,12.50,3\nB,other,Testco Fan,-1,\n';

test('what is previewed is written only when it is confirmed, and then exactly that', async () => {
  const preview = await send('/preview', file);
  expect(preview).toMatchObject({
    status: 200,
    body: {
      rows: 2,
      added: 1,
      updated: 0,
      refusedRows: 1,
      addedParts: [{ sku: 'A', name: 'Testco Cable', category: 'other', price: 12.5, stock: 3 }],
      reasons: [counted('price: The price must be above 0', 3)],
    },
  });
  expect(await parts()).toEqual([]);
  expect((await send(`?hash=${preview.body.hash}`, file)).body).toMatchObject({ added: 1, refusedRows: 1 });
  expect(await parts()).toMatchObject([{ sku: 'A', price_cents: 1250, stock: 3 }]);

  const prices = 'sku;price\nA;1.299,00\n';
  const change = await send('/preview?jumps=allow', prices);
  expect(change.body).toMatchObject({
    added: 0,
    updated: 1,
    changedParts: [
      { sku: 'A', name: 'Testco Cable', fields: [{ field: 'price', before: '12.50', after: '1299.00' }] },
    ],
  });
  expect((await send(`?jumps=allow&hash=${change.body.hash}`, prices)).status).toBe(200);
  expect(await parts()).toMatchObject([{ sku: 'A', price_cents: 129900, stock: 3 }]);
  const changes = await readRows(shop, 'admin_changes', { subject: 'parts' });
  expect(changes).toHaveLength(3);
  const { id } = await readRow(shop, 'people', { email: admin.email });
  expect(new Set(changes.map(({ admin_id }) => admin_id))).toEqual(new Set([id]));
});

test('prices that jump or are taken away are listed, and stay as they are unless the import may change them', async () => {
  const lines = ['A', 'B', 'C', 'D', 'E'].map((sku) => `${sku},100,other,Testco ${sku}`);
  await importAll('', `sku,price,category,name\n${lines.join('\n')}\n`);
  const next = 'sku,price,available_quantity\nA,50,7\nB,49.99,7\nC,200,7\nD,200.01,7\nE,,7\n';
  const unusual = {
    jumps: 2,
    removals: 1,
    unusualPrices: [
      { sku: 'B', name: 'Testco B', kind: 'jumps', before: 100, after: 49.99 },
      { sku: 'D', name: 'Testco D', kind: 'jumps', before: 100, after: 200.01 },
      { sku: 'E', name: 'Testco E', kind: 'removals', before: 100, after: null },
    ],
  };
  const seen = await send('/preview', next);
  expect(seen.body).toMatchObject({ ...unusual, updated: 5, unpriced: 0 });
  expect((await send(`?jumps=allow&hash=${seen.body.hash}`, next)).body.refused).toBe('import-differs');
  await importAll('', next);
  expect(await readPrices()).toEqual([5_000, 10_000, 20_000, 10_000, 10_000]);
  expect((await parts()).map(({ stock }) => stock)).toEqual([7, 7, 7, 7, 7]);
  expect((await importAll('jumps=allow', next)).body).toMatchObject({ ...unusual, updated: 2 });
  expect(await readPrices()).toEqual([5_000, 4_999, 20_000, 20_001, 10_000]);
  expect((await importAll('removals=allow', next)).body).toMatchObject({ jumps: 0, updated: 1, unpriced: 1 });
  expect(await readPrices()).toEqual([5_000, 4_999, 20_000, 20_001, null]);

  const set = (maxPriceFactor: string) => trySettings(admin, { maxPriceFactor });
  for (const factor of ['1', '0.5', '101', '2,55', 'two']) expect((await set(factor)).status).toBe(400);
  expect(await set('1,5')).toMatchObject({ status: 200, body: { values: { maxPriceFactor: '1.5' } } });
  expect((await send('/preview', 'sku,price\nA,76\nB,70\n')).body).toMatchObject({ jumps: 1, updated: 1 });
  await shop.db.deleteFrom('settings').execute();
});

test('rows of a price list that contradict each other are refused, each with the numbers of all', async () => {
  await importAll(
    '',
    'sku,price,category,name\nA,158.85,other,Testco A\nB,10,other,Testco B\nC,10,other,Testco C\n',
  );
  const list = 'sku,price,available_quantity\nA,158.85,\nB,11,\nA,15.88,\nB,11,\nC,12,4\nC,,5\nA,158.85,\n';
  const { body } = await importAll('only=prices', list);
  expect(body).toMatchObject({ rows: 7, updated: 1, repeated: 1, refusedRows: 5 });
  expect(body.reasons).toEqual([
    counted('price: Rows 2, 4 and 8 have different prices for the same part', 2, 4, 8),
    counted('price: Rows 6 and 7 have different stock for the same part', 6, 7),
  ]);
  expect(await readPrices()).toEqual([15_885, 1_100, 1_000]);
});

test('a picture below /images/ has to be one that was uploaded here', async () => {
  const here = await givenImage(shop);
  const rows = [`A,other,Testco Cable,5,${here}`, `B,other,Testco Fan,5,${here.replace('/a', '/b')}`];
  const { body } = await send('/preview', ['sku,category,name,price,img', ...rows, ''].join('\n'));
  expect(body).toMatchObject({
    added: 1,
    refusedRows: 1,
    reasons: [counted('img: There is no such picture here. Please upload it again.', 3)],
  });
});

test('it is refused when it would do something else than was previewed, and writes nothing', async () => {
  const preview = await send('/preview', file);
  await send(`?hash=${preview.body.hash}`, file);
  const prices = 'sku,price\nA,20\n';
  const seen = await send('/preview', prices);
  await changeRows(shop, 'parts', { sku: 'A' }, { price_cents: 1600 });
  const late = await send(`?hash=${seen.body.hash}`, prices);
  expect(late).toMatchObject({ status: 409, body: { refused: 'import-differs' } });
  expect(await parts()).toMatchObject([{ price_cents: 1600 }]);
  const again = await send('/preview', prices);
  expect(again.body.changedParts[0].fields).toEqual([{ field: 'price', before: '16.00', after: '20.00' }]);
  const other = await send(`?hash=${again.body.hash}`, 'sku,price\nA,21\n');
  expect(other.body.refused).toBe('import-differs');
  expect((await send(`?hash=${again.body.hash}`, prices)).status).toBe(200);
  expect(await parts()).toMatchObject([{ price_cents: 2000 }]);
});

test('rows without a SKU are recognized as parts of the shop, which the preview says', async () => {
  const specs = { capacityGb: 2000, formFactor: 'M.2-2280', interface: 'M.2 PCIe 4.0 X4' };
  const ssd = { category: 'ssd', price: 100, specs };
  const parts = [
    { ...ssd, sku: 'NAMED', name: 'Testco 990 Fast 2 TB M.2-2280', gtin: '10012345678902' },
    { ...ssd, sku: 'MPN', name: 'Testco Drive', mpn: 'TC-1/A' },
    { ...ssd, sku: 'GTIN', name: 'Testco Box', ean: '4006381333931' },
  ];
  const shopFile = writeLines(parts);
  await send(`?hash=${(await send('/preview', shopFile, 'a.jsonl')).body.hash}`, shopFile, 'a.jsonl');
  const rows = writeLines([
    { ...ssd, name: 'TESTCO 990 Fast', price: 90, specs: { ...specs, cacheMb: 512 } },
    { ...ssd, name: 'Testco Drive, new', part_number: 'tc1a' },
    { ...ssd, name: 'Testco Box, new', upc: 4006381333931, price: 80 },
    { ...ssd, name: 'Testco 990 Fast', specs: { ...specs, capacityGb: 4000 } },
    { ...ssd, sku: 'X', name: 'Testco Copy', gtin: '10012345678902' },
    { ...ssd, name: 'Testco One', gtin: '96385074' },
    { ...ssd, name: 'Testco Two', gtin: '96385074' },
  ]);
  const { body } = await send('/preview', rows, 'a.jsonl');
  expect(body).toMatchObject({ added: 2, updated: 2, same: 1, recognized: 3, refusedRows: 2 });
  expect(body.recognizedParts).toEqual([
    { sku: 'NAMED', name: 'Testco 990 Fast 2 TB M.2-2280', rowName: 'TESTCO 990 Fast', by: 'name' },
    { sku: 'MPN', name: 'Testco Drive', rowName: 'Testco Drive, new', by: 'mpn' },
    { sku: 'GTIN', name: 'Testco Box', rowName: 'Testco Box, new', by: 'gtin' },
  ]);
  expect(body.reasons).toMatchObject([
    { reason: 'gtin: The part with the SKU NAMED has this GTIN', firstRow: 5 },
    { reason: 'gtin: An earlier row has this GTIN', firstRow: 7 },
  ]);
  expect((await send(`?hash=${body.hash}`, rows, 'a.jsonl')).body).toMatchObject({ added: 2, updated: 2 });
  expect((await send('/preview', rows, 'a.jsonl')).body).toMatchObject({ added: 0, updated: 0, same: 5 });
});

test('a file that is no list of parts is refused in a sentence at its field, and one that is too large', async () => {
  expect(await send('/preview', 'Dear customers,\n')).toMatchObject({
    status: 400,
    body: {
      errors: [
        { path: 'file', message: expect.stringContaining('“parts.csv” does not begin with a header') },
      ],
    },
  });
  expect((await send('/preview', 'x'.repeat(11 * 1024 * 1024))).body.refused).toBe('part-file-too-large');
});

test('the given category counts', async () => {
  const text = 'name,price,rpm\nTestco Cool,9,500\n';
  const answer = await send('/preview?category=other', text, 'fan-controller.csv');
  expect(answer.body).toMatchObject({ added: 1, addedParts: [{ category: 'other' }] });
});

test('records of the OpenDB are added without a price, and price lists join only parts that they certainly mean', async () => {
  const lines = writeLines(records);
  const { body } = await send('/preview', lines, 'all.jsonl');
  expect(body).toMatchObject({ rows: 11, added: 11, unpriced: 11, refusedRows: 0 });
  expect(body.quarantined).toContainEqual(
    counted('power connectors: None, although the card draws more than 75 W', 5),
  );
  expect((await send(`?hash=${body.hash}`, lines, 'all.jsonl')).body).toMatchObject({ added: 11 });
  expect((await send('/preview', lines, 'all.jsonl')).body).toMatchObject({ added: 0, same: 11 });

  const numbers = [
    'part_number,price,available_quantity',
    'bx8071514400f,149.90,7',
    'ST8000NE001,199,',
    'NOBODY-1,5,1',
    ',5,1',
  ].join('\n');
  const priced = await send('/preview?only=prices', numbers, 'owner.csv');
  expect(priced.body).toMatchObject({
    added: 0,
    updated: 2,
    recognizedParts: [
      { name: 'Intel Core i5-14400F', by: 'mpn' },
      { name: expect.stringContaining('IronWolf'), by: 'mpn' },
    ],
    reasons: expect.arrayContaining([counted('mpn: No part has this number', 4)]),
  });
  expect((await send('/preview', numbers, 'owner.csv')).status).toBe(400);
  await send(`?only=prices&hash=${priced.body.hash}`, numbers, 'owner.csv');

  const names = writeLines([
    { name: 'Deepcool AK400', price: 34.9, rpm: 1850, noise_level: 29, color: 'Black / Silver', size: null },
    { name: 'Deepcool AK400', price: 44.9, rpm: 1850, noise_level: 29, color: 'White', size: null },
    { name: 'Deepcool AK500', price: 54.9, rpm: 1850, noise_level: 29, color: 'Black / Silver', size: null },
    { name: 'Deepcool AK400', price: null, rpm: 1850, noise_level: 29, color: null, size: null },
  ]);
  const named = await send('/preview?only=prices', names, 'cpu-cooler.jsonl');
  expect(named.body).toMatchObject({
    updated: 1,
    changedParts: [{ fields: [{ field: 'price', before: null, after: '34.90' }] }],
    reasons: [counted('name: No part has this name', 2, 3), counted('price: This row has none', 4)],
  });
  await send(`?only=prices&hash=${named.body.hash}`, names, 'cpu-cooler.jsonl');
  const [first, ...several] = names.replace('"color":"Black / Silver"', '"color":null').split('\n');
  const both = await send('/preview?only=prices', [first, names, ...several].join('\n'), 'cpu-cooler.jsonl');
  expect(both.body).toMatchObject({ updated: 0 });
  expect(both.body.reasons).toContainEqual(
    counted('price: Rows 1 and 2 fit the same part, and say different things of it', 1, 2),
  );
  expect(await readPrices()).toEqual(expect.arrayContaining([14_990, 19_900, 3_490]));
});

/** That rows are refused, or what they state is left out. */
function counted(reason: string, ...firstRows: number[]) {
  return { reason, rows: firstRows.length, firstRow: firstRows[0], firstRows };
}

function writeLines(rows: object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
async function send(path: string, text: string, name = 'parts.csv'): Promise<{ status: number; body: any }> {
  const form = makeImageForm(Buffer.from(text), { field: 'file', name });
  return await admin.ask('POST', `/api/imports${path}`, form);
}

async function importAll(options: string, text: string) {
  const preview = await send(`/preview?${options}`, text);
  expect(preview.status).toBe(200);
  const imported = await send(`?${options}&hash=${preview.body.hash}`, text);
  expect(imported.status).toBe(200);
  return imported;
}

const readPrices = async () =>
  (await parts()).toSorted((one, other) => (one.sku < other.sku ? -1 : 1)).map((part) => part.price_cents);

function parts() {
  return readRows(shop, 'parts');
}
