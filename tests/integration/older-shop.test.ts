/** A shop of release 0.2.0, with orders, payments and refunds: after the migrations they have today's shape, and the audit finds nothing wrong. */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditShop } from '#administration/use-cases/audit-shop.ts';
import { connect } from '#app/connect.ts';
import { makeStripeGateway } from '#payments/provider/stripe.ts';
import { migrate, readProgramVersion } from '#platform/database/migrate.ts';
import { givenIntent, givenSandbox, PUBLISHABLE_KEY, SECRET_KEY } from '#sandbox/testing/sandbox.ts';
import { createDatabase, givenDatabases } from '../support/postgres.ts';

const sandbox = await givenSandbox();
const makeDatabase = givenDatabases();
const gateway = makeStripeGateway({
  ...{ secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, apiUrl: sandbox.origin },
  ...{ webhookSecrets: [], onFailure: () => {} },
});
const person = randomUUIDv7();
const part = randomUUIDv7();
const list: Record<string, [name: string, brand: string, sku: string]> = {
  known: ['be quiet! Pure Base', 'be', 'CASE-BE-QUIET-PURE-BASE-0123456789'],
  typed: ['Cooler Master Hyper', 'Cooler', 'COOL-COOLER-MASTER-HYPER-0123456789'],
  stated: ['Lian Li O11', 'Somebody', 'CASE-LIAN-LI-O11-0123456789'],
  named: ['Nordic Labs One', 'Nordic', 'own number'],
  ...Object.fromEntries(
    ['A', 'B', 'C', 'D', 'E'].map((model) => [
      `shared${model}`,
      [`Polar Works ${model}`, 'Polar', `CASE-POLAR-WORKS-${model}-0123456789`],
    ]),
  ),
};
const ids = new Map(Object.keys(list).map((key) => [key, randomUUIDv7()]));

const database = connect(await makeDatabase(createDatabase));
const { db } = database;
afterAll(database.close);
await migrate(db, { ...(await readProgramVersion()), lastMigration: '0035-abuse' });
await sql`insert into people (id, name, email, email_verified, created_at, updated_at)
  values (${person}, 'Pat', 'pat@example.com', true, now(), now())`.execute(db);
await sql`insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order, slug,
  created_at, updated_at) values (${part}, 'A', 'other', 'Testco', 'A part', 'It was there.', 1000, 0, 1, 'a', now(), now())`.execute(
  db,
);
await moveStock(null, 50, 'opening');
const unpaid = await place(1);
await insertPayment(unpaid.order, { providerId: null, quantity: 1, status: 'open' });
await refund(await place(2), { way: ['paid'], reason: 'return', status: 'succeeded' });
// the money came too late, after a payment in another account
const late = await place(3);
await refund(late, { way: ['cancelled'], reason: 'cancel', status: 'late' });
await insertPayment(late.order, { providerId: 'pi_elsewhere', quantity: 3, status: 'elsewhere' });
await insertParts();
await migrate(db);

async function insertParts(): Promise<void> {
  for (const [key, [named, brand, sku]] of Object.entries(list)) {
    const slug = `${named} ${sku}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    const id = ids.get(key);
    await sql`insert into parts (id, sku, category, brand, name, description, price_cents, stock, minimum_order, slug,
      created_at, updated_at) values (${id}, ${sku}, 'other', ${brand}, ${named}, 'A thing.', 1000, 0, 1, ${slug}, now(), now())`.execute(
      db,
    );
    await sql`insert into part_slugs (category, slug, part_id) values ('other', ${slug}, ${id})`.execute(db);
  }
  await sql`insert into admin_changes (id, admin_id, subject, subject_id, before, after, changed_at)
    values (${randomUUIDv7()}, ${person}, 'parts', ${ids.get('typed')}, '{}', '{"brand": "Cooler"}', now())`.execute(
    db,
  );
}

test('brands that were cut to their first word are whole, unless somebody typed them', async () => {
  const { rows } = await sql<{ sku: string; brand: string }>`select sku, brand from parts`.execute(db);
  const brands = new Map(rows.map((row) => [row.sku, row.brand]));
  expect(Object.entries(list).map(([key, [, , sku]]) => [key, brands.get(sku)])).toEqual([
    ['known', 'be quiet!'],
    ['typed', 'Cooler'],
    ['stated', 'Somebody'],
    ['named', 'Nordic'],
    ...['A', 'B', 'C', 'D', 'E'].map((model) => [`shared${model}`, 'Polar Works']),
  ]);
});

test('addresses that repeated the name have no repetition, and old ones lead to the same part', async () => {
  const { rows } = await sql`select parts.slug, array_agg(part_slugs.slug order by part_slugs.slug) as all
    from parts join part_slugs on part_id = parts.id where sku = ${list.known?.[2]} group by parts.id`.execute(
    db,
  );
  expect(rows).toEqual([
    {
      slug: 'be-quiet-pure-base-0123456789',
      all: ['be-quiet-pure-base-0123456789', 'be-quiet-pure-base-case-be-quiet-pure-base-0123456789'],
    },
  ]);
});

test('its audit finds no difference', async () => {
  expect(await auditShop({ db, gateway })).toMatchObject({ orders: 3, differences: [] });
});

test('each of its orders is a purchase of one', async () => {
  const { rows } = await sql`
    select state, order_count, purchases.buyer_id = orders.buyer_id and purchases.placed_at = orders.placed_at as alike,
      (select count(*)::int from orders others where others.purchase_id = purchases.id) as orders,
      array(select status from payments where payments.purchase_id = purchases.id order by id) as payments
    from orders join purchases on purchases.id = purchase_id order by orders.id`.execute(db);
  const purchase = { order_count: 1, alike: true, orders: 1 };
  expect(rows).toEqual([
    { ...purchase, state: 'unpaid', payments: ['open'] },
    { ...purchase, state: 'refunded', payments: ['succeeded'] },
    { ...purchase, state: 'refunded', payments: ['late', 'elsewhere'] },
  ]);
});

test('each of its refunds has a line, with the units that came back', async () => {
  const lines = db.selectFrom('refund_lines').select(['amount_cents', 'returned_units']);
  expect(await lines.orderBy('amount_cents').execute()).toEqual([
    { amount_cents: 2_000, returned_units: 2 },
    { amount_cents: 3_000, returned_units: 0 },
  ]);
});

/** An unpaid order as it placed them. */
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

/** Charges and refunds all of it, as it recorded them. */
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

async function moveStock(order: string | null, units: number, reason: string): Promise<void> {
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
