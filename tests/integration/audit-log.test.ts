/** The audit log and the stock ledger, as administrators read them. */
import { randomUUIDv7 } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ListedAdminChange } from '#administration/contract/audit-log.ts';
import { givenOrder, givenPart, insertRows, partBody } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { ada, bob, buyer } = await givenPeople(shop, {
  ada: { role: 'admin', name: 'Ada Auditor' },
  bob: { role: 'admin', name: 'Bob Builder' },
  buyer: {},
});

test('the audit log names who changed what from which value to which, the newest first', async () => {
  const partId = await givenPart(shop, { name: 'Testco Audited', price: 1_000 });
  await ada.ask('PATCH', `/api/parts/${partId}`, { price: 12.5 });
  await bob.ask('PATCH', `/api/parts/${partId}`, { off_sale: true });
  const [offSale, price] = await readLog(`of=${partId}`);
  expect(price).toMatchObject({
    by: { name: 'Ada Auditor', email: ada.email },
    subject: 'parts',
    subjectId: partId,
    title: 'Testco Audited',
    changes: [{ field: 'price', before: '$10.00', after: '$12.50' }],
  });
  expect(offSale?.by?.name).toBe('Bob Builder');
  expect(offSale?.changes).toEqual([{ field: 'off sale', before: null, after: expect.any(String) }]);
});

test('the audit log is filtered by person, subject and time, page by page', async () => {
  const parts = await Promise.all([1, 2, 3].map(() => givenPart(shop)));
  for (const id of parts) await ada.ask('PATCH', `/api/parts/${id}`, { price: 7 });
  const order = await givenOrder(shop, buyer);
  await bob.ask('DELETE', `/api/manage_order/${order._id}`);
  await insertRows(shop, 'admin_changes', {
    ...{ id: randomUUIDv7(), admin_id: null, subject: 'people', subject_id: buyer.id },
    ...{ before: JSON.stringify({ role: 'customer' }), after: JSON.stringify({ role: 'admin' }) },
    changed_at: new Date('2020-02-02T12:00:00Z'),
  });
  const byAda = await readLog('by=auditor');
  expect(byAda.length).toBeGreaterThanOrEqual(3);
  expect(new Set(byAda.map(({ by }) => by?.email))).toEqual(new Set([ada.email]));
  const orders = await readLog(`subject=orders&by=${bob.email}`);
  expect(orders).toMatchObject([
    { orderId: order._id, title: order.partsName, changes: [{ field: 'state' }] },
  ]);
  const [old, ...others] = await readLog('from=2020-02-02T00:00:00Z&until=2020-02-03T00:00:00Z');
  expect(old).toMatchObject({ by: null, email: buyer.email, title: 'Pat Person' });
  expect(others).toEqual([]);
  expect(await readLog('day=2020-02-02')).toEqual([old]);
  expect(await readLog('day=2020-02-03')).toEqual([]);
  expect(new Set((await readLog('by=command')).map(({ by }) => by))).toEqual(new Set([null]));
  const first = await ada.ask('GET', '/api/audit_log?by=auditor&limit=2');
  expect(first.headers['x-total-count']).toBe(String(byAda.length));
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
  const second = await ada.ask('GET', next);
  expect(readIds(first.body, second.body)).toEqual(readIds(byAda).slice(0, 4));
});

test('the stock ledger shows every movement with the stock after it, its order and its administrator', async () => {
  const { body: added } = await ada.ask('POST', '/api/parts', partBody({ available_quantity: 9 }));
  const partId = added.insertedId;
  const order = await givenOrder(shop, buyer, partId, 2);
  await bob.ask('PATCH', `/api/parts/${partId}`, { available_quantity: 20, seen_quantity: 7 });
  await bob.ask('DELETE', `/api/manage_order/${order._id}`);
  await ada.ask('PATCH', `/api/parts/${partId}`, { available_quantity: 21, seen_quantity: 22 });
  const path = `/api/parts/${partId}/stock_movements`;
  const { body, headers } = await ada.ask('GET', path);
  expect(body).toMatchObject([
    { reason: 'edit', units: -1, stock: 21, orderId: null, byName: 'Ada Auditor' },
    { reason: 'cancel', units: 2, stock: 22, orderId: order._id, byName: null },
    { reason: 'edit', units: 13, stock: 20, orderId: null, byName: 'Bob Builder' },
    { reason: 'order', units: -2, stock: 7, orderId: order._id, byName: null },
    { reason: 'opening', units: 9, stock: 9, orderId: null, byName: 'Ada Auditor' },
  ]);
  expect(headers['x-total-count']).toBe('5');
  const first = await ada.ask('GET', `${path}?limit=3`);
  const rest = await ada.ask('GET', /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '');
  expect(readIds(first.body, rest.body)).toEqual(readIds(body));
  expect((await ada.ask('GET', `/api/parts/${randomUUIDv7()}/stock_movements`)).status).toBe(404);
});

async function readLog(query: string): Promise<ListedAdminChange[]> {
  const { status, body } = await ada.ask('GET', `/api/audit_log?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as ListedAdminChange[];
}

function readIds(...pages: unknown[]): string[] {
  return (pages as { _id: string }[][]).flat().map(({ _id }) => _id);
}
