/** The database is what the types say, and keeps its promises against whoever writes into it. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { getMigrations } from 'better-auth/db/migration';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeTables } from '#app/commands/describe-tables.ts';
import { connect } from '#app/connect.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { makeAccounts } from '#people/identity/accounts.ts';
import { findSchemaProblem, migrate } from '#platform/database/migrate.ts';
import { expectGenerated } from '../support/generated-files.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenDatabases } from '../support/postgres.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();

test('schema.ts has the tables that the migrations make', async () => {
  await expectGenerated(
    'src/platform/database/schema.ts',
    await describeTables(shop.db),
    'describe-database',
  );
});

test('the identity library misses nothing in the tables', async () => {
  const { options } = makeAccounts(shop.db, {
    publicUrl: shop.url,
    secret: 'x'.repeat(32),
    trustedOrigins: [],
    enqueue: async () => {},
  });
  const { toBeCreated, toBeAdded, unsafeChanges } = await getMigrations(options, { throwOnUnsafe: false });
  expect(toBeCreated).toEqual([]);
  expect(toBeAdded).toEqual([]);
  expect(unsafeChanges).toEqual([]);
});

describe('migrating', () => {
  const makeDatabase = givenDatabases();

  test('by three processes at once brings an empty database to the schema, once', async () => {
    const address = await makeDatabase();
    const connection = connect(address);
    const opened = [connection, connect(address), connect(address)];
    for (const { close } of opened) onTestFinished(close);
    const first = connection.db;
    await sql`drop schema public cascade`.execute(first);
    await sql`create schema public`.execute(first);
    // each has looked before, so that its session remembers that there are no tables
    for (const { db } of opened) expect(await findSchemaProblem(db)).toBe('the database is being migrated');
    await Promise.all(opened.map(({ db }) => migrate(db)));
    expect(await findSchemaProblem(first)).toBe(undefined);
    const before = await dump();
    expect(before).toContain('orders');
    await migrate(first);
    expect(await dump()).toBe(before);

    async function dump() {
      const { rows } = await sql`
        select table_name, column_name, data_type from information_schema.columns
        where table_schema = 'public' order by 1, 2`.execute(first);
      const applied = await sql`select * from schema_migrations order by name`.execute(first);
      return JSON.stringify([rows, applied.rows]);
    }
  });
});

test('a process goes on with prepared statements after the next release has added a column', async () => {
  const { db, close } = connect(shop.address, 1);
  const name = `prepared_${randomUUID().slice(0, 8)}`;
  const table = sql.table(name);
  const run = () =>
    db.transaction().execute(async (transaction) => {
      await sql`insert into ${table} (unit) values (1) returning unit`.execute(transaction);
      await sql`select * from ${table}`.execute(transaction);
      const { rows } = await sql<{ statement: string }>`
        select statement from pg_prepared_statements where statement like ${`%${name}%`}`.execute(
        transaction,
      );
      return rows.map(({ statement }) => statement.split(' ')[0]);
    });
  try {
    await sql`create table ${table} (unit integer)`.execute(db);
    for (let use = 1; use <= 10; use += 1) expect(await run()).toEqual([]);
    expect(await run()).toEqual(['insert']);
    await sql`alter table ${table} add column further integer`.execute(db);
    expect(await run()).toEqual(['insert']);
  } finally {
    await sql`drop table if exists ${table}`.execute(db);
    await close();
  }
});

test('the database takes a part of every category', async () => {
  const id = await givenPart(shop);
  for (const category of categories) {
    const update = shop.db.updateTable('parts').set({ category }).where('id', '=', id);
    await expect(update.executeTakeFirst(), category).resolves.toMatchObject({ numUpdatedRows: 1n });
  }
});

describe('the database refuses', async () => {
  const person = await givenPerson(shop);
  const { _id, partsId } = await givenOrder(shop, person);
  const ids = { part: partsId, person: person.id, order: _id };
  const now = new Date();
  const payment = (status: string) => sql`
    insert into payments (id, order_id, purchase_id, amount_cents, status, created_at, updated_at)
    select ${randomUUIDv7()}, id, purchase_id, 100, ${status}, ${now}, ${now} from orders where id = ${ids.order}`;
  const key = (text: string) => sql`
    insert into idempotency_keys (person_id, key, request, created_at) values (${ids.person}, ${text}, 'r', ${now})`;
  const part = (column: string, value: unknown) =>
    sql`update parts set ${sql.ref(column)} = ${value} where id = ${ids.part}`;
  const order = (column: string, value: unknown) =>
    sql`update orders set ${sql.ref(column)} = ${value} where id = ${ids.order}`;

  test.each<[string, () => ReturnType<typeof part>[], RegExp]>([
    ['a stock below zero', () => [part('stock', -1)], /parts_stock_check/],
    ['a price of nothing', () => [part('price_cents', 0)], /parts_price_cents_check/],
    ['a minimum order of nothing', () => [part('minimum_order', 0)], /parts_minimum_order_check/],
    ['an order of nothing', () => [order('quantity', 0)], /orders_/],
    ['a total that is not price × quantity', () => [order('total_cents', 1)], /orders_check/],
    ['an unknown state', () => [order('state', 'lost')], /orders_state_check/],
    ['a paid order without its payment', () => [order('state', 'paid')], /orders_check/],
    ['an unpaid order with a payment', () => [order('transaction_id', 'pi_1')], /orders_check/],
    ['two open payments of one purchase', () => [payment('open'), payment('open')], /one_open_payment/],
    [
      'two charges of one purchase',
      () => [payment('succeeded'), payment('succeeded')],
      /one_succeeded_payment/,
    ],
    ['the same key twice', () => [key('k'), key('k')], /idempotency_keys_pkey/],
    ['an empty key', () => [key('')], /idempotency_keys_key_check/],
    [
      'to forget a part that was ordered',
      () => [sql`delete from parts where id = ${ids.part}`],
      /orders_part/,
    ],
    [
      'to forget an order with a history',
      () => [sql`delete from orders where id = ${ids.order}`],
      /order_id/,
    ],
    ['an address in capitals', () => [sql`update people set email = 'A@B.CO'`], /people_email_check/],
    ['an unknown role', () => [sql`update people set role = 'owner'`], /people_role_check/],
  ])('%s', async (_, statements, constraint) => {
    const attempt = shop.db.transaction().execute(async (transaction) => {
      for (const statement of statements()) await statement.execute(transaction);
    });
    await expect(attempt).rejects.toMatchObject({ constraint: expect.stringMatching(constraint) });
  });

  test('a rating that is no half step from 1 to 5', async () => {
    for (const rating of [0.5, 5.5, 3.3]) {
      const attempt = sql`insert into reviews (id, author_name, review, rating, created_at)
        values (${randomUUIDv7()}, 'R', 'r', ${rating}, ${now})`.execute(shop.db);
      await expect(attempt).rejects.toMatchObject({ constraint: 'reviews_rating_check' });
    }
  });
});
