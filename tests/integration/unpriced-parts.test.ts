/** A part without a price is kept, but nobody can buy it or sees it in a list until it has one. */
import { expect, test } from 'vitest';
import { ask, givenPart, orderBody } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);

await givenPart(shop);
const part = await givenPart(shop, { price: null });

test('buyers are shown it nowhere, and cannot order it', async () => {
  const list = await ask(shop, 'GET', '/api/parts');
  expect(list.body).toHaveLength(1);
  expect(list.headers['x-total-count']).toBe('1');
  expect(JSON.stringify(list.body)).not.toContain(part);
  expect((await ask(shop, 'GET', `/api/parts/${part}`)).status).toBe(404);
  const order = await buyer.ask('POST', '/api/order', orderBody(part));
  expect(order).toMatchObject({ status: 409, body: { refused: 'part-not-for-sale' } });
  expect((await admin.ask('GET', `/api/parts/${part}`)).body).toMatchObject({ _id: part, price: null });
});

test('administrators find it in a list of its own, and put it on sale by giving it a price', async () => {
  expect((await ask(shop, 'GET', '/api/parts?status=unpriced')).status).toBe(403);
  const unpriced = await admin.ask('GET', '/api/parts?status=unpriced');
  expect(unpriced.body).toMatchObject([{ _id: part, price: null, off_sale: false }]);
  expect((await admin.ask('GET', '/api/parts?status=off-sale')).body).toEqual([]);
  expect((await admin.ask('PATCH', `/api/parts/${part}`, { price: 12.34 })).status).toBe(200);
  expect((await ask(shop, 'GET', `/api/parts/${part}`)).body).toMatchObject({ price: 12.34 });
  expect((await buyer.ask('POST', '/api/order', orderBody(part))).status).toBe(201);
  expect((await admin.ask('GET', '/api/parts?status=unpriced')).body).toEqual([]);
});

test('what is off sale and has no price is off sale', async () => {
  const both = await givenPart(shop, { price: null });
  await admin.ask('DELETE', `/api/manage_products/${both}`);
  expect((await admin.ask('GET', '/api/parts?status=unpriced')).body).toEqual([]);
  expect((await admin.ask('GET', '/api/parts?status=off-sale')).body).toMatchObject([{ _id: both }]);
});

test('a part with a value that can hardly be true is listed to be checked, until it is mended', async () => {
  const id = await givenPart(shop);
  const dear = await admin.ask('PATCH', `/api/parts/${id}`, { price: 5000 });
  expect(dear.body).toMatchObject({ doubts: ['$156.25 per GB'] });
  expect((await ask(shop, 'GET', '/api/parts?status=to-check')).status).toBe(403);
  expect((await admin.ask('GET', '/api/parts?status=to-check')).body).toMatchObject([{ _id: id }]);
  expect((await admin.ask('GET', '/api/overview')).body).toMatchObject({ toCheck: 1 });
  await admin.ask('PATCH', `/api/parts/${id}`, { price: 50 });
  expect((await admin.ask('GET', '/api/parts?status=to-check')).body).toEqual([]);
});
