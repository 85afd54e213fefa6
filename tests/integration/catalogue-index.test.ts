/** Every answer about the catalogue knows what was committed before it, whoever wrote it and in whatever order. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCatalogue } from '#database/catalogue/catalogue.ts';
import { type Connection, connect } from '#database/connect.ts';
import { ask, givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();
const beside = givenShop({ beside: shop });
let other: Connection;

beforeAll(() => {
  other = connect(shop.address, 4);
});
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
  const part = await givenPart(shop, { name: 'Busy Bee', price: 100 });
  const catalogue = openCatalogue({ db: shop.db });
  const changes = Array.from({ length: 40 }, async (_, turn) => {
    await shop.db
      .updateTable('parts')
      .set({ price_cents: 101 + turn })
      .where('id', '=', part)
      .execute();
    const { list, counts } = await catalogue.browse(question('bee'), { size: 5 });
    const price = counts.tallies.get('price');
    expect(price).toEqual({
      kind: 'range',
      min: (list.rows[0]?.price_cents ?? 0) / 100,
      max: (list.rows[0]?.price_cents ?? 0) / 100,
    });
  });
  await Promise.all(changes);
  const { price_cents } = await shop.db
    .selectFrom('parts')
    .select('price_cents')
    .where('id', '=', part)
    .executeTakeFirstOrThrow();
  expect((await catalogue.list(question('bee'), { size: 1 })).rows[0]?.price_cents).toBe(price_cents);
});

test('a transaction id of another cluster, from a dump, hides no later change', async () => {
  const part = await givenPart(shop, { name: 'Dumped Truck' });
  await sql`alter table parts disable trigger stamp_change`.execute(shop.db);
  await sql`update parts set changed_in = '999999999' where id = ${part}`.execute(shop.db);
  await sql`alter table parts enable trigger stamp_change`.execute(shop.db);
  const catalogue = openCatalogue({ db: shop.db });
  const stockNow = async () => (await catalogue.list(question('truck'), { size: 1 })).rows[0]?.stock;
  expect(await stockNow()).toBe(50);
  await shop.db.updateTable('parts').set({ stock: 7 }).where('id', '=', part).execute();
  expect(await stockNow()).toBe(7);
});

function question(q: string) {
  return { category: undefined, q, choices: new Map(), sort: 'newest', page: 1 };
}

async function find(place: typeof shop, query: string): Promise<string[]> {
  return (await ask(place, 'GET', `/api/parts?${query}`)).body.map(({ _id }: { _id: string }) => _id);
}
