/** A shop that has sold before it had ledgers: they are begun with what it had, and the audit finds nothing wrong. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Connection, connect, type Database } from '#database/connect.ts';
import { migrate, readProgramVersion } from '#database/migrate.ts';
import { makeStripeGateway } from '#payments/stripe.ts';
import { givenIntent, PUBLISHABLE_KEY, SECRET_KEY, startSandbox } from '#sandbox/testing/sandbox.ts';
import { auditShop } from '#shop/administration/audit-shop.ts';
import { expireOrders } from '#shop/orders/expire-orders.ts';
import { cloneDatabase, dropDatabase } from '../support/postgres.ts';

const sandbox = await startSandbox();
const name = `before_${randomUUID().replaceAll('-', '')}`;
const tools = {
  gateway: makeStripeGateway({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    apiUrl: sandbox.origin,
    webhookSecrets: [],
    onFailure: () => {},
  }),
  enqueue: async () => {},
};
let database: Connection;
let db: Database;

const person = randomUUIDv7();
const part = randomUUIDv7();
const soldOut = randomUUIDv7();
/** How many units of the part each order has, by its state; those of `refunded` are in the stock again. */
const orders = { unpaid: 1, paid: 2, shipped: 3, delivered: 4, cancelled: 5, expired: 6 };

beforeAll(async () => {
  database = connect(await cloneDatabase(inject('postgres'), name));
  ({ db } = database);
  await rebuildAsBefore();
  await sellAsBefore();
  await migrate(db, { ...(await readProgramVersion()), lastMigration: '0058' }); // the last one without purchases
  await sellWithoutPurchases();
  await migrate(db);
});
afterAll(async () => {
  await database.close();
  await dropDatabase(inject('postgres'), name);
  await sandbox.remove();
});

test('its stock adds up: what was there and what live orders hold', async () => {
  const { rows } = await sql<{ id: string; stock: number; moved: number; opened: number }>`
    select parts.id, stock, coalesce(sum(units), 0)::int as moved,
           coalesce(sum(units) filter (where reason = 'opening'), 0)::int as opened
    from parts left join stock_movements on part_id = parts.id group by parts.id order by stock desc`.execute(
    db,
  );
  expect(rows).toEqual([
    { id: part, stock: 50, moved: 50, opened: 60 },
    { id: soldOut, stock: 0, moved: 0, opened: 0 },
  ]);
});

test('its audit finds no difference', async () => {
  expect(await auditShop({ db, ...tools })).toMatchObject({ orders: 8, differences: [] });
});

test('its old unpaid orders are kept for another day, and expire after it', async () => {
  expect(await expireOrders({ db, ...tools }, { at: new Date() })).toBe(0);
  expect(await expireOrders({ db, ...tools }, { at: new Date(Date.now() + 25 * 3_600_000) })).toBe(1);
  expect(await auditShop({ db, ...tools })).toMatchObject({ orders: 8, differences: [] });
});

test('each order of before is a purchase of one', async () => {
  const { rows } = await sql`
    select state, order_count, purchases.buyer_id = orders.buyer_id and purchases.placed_at = orders.placed_at as alike,
      (select count(*)::int from orders others where others.purchase_id = purchases.id) as orders,
      array(select status from payments where payments.purchase_id = purchases.id order by id) as payments
    from orders join purchases on purchases.id = purchase_id order by orders.id`.execute(db);
  const purchase = { order_count: 1, alike: true, orders: 1 };
  expect(rows).toEqual(
    [
      ['expired', 'cancelled'],
      ['paid', 'succeeded'],
      ['shipped', 'succeeded'],
      ['delivered', 'succeeded'],
      ['cancelled', 'cancelled'],
      ['expired', 'cancelled'],
      ['refunded', 'succeeded'],
      ['refunded', 'late', 'elsewhere'],
    ].map(([state, ...payments]) => ({ ...purchase, state, payments })),
  );
});

test('each refund of before has a line, with the units that came back', async () => {
  const lines = db.selectFrom('refund_lines').select(['amount_cents', 'returned_units']);
  expect(await lines.orderBy('amount_cents').execute()).toEqual([
    { amount_cents: 2_000, returned_units: 2 },
    { amount_cents: 3_000, returned_units: 0 },
  ]);
});

/** The tables as the first four migrations made them. */
async function rebuildAsBefore(): Promise<void> {
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  await sql`create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  );
  const folder = new URL('../../src/database/migrations/', import.meta.url);
  const earlier = ['0001-identity', '0002-sale', '0003-lists', '0004-reviews-profiles-letters'];
  for (const migration of earlier) {
    await sql.raw(await readFile(new URL(`${migration}.sql`, folder), 'utf8')).execute(db);
    await sql`insert into schema_migrations values (${migration}, ${new Date().toISOString()})`.execute(db);
  }
}

async function sellAsBefore(): Promise<void> {
  await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
    values (${person}, 'Pat', 'pat@example.com', true, now(), now())`.execute(db);
  for (const [id, stock] of [
    [part, 50],
    [soldOut, 0],
  ]) {
    await sql`insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order,
      created_at, updated_at) values (${id}, ${id}, 'other', 'Testco', 'A part', 'It was there.', 1000, ${stock}, 1,
      now() - interval '9 days', now())`.execute(db);
  }
  for (const [state, quantity] of Object.entries(orders)) await sell(state, quantity);
}

async function sell(state: string, quantity: number): Promise<void> {
  const id = randomUUIDv7();
  const isPaid = ['paid', 'shipped', 'delivered'].includes(state);
  const intent = await givenIntent(sandbox, { amount: quantity * 1000, metadata: { orderId: id } });
  if (isPaid) {
    const card = { payment_method: 'pm_card_visa', return_url: 'https://shop.example' };
    await sandbox.stripe.paymentIntents.confirm(intent.id, card);
  }
  await sql`insert into orders (id, part_id, buyer_id, buyer_name, buyer_email, location, phone, part_name, part_image,
    unit_price_cents, quantity, total_cents, state, transaction_id, placed_at, updated_at)
    values (${id}, ${part}, ${person}, 'Pat', 'pat@example.com', 'Here', '5550109999', 'A part', '/a.jpg', 1000,
    ${quantity}, ${quantity * 1000}, ${state}, ${isPaid ? intent.id : null}, now() - interval '8 days', now())`.execute(
    db,
  );
  const path = { unpaid: [], paid: ['paid'], shipped: ['paid', 'shipped'] }[state];
  const way = path ?? (state === 'delivered' ? ['paid', 'shipped', 'delivered'] : [state]);
  for (const [index, to] of ['unpaid', ...way].entries()) {
    await move(id, ['unpaid', ...way][index - 1] ?? null, to);
  }
  const status = isPaid ? 'succeeded' : state === 'unpaid' ? 'open' : 'cancelled';
  await insertPayment(id, { providerId: intent.id, quantity, status });
}

/** Two refunded orders: one was paid, of the other the money came too late, after a payment in another account. */
async function sellWithoutPurchases(): Promise<void> {
  await refund(await place(2), { way: ['paid'], reason: 'return', status: 'succeeded' });
  const late = await place(3);
  await refund(late, { way: ['cancelled'], reason: 'cancel', status: 'late' });
  await insertPayment(late.order, { providerId: 'pi_elsewhere', quantity: 3, status: 'elsewhere' });
}

/** An unpaid order as the last release places it. */
async function place(quantity: number): Promise<{ order: string; quantity: number }> {
  const order = randomUUIDv7();
  await sql`insert into orders (id, part_id, buyer_id, buyer_name, buyer_email, location, phone, part_name, part_image,
    unit_price_cents, quantity, total_cents, state, placed_at, updated_at, expires_at)
    values (${order}, ${part}, ${person}, 'Pat', 'pat@example.com', 'Here', '5550109999', 'A part', '/a.jpg', 1000,
    ${quantity}, ${quantity * 1000}, 'unpaid', now(), now(), now() + interval '9 days')`.execute(db);
  await move(order, null, 'unpaid');
  await moveStock(order, -quantity, 'order');
  return { order, quantity };
}

type Refunded = { way: [string]; reason: 'return' | 'cancel'; status: 'succeeded' | 'late' };

/** Charges and refunds all of it, as the last release records it. */
async function refund(
  { order, quantity }: Awaited<ReturnType<typeof place>>,
  { way: [state], reason, status }: Refunded,
): Promise<void> {
  const amount = quantity * 1000;
  const { id: intent } = await givenIntent(sandbox, { amount, metadata: { orderId: order } });
  await sandbox.stripe.paymentIntents.confirm(intent, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.example',
  });
  const { id: refunded } = await sandbox.stripe.refunds.create({ payment_intent: intent });
  const payment = await insertPayment(order, { providerId: intent, quantity, status });
  await move(order, 'unpaid', state);
  await move(order, state, 'refunded');
  await moveStock(order, quantity, reason);
  await sql`update orders set state = 'refunded', transaction_id = ${intent}, refunded_cents = total_cents
    where id = ${order}`.execute(db);
  const units = reason === 'return' ? quantity : 0;
  await sql`insert into refunds (id, order_id, payment_id, provider_id, amount_cents, reason, returned_units, status,
    created_at, succeeded_at, updated_at) values (${randomUUIDv7()}, ${order}, ${payment}, ${refunded}, ${amount}, 'Back',
    ${units}, 'succeeded', now(), now(), now())`.execute(db);
  for (const [kind, provider, cents] of [
    ['charge', intent, amount],
    ['refund', refunded, -amount],
  ])
    await sql`insert into money_movements (id, order_id, payment_id, kind, provider_id, amount_cents, moved_at)
      values (${randomUUIDv7()}, ${order}, ${payment}, ${kind}, ${provider}, ${cents}, now())`.execute(db);
}

async function moveStock(order: string, units: number, reason: string): Promise<void> {
  await sql`update parts set stock = stock + ${units} where id = ${part}`.execute(db);
  await sql`insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
    values (${randomUUIDv7()}, ${part}, ${order}, ${units}, ${reason}, now())`.execute(db);
}

async function move(order: string, from: string | null, to: string): Promise<void> {
  await setTimeout(2); // milliseconds: ids made in the same one are in no order
  await sql`insert into order_moves (id, order_id, from_state, to_state, moved_at)
    values (${randomUUIDv7()}, ${order}, ${from}, ${to}, now())`.execute(db);
}

async function insertPayment(
  order: string,
  { providerId, quantity, status }: { providerId: string | null; quantity: number; status: string },
): Promise<string> {
  const id = randomUUIDv7();
  await sql`insert into payments (id, order_id, provider_id, amount_cents, status, created_at, updated_at)
    values (${id}, ${order}, ${providerId}, ${quantity * 1000}, ${status}, now(), now())`.execute(db);
  return id;
}
