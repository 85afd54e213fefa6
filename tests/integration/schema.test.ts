/** The database is what the types say, and keeps its promises against whoever writes into it. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { getMigrations } from 'better-auth/db/migration';
import { type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '#database/connect.ts';
import { findSchemaProblem, migrate } from '#database/migrate.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { categories } from '#domain/catalogue/parts.ts';
import { makeAccounts } from '#identity/accounts.ts';
import { givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();

/** The column that holds a value of this type: its kind, and a question mark where it may be null. */
type ExpectedColumn<Value> = null extends Value
  ? `${ExpectedKind<NonNullable<Value>>}?`
  : ExpectedKind<Value>;
type ExpectedKind<Value> = Value extends string
  ? 'uuid' | 'text' | 'tsvector' | 'xid8'
  : Value extends number
    ? 'integer' | 'numeric'
    : Value extends boolean
      ? 'boolean'
      : Value extends Date
        ? 'time'
        : 'jsonb';
type Columns = {
  [Table in keyof DatabaseSchema]: {
    [Column in keyof Selectable<DatabaseSchema[Table]>]-?: ExpectedColumn<
      Selectable<DatabaseSchema[Table]>[Column]
    >;
  };
};

const columns = {
  people: {
    id: 'uuid',
    name: 'text',
    email: 'text',
    email_verified: 'boolean',
    image: 'text?',
    role: 'text',
    created_at: 'time',
    updated_at: 'time',
  },
  sessions: {
    id: 'uuid',
    person_id: 'uuid',
    token: 'text',
    expires_at: 'time',
    ip_address: 'text?',
    user_agent: 'text?',
    created_at: 'time',
    updated_at: 'time',
  },
  credentials: {
    id: 'uuid',
    person_id: 'uuid',
    account_id: 'text',
    provider_id: 'text',
    access_token: 'text?',
    refresh_token: 'text?',
    id_token: 'text?',
    access_token_expires_at: 'time?',
    refresh_token_expires_at: 'time?',
    scope: 'text?',
    password: 'text?',
    created_at: 'time',
    updated_at: 'time',
  },
  verifications: {
    id: 'uuid',
    identifier: 'text',
    value: 'text',
    expires_at: 'time',
    created_at: 'time',
    updated_at: 'time',
  },
  parts: {
    id: 'uuid',
    sku: 'text',
    category: 'text',
    brand: 'text',
    name: 'text',
    description: 'text',
    image: 'text?',
    price_cents: 'integer?',
    stock: 'integer',
    minimum_order: 'integer',
    specs: 'jsonb',
    featured_rank: 'integer?',
    off_sale_at: 'time?',
    created_at: 'time',
    updated_at: 'time',
    number: 'integer',
    changed_in: 'xid8',
    slug: 'text',
    sales_points: 'integer',
    rating_points: 'integer',
    file_row: 'integer',
    derived_fields: 'jsonb',
    ...{ mpn: 'text?', gtin: 'text?', match_key: 'text?', low_stock: 'integer?', doubtful_fields: 'jsonb' },
  },
  part_slugs: { category: 'text', slug: 'text', part_id: 'uuid' },
  part_words: { part_number: 'integer', recipe: 'integer', words: 'tsvector' },
  search_words: { word: 'text' },
  purchases: { id: 'uuid', buyer_id: 'uuid', order_count: 'integer', placed_at: 'time' },
  orders: {
    id: 'uuid',
    part_id: 'uuid',
    buyer_id: 'uuid',
    buyer_name: 'text',
    buyer_email: 'text',
    location: 'text',
    phone: 'text',
    part_name: 'text',
    part_image: 'text',
    unit_price_cents: 'integer',
    quantity: 'integer',
    total_cents: 'integer',
    state: 'text',
    transaction_id: 'text?',
    carrier: 'text?',
    tracking: 'text?',
    placed_at: 'time',
    updated_at: 'time',
    expires_at: 'time',
    refunded_cents: 'integer',
    purchase_id: 'uuid',
  },
  order_moves: {
    id: 'uuid',
    order_id: 'uuid',
    from_state: 'text?',
    to_state: 'text',
    actor_id: 'uuid?',
    reason: 'text?',
    moved_at: 'time',
    noticed_through: 'text?',
  },
  shipment_details: {
    id: 'uuid',
    order_id: 'uuid',
    carrier: 'text?',
    tracking: 'text?',
    told_by: 'uuid',
    told_at: 'time',
  },
  payments: {
    id: 'uuid',
    order_id: 'uuid',
    provider_id: 'text?',
    amount_cents: 'integer',
    status: 'text',
    created_at: 'time',
    updated_at: 'time',
    asked_at: 'time?',
    provider_account: 'text?',
    provider_is_live: 'boolean?',
    purchase_id: 'uuid',
  },
  payment_attempts: {
    id: 'uuid',
    payment_id: 'uuid',
    provider_id: 'text',
    outcome: 'text',
    code: 'text?',
    reason: 'text?',
    tried_at: 'time',
  },
  refunds: {
    id: 'uuid',
    order_id: 'uuid',
    payment_id: 'uuid',
    provider_id: 'text?',
    amount_cents: 'integer',
    reason: 'text',
    returned_units: 'integer',
    status: 'text',
    failure: 'text?',
    requested_by: 'uuid?',
    created_at: 'time',
    succeeded_at: 'time?',
    failed_at: 'time?',
    updated_at: 'time',
    elsewhere_at: 'time?',
    made_at_provider: 'boolean',
  },
  disputes: {
    id: 'uuid',
    order_id: 'uuid',
    payment_id: 'uuid',
    provider_id: 'text',
    amount_cents: 'integer',
    reason: 'text',
    status: 'text',
    respond_by: 'time?',
    opened_at: 'time',
    closed_at: 'time?',
    updated_at: 'time',
    is_refundable: 'boolean',
  },
  webhook_events: { id: 'text', type: 'text', happened_at: 'time', received_at: 'time' },
  event_cursors: { provider: 'text', caught_up_to: 'time' },
  stock_movements: {
    id: 'uuid',
    part_id: 'uuid',
    order_id: 'uuid?',
    units: 'integer',
    reason: 'text',
    moved_at: 'time',
  },
  money_movements: {
    id: 'uuid',
    order_id: 'uuid',
    payment_id: 'uuid',
    kind: 'text',
    provider_id: 'text',
    amount_cents: 'integer',
    moved_at: 'time',
  },
  reviews: {
    id: 'uuid',
    author_name: 'text',
    author_image: 'text?',
    author_id: 'uuid?',
    review: 'text',
    rating: 'numeric',
    part_id: 'uuid?',
    created_at: 'time',
    updated_at: 'time?',
    hidden_at: 'time?',
    changed_in: 'xid8',
  },
  profiles: {
    person_id: 'uuid',
    education: 'text',
    location: 'text',
    phone: 'text?',
    link: 'text',
    updated_at: 'time',
  },
  attempts: { key: 'text', count: 'integer', until: 'time' },
  uploaded_pictures: { key: 'text', uploaded_at: 'time', going_at: 'time?' },
  ceo_letters: { email: 'text', written_at: 'time' },
  idempotency_keys: { person_id: 'uuid', key: 'text', request: 'text', answer: 'jsonb?', created_at: 'time' },
  admin_changes: {
    id: 'uuid',
    admin_id: 'uuid?',
    subject: 'text',
    subject_id: 'uuid',
    before: 'jsonb?',
    after: 'jsonb?',
    changed_at: 'time',
  },
  settings: { name: 'text', value: 'text', version: 'integer', updated_at: 'time', changed_in: 'xid8' },
  alert_mails: { period: 'text', made_at: 'time' },
  alerts: { id: 'uuid', kind: 'text', subject_id: 'uuid', happened_at: 'time', period: 'text?' },
  schema_releases: { migration: 'text', oldest_release: 'text' },
} as const satisfies Columns;

test('the migrated tables have the columns of the types, with their kinds and their nulls', async () => {
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: string }>`
    select table_name as table, column_name as column, data_type as type, is_nullable as nullable
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'`.execute(shop.db);
  const migrated: Record<string, Record<string, string>> = {};
  for (const { table, column, type, nullable } of rows) {
    const kind = type === 'timestamp with time zone' ? 'time' : type;
    migrated[table] = { ...migrated[table], [column]: nullable === 'YES' ? `${kind}?` : kind };
  }
  expect(migrated).toEqual(columns);
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
  const name = `migrating_${randomUUID().replaceAll('-', '')}`;
  const opened: ReturnType<typeof connect>[] = [];

  beforeAll(async () => {
    const address = await cloneDatabase(inject('postgres'), name);
    for (let count = 0; count < 3; count += 1) opened.push(connect(address));
  });
  afterAll(async () => {
    for (const { close } of opened) await close();
    await dropDatabase(inject('postgres'), name);
  });

  test('by three processes at once brings an empty database to the schema, once', async () => {
    const [first] = opened.map(({ db }) => db);
    if (!first) throw new Error('No database was opened');
    await sql`drop schema public cascade`.execute(first);
    await sql`create schema public`.execute(first);
    expect(await findSchemaProblem(first)).toBe('the database is being migrated');
    await Promise.all(opened.map(({ db }) => migrate(db)));
    expect(await findSchemaProblem(first)).toBe(undefined);
    const before = await dump();
    expect(before).toContain('orders');
    await migrate(first);
    expect(await dump()).toBe(before);

    async function dump() {
      const { rows } = await sql`
        select table_name, column_name, data_type from information_schema.columns
        where table_schema = 'public' order by 1, 2`.execute(first as NonNullable<typeof first>);
      const applied = await sql`select * from schema_migrations order by name`.execute(
        first as NonNullable<typeof first>,
      );
      return JSON.stringify([rows, applied.rows]);
    }
  });
});

test('the database takes a part of every category', async () => {
  const id = await givenPart(shop);
  for (const category of categories) {
    const update = shop.db.updateTable('parts').set({ category }).where('id', '=', id);
    await expect(update.executeTakeFirst(), category).resolves.toMatchObject({ numUpdatedRows: 1n });
  }
});

describe('the database refuses', () => {
  let ids: { part: string; order: string; person: string };
  beforeAll(async () => {
    const person = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 5 });
    ids = { part, person: person.id, order: (await givenOrder(shop, person, part))._id };
  });

  const now = new Date();
  const payment = (status: string) => sql`
    insert into payments (id, order_id, amount_cents, status, created_at, updated_at)
    values (${randomUUIDv7()}, ${ids.order}, 100, ${status}, ${now}, ${now})`;
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
    ['an unknown category', () => [part('category', 'toys')], /parts_category_check/],
    ['an order of nothing', () => [order('quantity', 0)], /orders_/],
    ['a total that is not price × quantity', () => [order('total_cents', 1)], /orders_check/],
    ['an unknown state', () => [order('state', 'lost')], /orders_state_check/],
    ['a paid order without its payment', () => [order('state', 'paid')], /orders_check/],
    ['an unpaid order with a payment', () => [order('transaction_id', 'pi_1')], /orders_check/],
    ['two open payments of one order', () => [payment('open'), payment('open')], /one_open_payment/],
    ['two charges of one order', () => [payment('succeeded'), payment('succeeded')], /one_succeeded_payment/],
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
