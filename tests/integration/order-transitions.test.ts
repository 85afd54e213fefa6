/** What every transition of an order leaves behind, and what a transaction announces of the catalogue. */
import { once } from 'node:events';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { insertParts } from '#catalogue/database/write-parts.ts';
import { poolFields } from '#platform/database/connect.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import {
  givenImage,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  readRows,
} from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const announced: { channel: string; payload: string }[] = [];

const listener = new pg.Client(poolFields(shop.address));
await listener.connect();
listener.on('notification', ({ channel, payload = '' }) => announced.push({ channel, payload }));
await listener.query('listen compact_catalogue; listen compact_stock');
afterAll(() => listener.end());

test('each transition is recorded with who made it and why; a carrier is no reason', async () => {
  const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
  const part = await givenPart(shop, { stock: 20 });
  const order = await givenPaidOrder(shop, buyer, part, 2);
  const id: string = order._id;
  await admin.ask('PATCH', `/api/manage_order/${id}`, {
    status: 'shipped',
    carrier: 'DHL',
    tracking: '00340434161094042557',
  });
  await admin.ask('POST', '/api/refunds', { orderId: id, reason: 'It was scratched.' });
  expect(await readTransitions(id)).toEqual([
    { to_state: 'unpaid', actor: buyer.email, reason: null },
    { to_state: 'paid', actor: null, reason: `payment ${order.transactionId}` },
    { to_state: 'shipped', actor: admin.email, reason: null },
    { to_state: 'refunded', actor: admin.email, reason: 'It was scratched.' },
  ]);
  const changes = await readRows(shop, 'admin_changes', { subject_id: id });
  expect(changes).toMatchObject([
    {
      before: { state: 'paid', carrier: null, tracking: null },
      after: { state: 'shipped', carrier: 'DHL', tracking: '00340434161094042557' },
    },
  ]);
});

describe('a transaction', () => {
  test('announces once that it has changed the catalogue, or nothing of it but stock', async () => {
    const [buyer, part] = [await givenPerson(shop), await givenPart(shop, { stock: 20 })];
    const admin = await givenPerson(shop, { role: 'admin' });
    const raise = () => admin.ask('PATCH', `/api/parts/${part}`, { price: 12.5 });
    expect(await listAnnouncements(raise)).toEqual(['compact_catalogue']);
    let orderId = '';
    const order = async () => {
      orderId = (await givenOrder(shop, buyer, part, 2))._id;
    };
    expect(await listAnnouncements(order)).toEqual(['compact_stock']);
    const cancel = () => buyer.ask('DELETE', `/api/manage_order/${orderId}`);
    expect(await listAnnouncements(cancel)).toEqual(['compact_stock']);
    expect(await listAnnouncements(cancel)).toEqual([]); // refused: it is cancelled
  });

  test('announces nothing when it is refused after the change, or has changed something else', async () => {
    const at = new Date();
    const row = { id: '0199aaaa-0000-7000-8000-000000000001', sku: 'TAKEN-BACK', category: 'other' as const };
    const part = { ...row, brand: 'Testco', name: 'Taken back', description: 'It never was.', stock: 1 };
    const refuse = () =>
      inTransaction(shop.db, async (transaction) => {
        const rest = { price_cents: 100, minimum_order: 1, specs: '{}', created_at: at, updated_at: at };
        expect((await insertParts(transaction, [{ ...part, ...rest }])).size).toBe(1);
        return { refused: 'not-allowed' };
      });
    expect(await listAnnouncements(refuse)).toEqual([]);
    const buyer = await givenPerson(shop);
    const profile = { education: 'A school', location: 'A town', link: await givenImage(shop) };
    const save = () => buyer.ask('PUT', `/api/user_info/${buyer.email}`, profile);
    expect(await listAnnouncements(save)).toEqual([]);
    expect((await save()).status).toBe(200);
  });
});

/** The channels in which a change was announced while this was done. */
async function listAnnouncements(happens: () => Promise<unknown>): Promise<string[]> {
  announced.length = 0;
  await happens();
  // those that were sent before a notification of our own have arrived by then
  await sql`select pg_notify('compact_catalogue', 'done')`.execute(shop.db);
  const isDone = () => announced.some(({ payload }) => payload === 'done');
  while (!isDone()) await once(listener, 'notification');
  return announced.filter(({ payload }) => payload !== 'done').map(({ channel }) => channel);
}

function readTransitions(orderId: string) {
  return shop.db
    .selectFrom('order_moves')
    .leftJoin('people', 'people.id', 'actor_id')
    .select(['to_state', 'people.email as actor', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('order_moves.id')
    .execute();
}
