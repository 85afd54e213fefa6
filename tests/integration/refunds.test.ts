/** Money goes back: whole or in part, never more than was paid, and the order says so. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { CARDS } from '#sandbox/testing/sandbox.ts';
import { changeDeliveries } from '#sandbox/testing/webhooks.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';
import { givenOrder, givenPaidOrder, givenPart, type ResponseTo, readRow } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { findMailsAbout, readHistory, readKinds, readOrder } from '../support/orders.ts';
import { listProviderRefunds, readProviderRefundStatus } from '../support/provider.ts';
import { givenShop } from '../support/shop.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const notified = await givenNotifiedShop();
const { sandbox, shop } = notified;
const { buyer, admin } = givenBuyerAndAdmin(shop);
/** A second process's worth, on the same database. */
const secondShop = givenShop({ stripeUrl: sandbox.origin, beside: shop });

let part: string;

beforeAll(async () => {
  part = await givenPart(shop, { stock: 1_000, price: 1_000, name: 'Testco Board' });
});

describe('the whole of a paid order', () => {
  test('goes back, the order is refunded, its units are in the stock again, and the buyer is told', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Drive' });
    const order = await givenPaidOrder(shop, buyer, part, 3);
    const answer = await refund(order, { reason: 'It came broken.', returnedUnits: 3 });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        orderId: order._id,
        amount: 30,
        reason: 'It came broken.',
        returnedUnits: 3,
        status: 'succeeded',
      },
    });
    expect(answer.body.insertedId).toBe(answer.body._id);
    expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 30, paid: false });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([3_000]);
    await expect
      .poll(() => findMailsAbout(shop, order, 'Your refund for Testco Drive'), eventPolling)
      .toHaveLength(1);
    const [mail] = findMailsAbout(shop, order, 'Your refund for Testco Drive');
    expect(mail?.text).toContain('we have refunded your order.');
    expect(mail?.text).toContain('Refunded: $30.00');
    expect(mail?.text).toContain('Reason: It came broken.');
  });

  test('leaves the stock as it is when its units do not come back', async () => {
    const part = await givenPart(shop, { stock: 10 });
    const order = await givenPaidOrder(shop, buyer, part, 3);
    await refund(order, { reason: 'Lost on the way.' });
    expect((await read(order)).status).toBe('refunded');
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 7, held: 0 });
  });

  test('is refused to be sent once it is refunded, and cannot be refunded again', async () => {
    const order = await givenPaidOrder(shop, buyer, part);
    await refund(order, { reason: 'Changed their mind.' });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped).toMatchObject({ status: 409, body: { refused: 'order-not-paid' } });
    expect(await refund(order, { reason: 'Again.' })).toMatchObject({
      status: 409,
      body: { refused: 'order-not-refundable', detail: expect.stringMatching(/^This order is refunded/) },
    });
  });

  test('goes back after it was shipped, too', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2);
    await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped', carrier: 'Post' });
    await refund(order, { reason: 'It did not fit.', returnedUnits: 1 });
    expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 20, carrier: 'Post' });
  });
});

describe('a part of a paid order', () => {
  test('goes back and the order goes on, until all of it has gone back', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Module' });
    const order = await givenPaidOrder(shop, buyer, part, 4);
    await refund(order, { amount: 10.5, reason: 'One had a scratch.', returnedUnits: 1 });
    expect(await read(order)).toMatchObject({ status: 'paid', refunded: 10.5, paid: true });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 7, held: 4 });
    expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 29.5, units: 3 } });
    await expect
      .poll(() => findMailsAbout(shop, order, 'Your refund for Testco Module'), eventPolling)
      .toHaveLength(1);
    expect(findMailsAbout(shop, order, 'Your refund for Testco Module')[0]?.text).toContain(
      'a part of your order',
    );

    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
    await refund(order, { reason: 'The others too.', returnedUnits: 3 });
    expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 40 });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([2_950, 1_050]);
    await expect
      .poll(() => findMailsAbout(shop, order, 'Your refund for Testco Module'), eventPolling)
      .toHaveLength(2);
  });

  test.each([
    [{ amount: 20.01 }, 'refund-too-large', 'amount', 'At most $20.00 of this order can be refunded.'],
    [
      { returnedUnits: 3 },
      'too-many-units',
      'returnedUnits',
      'At most 2 of this order’s units can come back.',
    ],
  ])('is refused as %o, at its field', async (wish, refused, path, sentence) => {
    const order = await givenPaidOrder(shop, buyer, part, 2);
    const answer = await refund(order, { reason: 'Too much.', ...wish });
    expect(answer).toMatchObject({
      status: 409,
      body: { refused, detail: sentence, errors: [{ path, message: sentence }] },
    });
    expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([]);
  });
});

test.each([
  ['unpaid', async (): Promise<unknown> => undefined],
  ['cancelled', (order: Order): Promise<unknown> => buyer.ask('DELETE', `/api/manage_order/${order._id}`)],
] as const)('of an order that is %s there is nothing to refund', async (state, bring) => {
  const order = await givenOrder(shop, buyer, part);
  await bring(order);
  expect(await refund(order, { reason: 'No.' })).toMatchObject({
    status: 409,
    body: { refused: 'order-not-refundable', state },
  });
  expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 0, units: 0 } });
});

test('an order that does not exist cannot be refunded', async () => {
  const answer = await refund({ _id: '01a1fd60-7a62-7151-bd49-87d46caafe76' }, { reason: 'No.' });
  expect(answer).toMatchObject({ status: 404, body: { refused: 'order-not-found' } });
});

describe('one Idempotency-Key', () => {
  test('makes one refund, however often and wherever it is sent at the same moment', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 4);
    const body = { orderId: order._id, amount: 10, reason: 'Once.' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => sendRefund(index % 2 ? shop : secondShop, body, 'one-key')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([1_000]);
    const other = await sendRefund(shop, { ...body, amount: 11 }, 'one-key');
    expect(other).toMatchObject({ status: 422, body: { refused: 'idempotency-key-reused' } });
  });
});

describe('administrators who refund at the same moment', () => {
  test('never give back more than was paid, nor more units than were sold', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 5);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        sendRefund(index % 2 ? shop : secondShop, {
          orderId: order._id,
          amount: 15,
          reason: `Wish ${index}`,
          returnedUnits: 2,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2); // a third one's units would be 6 of 5
    expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([1_500, 1_500]);
    expect(await read(order)).toMatchObject({ status: 'paid', refunded: 30 });
    expect((await sumUnits(shop.db, part)).stock).toBe(9);
  });

  test('and one who ships: all of it is refunded or it is shipped, and then refunded', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2);
    const [shipped, refunded] = await Promise.all([
      admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' }),
      refund(order, { reason: 'Too late?' }),
    ]);
    expect(refunded.status).toBe(201);
    expect([200, 409]).toContain(shipped.status);
    expect((await read(order)).status).toBe('refunded');
    expect(await findTransitionFaults(shop.db)).toEqual([]);
  });
});

describe('a refund that the bank takes its time for', () => {
  test('is pending, keeps the order from being sent, and is done when its event arrives', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundedLater);
    const answer = await refund(order, { reason: 'Slow bank.', returnedUnits: 2 });
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } });
    const { history } = await readHistory(admin, order);
    expect(['refund-pending', 'refunded']).toContain(history.at(-1)?.kind);
    await expect.poll(async () => (await read(order)).status, eventPolling).toBe('refunded');
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await readKinds(admin, order)).toEqual(['placed', 'paid', 'refunded']);
  });

  test('in whole keeps the order from being sent meanwhile', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundedLater);
    await refund(order, { reason: 'Slow bank.' });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(409);
    await expect.poll(async () => (await read(order)).status, eventPolling).toBe('refunded');
  });

  test('is completed by the reconciliation when no event arrives', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundedLater);
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    const answer = await refund(order, { reason: 'Slow bank.' });
    await expect
      .poll(() => readProviderRefundStatus(sandbox.stripe, order.transactionId), eventPolling)
      .toBe('succeeded');
    expect((await read(order)).status).toBe('paid');
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    expect((await admin.ask('GET', '/api/refunds?limit=1')).body[0]).toMatchObject({
      _id: answer.body._id,
      status: 'succeeded',
      partsName: 'Testco Board',
      email: buyer.email,
    });
    expect((await read(order)).status).toBe('refunded');
  });
});

test('each refund leaves a row about who asked for it', async () => {
  const order = await givenPaidOrder(shop, buyer, part, 2);
  const { body } = await refund(order, { amount: 3, reason: 'Kindness.', returnedUnits: 0 });
  const change = await readRow(shop, 'admin_changes', { subject_id: body._id });
  expect(change).toMatchObject({
    admin_id: admin.id,
    after: { orderId: order._id, amount: 300, reason: 'Kindness.', returnedUnits: 0 },
  });
});

type Wish = { amount?: number; reason: string; returnedUnits?: number };

function refund({ _id }: Pick<Order, '_id'>, wish: Wish): Promise<ResponseTo<'POST', '/api/refunds'>> {
  return admin.ask('POST', '/api/refunds', { orderId: _id, ...wish });
}

async function sendRefund(at: { url: string }, body: object, key?: string) {
  const answer = await fetch(`${at.url}/api/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { _id?: string; refused?: string } };
}

function read(order: Order): Promise<Order> {
  return readOrder(buyer, order);
}
