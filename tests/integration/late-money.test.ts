/** Money that arrives when an order cannot take it goes back by itself, all of it, once, and the buyer is told. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { CARDS, type CardFields, confirmInBrowser, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { expireOrders } from '#shop/orders/expire-orders.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPart } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { findMailsAbout, readKinds, readOrder } from '../support/orders.ts';
import { listProviderRefunds } from '../support/provider.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const { sandbox, wire, shop } = await givenNotifiedShop();
const { buyer, admin } = givenBuyerAndAdmin(shop);

let part: string;

beforeAll(async () => {
  part = await givenPart(shop, { stock: 100, price: 2_000, name: 'Testco Drive' });
});

describe.each(['cancelled', 'expired'] as const)('for an order that was %s', (state) => {
  test('goes back, the order is refunded, its units stay where they are, and the buyer is told', async () => {
    const before = await sumUnits(shop.db, part);
    const order = await givenGivenUp(state);
    const payment = await payAtProvider(order);
    await expect
      .poll(() => read(order), eventPolling)
      .toMatchObject({
        status: 'refunded',
        refunded: 20,
        paid: false,
        transactionId: payment,
      });
    expect(await sumUnits(shop.db, part)).toEqual(before);
    expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([2_000]);
    // the test's clock was a day ahead when it expired
    expect((await readKinds(buyer, order)).toSorted()).toEqual(
      ['late-payment', 'placed', 'refunded', state].toSorted(),
    );
    await expect
      .poll(() => subjectsTo(order), eventPolling)
      .toContain('Your payment for Testco Drive goes back to you');
    expect(subjectsTo(order)).not.toContain('Your refund for Testco Drive');
  });

  test('goes back once, though the provider cannot be reached at first', async () => {
    const order = await givenGivenUp(state);
    wire.cut('before the answer', 3, /^POST \/v1\/refunds /);
    const payment = await payAtProvider(order);
    await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('late-payment');
    wire.heal();
    await expect.poll(async () => (await read(order)).status, eventPolling).toBe('refunded');
    expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([2_000]);
  });
});

test('whose way back fails is shown to administrators, who can send it again', async () => {
  const order = await givenGivenUp('cancelled');
  const payment = await payAtProvider(order, CARDS.refundFails);
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('refund-sent-back');
  const { body: failed } = await admin.ask('GET', '/api/refunds?status=failed&limit=1');
  expect(failed).toMatchObject([{ orderId: order._id, amount: 20 }]);
  const { body } = await admin.ask('GET', `/api/my_order/${order._id}/history`);
  expect(body.refundable).toEqual({ amount: 20, units: 0, refusal: null });
  const again = await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'Again.' });
  expect(again.status).toBe(201);
  expect(await listProviderRefunds(sandbox.stripe, payment)).toHaveLength(2);
  await expect
    .poll(
      async () => (await readKinds(buyer, order)).filter((kind) => kind === 'refund-sent-back'),
      eventPolling,
    )
    .toHaveLength(2);
});

test('of a second payment for an order that is paid goes back, and the order stays paid', async () => {
  const order = await givenPaidOrder(shop, buyer, part);
  const second = await payAtProvider(order);
  await expect.poll(() => listProviderRefunds(sandbox.stripe, second), eventPolling).toEqual([2_000]);
  await expect
    .poll(() => readKinds(buyer, order), eventPolling)
    .toEqual(['placed', 'paid', 'late-payment', 'refunded']);
  expect(await read(order)).toMatchObject({
    status: 'paid',
    refunded: 0,
    transactionId: order.transactionId,
  });
});

test('of a payment that the shop does not know makes an unpaid order paid, and its open payment is closed', async () => {
  const order = await givenOrder(shop, buyer, part);
  const { body: open } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const forgotten = await payAtProvider(order);
  await expect
    .poll(() => read(order), eventPolling)
    .toMatchObject({ status: 'paid', transactionId: forgotten });
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
  expect((await confirmCard(shop, open)).status).toBe(400);
});

test('of an amount that was changed at the provider goes back, and the order can still be paid', async () => {
  const order = await givenOrder(shop, buyer, part);
  const { body: changed } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const id = parsePaymentId(changed);
  await sandbox.stripe.paymentIntents.update(id, { amount: 100 });
  await confirmCard(shop, changed);
  await expect.poll(() => listProviderRefunds(sandbox.stripe, id), eventPolling).toEqual([100]);
  expect(await read(order)).toMatchObject({ status: 'unpaid', refunded: 0 });

  const { body: right } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  expect(right.clientSecret).not.toBe(changed.clientSecret);
  await confirmCard(shop, right);
  await expect.poll(async () => (await read(order)).status, eventPolling).toBe('paid');
});

test('reported by its event, the buyer and the reconciliation at the same moment is refunded once', async () => {
  const order = await givenGivenUp('cancelled');
  const payment = await payAtProvider(order);
  const settle = { orderId: order._id, transactionId: payment };
  const later = { at: new Date(Date.now() + 60_000) };
  await Promise.all([
    buyer.ask('PATCH', `/api/my_order/${order._id}`, settle),
    reconcilePayments(shop.dependencies, later),
    reconcilePayments(shop.dependencies, later),
    buyer.ask('PATCH', `/api/my_order/${order._id}`, settle),
  ]);
  await expect.poll(async () => (await read(order)).status, eventPolling).toBe('refunded');
  expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([2_000]);
});

test('after all of this, orders have moved forwards only, and the audit finds no difference but the money that is still here', async () => {
  expect(await findTransitionFaults(shop.db)).toEqual([]);
  const differences = await findDifferences(shop);
  expect(differences).toEqual([
    expect.stringMatching(/it is refunded, but \$20\.00 of it did not go back\.$/),
  ]);
});

async function givenGivenUp(state: 'cancelled' | 'expired'): Promise<Order> {
  const order = await givenOrder(shop, buyer, part);
  await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  if (state === 'cancelled') await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
  else await expireOrders(shop.dependencies, { at: new Date(Date.parse(order.expiresAt ?? '') + 1) });
  expect((await read(order)).status).toBe(state);
  return order;
}

/** The provider has charged a card for the order, and the shop has no payment of that name: as after a restored backup. */
async function payAtProvider({ _id, total }: Order, card: CardFields = CARDS.good): Promise<string> {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: Math.round(total * 100),
    currency: 'usd',
    metadata: { orderId: _id },
    allowed_payment_method_types: ['card'],
  });
  expect((await confirmInBrowser(sandbox, intent, card)).body.status).toBe('succeeded');
  return intent.id;
}

function read(order: Order): Promise<Order> {
  return readOrder(buyer, order);
}

function subjectsTo(order: Order): string[] {
  return findMailsAbout(shop, order).map(({ subject }) => subject);
}
