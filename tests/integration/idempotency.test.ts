/** One idempotency key makes one thing, however often it is sent (the IETF's draft, 'The Idempotency-Key HTTP Header Field'). */
import { describe, expect, test } from 'vitest';
import {
  changeRows,
  confirmCard,
  givenOrder,
  givenPart,
  givenPerson,
  keepSessions,
  orderBody,
  partBody,
  payOrder,
  purgeAt,
  readRow,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { sumUnits } from '../support/invariants.ts';
import { listProviderPayments, openAccount } from '../support/provider.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const provider = openAccount();

test('a part added with a key five times at once is one part; other content is refused, and without a key there are two', async () => {
  const add = (body: object, headers = {}) => admin.ask('POST', '/api/parts', body, headers);
  const key = { 'idempotency-key': 'part-1' };
  const answers = await five(() => add(partBody({ name: 'Testco Once' }), key));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  expect(await add(partBody({ name: 'Testco Once', price: 10 }), key)).toMatchObject({ status: 422 });
  expect(await readRows(shop, 'parts', { name: 'Testco Once' })).toHaveLength(1);
  for (let times = 0; times < 2; times += 1) await add(partBody({ name: 'Testco Alike' }));
  expect(await readRows(shop, 'parts', { name: 'Testco Alike' })).toHaveLength(2);
});

test('units added with a key five times at once are added once, and those taken are taken once, though no more are there', async () => {
  const part = await givenPart(shop, { stock: 5, price: 1_000 });
  const send = (parts: object[], headers = {}) => admin.ask('PATCH', '/api/parts', { parts }, headers);
  const lines = [{ id: part, units: 4, price: 12, seen_price: 10, reason: 'Counted again' }];
  const key = { 'idempotency-key': 'units-1' };
  const answers = await five(() => send(lines, key));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await send([{ ...lines[0], units: 5 }], key)).toMatchObject(refusal(422, 'idempotency-key-reused'));
  expect(await readRow(shop, 'parts', { id: part })).toMatchObject({ stock: 9, price_cents: 1_200 });
  const taken = [{ id: part, units: -9, reason: 'Lost' }];
  for (let times = 0; times < 2; times += 1)
    expect(await send(taken, { 'idempotency-key': 'units-2' })).toMatchObject({ status: 200 });
  expect(await readRow(shop, 'parts', { id: part })).toMatchObject({ stock: 0 });
});

describe('an order sent with a key', () => {
  test('five times at once is one order, and all five get the same answer', async () => {
    const part = await givenPart(shop, { stock: 50 });
    const answers = await five(() => order('key-1', orderBody(part, 2)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 48, held: 2 });
    expect(await readRows(shop, 'orders', { part_id: part })).toHaveLength(1);
  });

  test('again with other content is refused with 422, and changes nothing', async () => {
    const part = await givenPart(shop, { stock: 50 });
    const first = await order('key-2', orderBody(part, 2));
    const other = await order('key-2', orderBody(part, 3));
    expect(other).toMatchObject(
      refusal(422, 'idempotency-key-reused', { detail: 'This request was already sent with other content.' }),
    );
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 48, held: 2 });
    expect((await order('key-2', orderBody(part, 2))).body).toEqual(first.body);
  });

  test('at the same moment with other content is one order; the rest get 422', async () => {
    const part = await givenPart(shop, { stock: 50 });
    let quantity = 0;
    const answers = await five(() => order('key-3', orderBody(part, ++quantity)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect(await readRows(shop, 'orders', { part_id: part })).toHaveLength(1);
  });

  test('is the same order when only its spelling differs: the order of fields, digits as text, a field that is not used', async () => {
    const part = await givenPart(shop);
    const { partsId, ...rest } = orderBody(part, 2);
    const first = await order('key-4', { partsId, ...rest });
    const again = await order('key-4', { ...rest, quantity: ' 2 ', partsId, unknown: 'field' });
    expect(again).toMatchObject({ status: 201, body: { _id: first.body._id } });
  });

  test('that somebody else uses too is two orders: a key belongs to one person', async () => {
    const other = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 50 });
    const first = await order('shared-key', orderBody(part));
    const second = await order('shared-key', orderBody(part), other);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body._id).not.toBe(first.body._id);
    expect(second.body.email).toBe(other.email);
  });

  test('that was refused leaves the key free for another try, the same one or a smaller one', async () => {
    const part = await givenPart(shop, { stock: 1 });
    expect((await order('key-5', orderBody(part, 2))).status).toBe(409);
    expect((await order('key-5', orderBody(part, 1))).status).toBe(201);
    const another = await givenPart(shop, { stock: 1 });
    expect((await order('key-6', orderBody(another, 2))).status).toBe(409);
    await changeRows(shop, 'parts', { id: another }, { stock: 2 });
    expect((await order('key-6', orderBody(another, 2))).status).toBe(201);
  });

  test('still answers the order as it was placed when it has been paid, or cancelled, since', async () => {
    const part = await givenPart(shop, { stock: 50 });
    const placed = await order('key-7', orderBody(part));
    await payOrder(shop, buyer, placed.body._id);
    expect((await buyer.ask('GET', `/api/my_order/${placed.body._id}`)).body.paid).toBe(true);
    expect(await order('key-7', orderBody(part))).toMatchObject({ status: 201, body: placed.body });

    const given = await order('key-8', orderBody(part));
    expect((await buyer.ask('DELETE', `/api/manage_order/${given.body._id}`)).status).toBe(200);
    expect(await order('key-8', orderBody(part))).toMatchObject({ status: 201, body: given.body });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 49, held: 1 });
  });

  test('still answers when the part has been sold out, repriced or taken off sale since', async () => {
    const part = await givenPart(shop, { stock: 1, price: 1_000 });
    const placed = await order('key-9', orderBody(part));
    await changeRows(shop, 'parts', { id: part }, { price_cents: 2_000, off_sale_at: new Date() });
    expect((await order('key-9', orderBody(part))).body).toEqual(placed.body);
  });

  test('is found whether its order was kept with it, as by release 0.3.0, or its purchase', async () => {
    const part = await givenPart(shop);
    const { body: placed } = await order('key-11', orderBody(part));
    const { answer } = await readRow(shop, 'idempotency_keys', { key: 'key-11' });
    const { orderId, purchaseId } = { orderId: placed._id, purchaseId: placed.purchaseId };
    expect(answer).toEqual({ purchaseId });
    for (const earlier of [{ orderId }, { orderId, purchaseId }]) {
      await changeRows(shop, 'idempotency_keys', { key: 'key-11' }, { answer: earlier });
      expect((await order('key-11', orderBody(part))).body).toEqual(placed);
    }
  });

  test('is another request than a payment with that key', async () => {
    const { body } = await order('key-10', orderBody(await givenPart(shop)));
    expect((await startPayment(body._id, 'key-10')).status).toBe(422);
  });
});

describe('a payment started with a key', () => {
  test('five times at once is one payment at the provider, and all five get its secret', async () => {
    const order = await givenOrder(shop, buyer);
    const answers = await five(() => startPayment(order._id, 'pay-1'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await listProviderPayments(provider, order._id)).toHaveLength(1);
  });

  test('five times at once without a key, or with five, is one payment at the provider as well', async () => {
    for (const makeKey of [() => undefined, (turn: number) => `tab-${turn}`]) {
      const order = await givenOrder(shop, buyer);
      let turn = 0;
      const answers = await five(() => startPayment(order._id, makeKey(++turn)));
      expect(new Set(answers.map(({ body }) => body.clientSecret)).size).toBe(1);
      expect(answers[0]?.body.clientSecret).toMatch(/^pi_.+_secret_/);
      expect(await listProviderPayments(provider, order._id)).toHaveLength(1);
    }
  });

  test('again for another order is refused with 422, and starts nothing', async () => {
    const [one, other] = [await givenOrder(shop, buyer), await givenOrder(shop, buyer)];
    expect((await startPayment(one._id, 'pay-2')).status).toBe(200);
    expect((await startPayment(other._id, 'pay-2')).status).toBe(422);
    expect(await listProviderPayments(provider, other._id)).toEqual([]);
  });

  test('that was refused leaves the key free', async () => {
    const [paid, open] = [await givenOrder(shop, buyer), await givenOrder(shop, buyer)];
    await payOrder(shop, buyer, paid._id);
    expect((await startPayment(paid._id, 'pay-3')).status).toBe(409);
    expect((await startPayment(open._id, 'pay-3')).status).toBe(200);
  });

  test('again when it has been paid says so, and takes nothing a second time', async () => {
    const order = await givenOrder(shop, buyer);
    const started = await startPayment(order._id, 'pay-4');
    await confirmCard(shop, started.body);
    const again = await startPayment(order._id, 'pay-4');
    expect(again).toMatchObject({ status: 409, body: { refused: 'order-not-unpaid', state: 'paid' } });
    expect(await listProviderPayments(provider, order._id)).toMatchObject([{ status: 'succeeded' }]);
    expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body.paid).toBe(true);
  });
});

describe('a key that is no key', () => {
  test.each([
    ['empty', ''],
    ['blank', '   '],
    ['with a space', 'two words'],
    ['with a tab', 'two\twords'],
    ['with a letter outside ASCII', 'schlüssel'],
    ['longer than 255 characters', 'k'.repeat(256)],
  ])('%s is refused with 400 that names the header, and places nothing', async (_which, key) => {
    const part = await givenPart(shop, { stock: 50 });
    const refused = await order(key, orderBody(part));
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'Idempotency-Key' }] } });
    expect((await startPayment((await givenOrder(shop, buyer, part))._id, key)).status).toBe(400);
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 49, held: 1 });
  });

  test('does not matter: a key of 255 characters is a key', async () => {
    const part = await givenPart(shop);
    const key = 'k'.repeat(255);
    const first = await order(key, orderBody(part));
    expect(first.status).toBe(201);
    expect((await order(key, orderBody(part))).body).toEqual(first.body);
  });
});

test('a key is deleted 30 days after its request, and is free again', async () => {
  const part = await givenPart(shop, { stock: 50 });
  const first = await order('old', orderBody(part));
  await keepSessions(shop);
  const tidyAfter = (days: number) => purgeAt(shop, new Date(Date.now() + days * 24 * 60 * 60 * 1000));
  await tidyAfter(29.9);
  expect((await order('old', orderBody(part))).body).toEqual(first.body);
  await tidyAfter(30.1);
  expect((await order('old', orderBody(part))).body._id).not.toBe(first.body._id);
});

function five<Answer>(send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all([send(), send(), send(), send(), send()]);
}

function order(key: string, content: object, by = buyer) {
  return by.ask('POST', '/api/order', content, { 'idempotency-key': key });
}

function startPayment(orderId: string, key?: string) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  return buyer.ask('POST', '/api/create-payment-intent', { orderId }, headers);
}
