/** Importing in the browser: a preview that writes nothing, and an import that does what was previewed, or nothing. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { givenPerson, type Person } from '../support/given.ts';
import { makeImageForm } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
let admin: Person;

beforeEach(async () => {
  admin ??= await givenPerson(shop, { role: 'admin' });
  await shop.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction); // ledgers are only added to
    await sql`truncate parts cascade`.execute(transaction);
  });
});

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
      reasons: [{ reason: 'price: The price must be above 0', rows: 1, firstRow: 3 }],
    },
  });
  expect(await parts()).toEqual([]);
  expect((await send(`?hash=${preview.body.hash}`, file)).body).toMatchObject({ added: 1, refusedRows: 1 });
  expect(await parts()).toMatchObject([{ sku: 'A', price_cents: 1250, stock: 3 }]);

  const prices = 'sku;price\nA;1.299,00\n';
  const change = await send('/preview', prices);
  expect(change.body).toMatchObject({
    added: 0,
    updated: 1,
    changedParts: [
      { sku: 'A', name: 'Testco Cable', fields: [{ field: 'price', before: '12.50', after: '1299.00' }] },
    ],
  });
  expect((await send(`?hash=${change.body.hash}`, prices)).status).toBe(200);
  expect(await parts()).toMatchObject([{ sku: 'A', price_cents: 129900, stock: 3 }]);
  const changes = await shop.db
    .selectFrom('admin_changes')
    .select(['admin_id', 'after'])
    .where('subject', '=', 'parts')
    .execute();
  expect(changes).toHaveLength(3);
  const { id } = await shop.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', admin.email)
    .executeTakeFirstOrThrow();
  expect(new Set(changes.map(({ admin_id }) => admin_id))).toEqual(new Set([id]));
});

test('a picture below /images/ has to be one that was uploaded here', async () => {
  const [here, nowhere] = ['a', 'b'].map((letter) => `${letter.repeat(40)}-400x300`);
  await shop.db
    .insertInto('uploaded_pictures')
    .values({ key: here ?? '', uploaded_at: new Date() })
    .execute();
  const rows = [
    `A,other,Testco Cable,5,/images/${here}-400.jpg`,
    `B,other,Testco Fan,5,/images/${nowhere}-400.jpg`,
  ];
  const { body } = await send('/preview', ['sku,category,name,price,img', ...rows, ''].join('\n'));
  expect(body).toMatchObject({
    added: 1,
    refusedRows: 1,
    reasons: [
      { reason: 'img: There is no such picture here. Please upload it again.', rows: 1, firstRow: 3 },
    ],
  });
});

test('it is refused when it would do something else than was previewed, and writes nothing', async () => {
  const preview = await send('/preview', file);
  await send(`?hash=${preview.body.hash}`, file);
  const prices = 'sku,price\nA,20\n';
  const seen = await send('/preview', prices);
  await shop.db.updateTable('parts').set({ price_cents: 1600 }).where('sku', '=', 'A').execute();
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
  const answer = await send('/preview?category=other', 'name,price,rpm\nTestco Cool,9,500\n', 'case-fan.csv');
  expect(answer.body).toMatchObject({ added: 1, addedParts: [{ category: 'other' }] });
});

function writeLines(rows: object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
async function send(path: string, text: string, name = 'parts.csv'): Promise<{ status: number; body: any }> {
  const answer = await fetch(`${shop.url}/api/imports${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: makeImageForm(Buffer.from(text), { field: 'file', name }),
  });
  return { status: answer.status, body: await answer.json() };
}

function parts() {
  return shop.db.selectFrom('parts').selectAll().orderBy('id').execute();
}
