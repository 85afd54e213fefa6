/** Every answer about the catalogue knows what was committed before it, whoever wrote it; large imports come in pieces. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connect } from '#app/connect.ts';
import { openCatalogue } from '#catalogue/database/catalogue.ts';
import { openCatalogueIndex } from '#catalogue/database/catalogue-index.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { ask, changeRows, givenOrder, givenPart, givenPerson, readRow } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';

const shop = await givenShop();
const beside = await givenShop({ beside: shop });

const other = connect(shop.address, 6, commandLimits);
afterAll(() => other.close());

test('what one process has changed, another sees at once', async () => {
  const [admin, buyer] = [await givenPerson(shop, { role: 'admin' }), await givenPerson(shop)];
  const part = await givenPart(shop, { name: 'Shared Kit', stock: 1 });
  for (const place of [shop, beside]) expect(await find(place, 'q=shared')).toEqual([part]);
  await givenOrder(shop, buyer, part);
  for (const place of [shop, beside]) expect(await find(place, 'q=shared&in-stock=yes')).toEqual([]);
  await admin.ask('PATCH', `/api/parts/${part}`, { name: 'Divided Kit' });
  for (const place of [beside, shop]) {
    expect(await find(place, 'q=shared')).toEqual([]);
    expect(await find(place, 'q=divided')).toEqual([part]);
  }
});

test('a transaction that ends after later ones is seen when it ends, and nothing is read twice meanwhile', async () => {
  const [early, late] = [
    await givenPart(shop, { name: 'Early Bird' }),
    await givenPart(shop, { name: 'Late Bird' }),
  ];
  const catalogue = openCatalogue({ db: shop.db });
  const names = async () =>
    (await catalogue.list(question('bird'), { size: 10 })).rows.map(
      ({ name, price_cents }) => `${name} ${price_cents}`,
    );
  expect((await names()).sort()).toEqual(['Early Bird 9999', 'Late Bird 9999']);
  const setPrice = (db: typeof shop.db, id: string, cents: number) =>
    db.updateTable('parts').set({ price_cents: cents }).where('id', '=', id).execute();
  await other.db.transaction().execute(async (transaction) => {
    await setPrice(transaction, early, 100);
    await setPrice(shop.db, late, 200); // begins later, ends earlier
    expect((await names()).sort()).toEqual(['Early Bird 9999', 'Late Bird 200']);
    await sql`select pg_current_xact_id()`.execute(shop.db);
    expect((await names()).sort()).toEqual(['Early Bird 9999', 'Late Bird 200']);
  });
  expect((await names()).sort()).toEqual(['Early Bird 100', 'Late Bird 200']);
});

test('what is rolled back is never seen', async () => {
  const part = await givenPart(shop, { name: 'Steady Rock' });
  const undone = other.db.transaction().execute(async (transaction) => {
    await transaction.updateTable('parts').set({ stock: 0 }).where('id', '=', part).execute();
    expect(await find(shop, 'q=rock&in-stock=yes')).toEqual([part]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await find(shop, 'q=rock&in-stock=yes')).toEqual([part]);
});

test('many changes and queries at once: each answer is of one moment, and the last one is current', async () => {
  const part = await givenPart(shop, { name: 'Busy Wasp', price: 100 });
  const catalogue = openCatalogue({ db: shop.db });
  const changes = Array.from({ length: 40 }, async (_, turn) => {
    await changeRows(shop, 'parts', { id: part }, { price_cents: 101 + turn });
    const { list, counts } = await catalogue.browse(question('wasp'), { size: 5 });
    const price = counts.tallies.get('price');
    expect(price).toEqual({
      kind: 'range',
      min: (list.rows[0]?.price_cents ?? 0) / 100,
      max: (list.rows[0]?.price_cents ?? 0) / 100,
    });
  });
  await Promise.all(changes);
  const { price_cents } = await readRow(shop, 'parts', { id: part });
  expect((await catalogue.list(question('wasp'), { size: 1 })).rows[0]?.price_cents).toBe(price_cents);
});

test('a transaction id of another cluster, from a dump, hides no later change', async () => {
  const part = await givenPart(shop, { name: 'Dumped Truck' });
  await sql`alter table parts disable trigger stamp_change`.execute(shop.db);
  await sql`update parts set changed_in = '999999999' where id = ${part}`.execute(shop.db);
  await sql`alter table parts enable trigger stamp_change`.execute(shop.db);
  const catalogue = openCatalogue({ db: shop.db });
  const stockNow = async () => (await catalogue.list(question('truck'), { size: 1 })).rows[0]?.stock;
  expect(await stockNow()).toBe(50);
  await changeRows(shop, 'parts', { id: part }, { stock: 7 });
  expect(await stockNow()).toBe(7);
});

describe('what a stop leaves', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
  });
  afterEach(() => removeFolder(folder));

  /** `most`: the rows of the statement that returned the most. */
  async function start(isAnotherServer = false) {
    const { db, readSizes } = countRows(isAnotherServer ? ofAnotherServer(shop.db) : shop.db);
    const catalogue = openCatalogue({ db, background: db, file: { folder, program: 'this one' } });
    const query = { ...question(''), category: 'memory' as const, sort: 'price' };
    const list = async () =>
      (await catalogue.browse(query, { size: 100 })).list.rows.map(
        (part) => `${part.name} ${part.price_cents}`,
      );
    const listed = await list();
    return { catalogue, list, listed, most: Math.max(...readSizes) };
  }

  test('the next start reads what has changed since, and nothing else', async () => {
    const [admin, buyer] = [await givenPerson(shop, { role: 'admin' }), await givenPerson(shop)];
    const give = (name: string) => givenPart(shop, { name, stock: 3 });
    const parts = await Array.fromAsync({ length: 20 }, (_, index) => give(`Case ${index}`));
    const [sold = '', dearer = '', gone = ''] = parts;
    const first = await start();
    expect(first.most).toBeGreaterThan(19);
    await first.catalogue.close();
    await givenOrder(shop, buyer, sold);
    await admin.ask('PATCH', `/api/parts/${dearer}`, { price: 444 });
    await changeRows(shop, 'parts', { id: gone }, { off_sale_at: new Date() });
    await give('The newest case');
    const next = await start();
    expect(next.most).toBe(4);
    const fresh = await openFresh();
    expect(next.listed).toEqual(fresh);
    expect(fresh).toContain('The newest case 9999');
    expect(fresh).toContain('Case 1 44400');
    expect(fresh).not.toContain('Case 2 9999');
    await admin.ask('PATCH', `/api/parts/${dearer}`, { price: 555 }); // what was taken follows changes
    expect(await next.list()).toEqual(await openFresh());
    const { rows } = await next.catalogue.list(
      { ...question('newest case'), sort: 'relevance' },
      { size: 5 },
    );
    expect(rows.map(({ name }) => name)).toEqual(['The newest case']);
    expect(await next.catalogue.similar(rows[0] as PartOnSale, 3)).toHaveLength(3);
  });

  test.each([
    ['has rows that changed without a trace, as after a restore', 'update parts set price_cents = 333'],
    ['lacks rows', "update parts set off_sale_at = '2026-01-01'"],
  ])('of a database that %s, all is read again', async (_, change) => {
    const part = await givenPart(shop, { name: `Changed ${change.length}` });
    await (await start()).catalogue.close();
    await shop.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction); // no triggers
      await sql`${sql.raw(change)} where id = ${part}`.execute(transaction);
    });
    const next = await start();
    expect(next.most).toBeGreaterThan(4);
    expect(next.listed).toEqual(await openFresh());
  });

  test('of another server, or after a restore there, all is read again', async () => {
    const names = ['One server', 'Another server', 'A third', 'A fourth'];
    for (const name of names) await givenPart(shop, { name });
    await (await start()).catalogue.close();
    expect((await start(true)).most).toBeGreaterThan(3);
  });

  async function openFresh(): Promise<string[]> {
    const query = { ...question(''), category: 'memory' as const, sort: 'price' };
    const { rows } = await openCatalogue({ db: shop.db }).list(query, { size: 100 });
    return rows.map((part) => `${part.name} ${part.price_cents}`);
  }
});

test('lists and searches are answered while 4,000 rows are imported, and show growing parts of them', async () => {
  const { db, readSizes } = countRows(other.db);
  const catalogue = openCatalogue({ db });
  const followed = openCatalogueIndex({ db, version: shop.catalogue }); // asked for nothing meanwhile
  const index = await followed.current();
  const [sizeBefore, totals] = [index.size(), [] as number[]];
  const browse = async (q: string) => {
    const query = { ...question(q), category: 'hard-disk' as const, sort: 'price' };
    const { list, counts } = await catalogue.browse(query, { size: 3, offset: 40 });
    expect([counts.total, counts.categories.get('hard-disk') ?? 0]).toEqual([list.total, list.total]);
    const step = q === '' ? 1 : 10;
    expect(list.rows.map(({ price_cents }) => price_cents)).toEqual(
      [41, 42, 43].map((place) => place * step).slice(0, Math.max(0, list.total - 40)),
    );
    return list.total;
  };
  let isDone = false;
  const browseAgain = async () => {
    while (!isDone) totals.push(await browse(''), (await browse('imported')) * 10);
  };
  const importing = async () => {
    try {
      for (const count of [...Array(6).fill(300), 2_200]) {
        const answered = totals.length;
        await importDisks(count);
        // on a busy machine imports would be done before the next answer
        await expect.poll(() => totals.length, { timeout: 60_000 }).toBeGreaterThan(answered + 2);
      }
      await followed.catchUp();
    } finally {
      isDone = true;
    }
  };
  await Promise.all([importing(), browseAgain()]);
  await catalogue.catchUp();
  expect([index.size() - sizeBefore, await browse(''), await browse('imported')]).toEqual([
    4_000, 4_000, 400,
  ]);
  const folder = makeFolder();
  const startAgain = async () => {
    const counted = countRows(other.db);
    const file = { folder, program: 'this one' };
    const started = openCatalogue({ db: counted.db, background: counted.db, file });
    const { total } = await started.list(
      { ...question(''), category: 'hard-disk', sort: 'price' },
      { size: 1 },
    );
    await started.close();
    return [total, Math.max(...counted.readSizes)];
  };
  expect(await startAgain()).toEqual([4_000, 1_000]); // reads all in pieces
  expect(await startAgain()).toEqual([4_000, expect.closeTo(0, -1)]); // takes what is left, of several pieces
  removeFolder(folder);
  expect(new Set(totals).size, `${totals}`).toBeGreaterThan(5);
  const lists = totals.filter((_, turn) => turn % 2 === 0);
  expect(lists).toEqual(lists.toSorted((one, other) => one - other));
  expect(Math.max(...readSizes)).toBeLessThanOrEqual(1001);
}, 120_000);

function ofAnotherServer(db: typeof shop.db): typeof shop.db {
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => ({
      ...result,
      rows: result.rows.map((row) => ('server' in row ? { server: 'another one' } : row)),
    }),
  });
}

/** `readSizes`: the number of rows that each statement has returned. */
function countRows(counted: typeof shop.db) {
  const readSizes: number[] = [];
  const db = counted.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      readSizes.push(result.rows.length);
      return result;
    },
  });
  return { db, readSizes };
}

/** In one transaction, each a cent dearer than the one before; every tenth is found by a word. */
async function importDisks(count: number): Promise<void> {
  await sql`
    insert into parts (id, sku, category, name, brand, description, price_cents, stock, minimum_order, specs, slug,
      created_at, updated_at)
    select gen_random_uuid(), 'DISK-' || n, 'hard-disk', case when n % 10 = 0 then 'Imported ' else 'Other ' end || n,
      'Testco', 'A disk.', n, 5, 1, '{}', 'disk-' || n, now(), now()
    from (select count(*) as known from parts where category = 'hard-disk') as before,
      generate_series(known + 1, known + ${count}) as n`.execute(other.db);
  await announceContentChange(other.db);
}

function question(q: string) {
  return { category: undefined, q, choices: new Map(), sort: 'newest', page: 1 };
}

async function find(place: typeof shop, query: string): Promise<string[]> {
  return (await ask(place, 'GET', `/api/parts?${query}`)).body.map(({ _id }) => _id);
}
