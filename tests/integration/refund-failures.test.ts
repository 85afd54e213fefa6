/** Refunds that do not go as they should: what fails afterwards, and what somebody does at the provider. */
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { CARDS, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { changeDeliveries, sendEvent, waitingDeliveries } from '#sandbox/testing/webhooks.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPart } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults } from '../support/invariants.ts';
import { untilJobsAreDone } from '../support/jobs.ts';
import { findMailsAbout, mailAlertsAbout, readHistory, readKinds, readOrder } from '../support/orders.ts';
import { listProviderRefunds } from '../support/provider.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const notified = await givenNotifiedShop();
const { sandbox, shop } = notified;
const { buyer, admin } = givenBuyerAndAdmin(shop);

let part: string;

beforeAll(async () => {
  part = await givenPart(shop, { stock: 1_000, price: 1_000, name: 'Testco Board' });
});

describe('a refund that fails afterwards', () => {
  test('is mailed to the buyer once, after the mail about the refund, with what to do', async () => {
    const part = await givenPart(shop, { price: 1_000, name: 'Testco Fan' });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundFails);
    await refund(order, { amount: 5, reason: 'A scratch.' });
    const subject = 'Your refund for Testco Fan did not reach you';
    await expect.poll(() => findMailsAbout(shop, order, subject), eventPolling).toHaveLength(1);
    const [mail] = findMailsAbout(shop, order, subject);
    expect(mail?.to).toBe(buyer.email);
    expect(mail?.text).toContain('Not received: $5.00');
    expect(mail?.text).toContain('Why: The card has expired or was cancelled.');
    expect(mail?.text).toContain(`${shop.url}/contact`);
    // whoever learns of it again finds it done
    const { data } = await sandbox.stripe.events.list({ type: 'refund.failed' });
    const failure = data.find(
      ({ data: { object } }) => (object as Stripe.Refund).payment_intent === order.transactionId,
    );
    await sendEvent(sandbox.stripe, notified.endpoint, failure?.id ?? '');
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
    const other = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundFails);
    await refund(other, { reason: 'Another.' });
    await expect.poll(() => findMailsAbout(shop, other, subject), eventPolling).toHaveLength(1);
    await untilJobsAreDone(shop.db, 'handle-event', 'mail-');
    expect(findMailsAbout(shop, order, subject)).toHaveLength(1);
    expect(findMailsAbout(shop, order, 'Your refund for Testco Fan')).toHaveLength(1);
    expect(await mailAlertsAbout(shop, /\d+ failed refunds?/i, order)).toEqual([
      expect.stringContaining(': $5.00: The card has expired or was cancelled.'),
    ]);
  });

  test('is shown as failed, its money can go back in another way, and administrators see it', async () => {
    const before = (await admin.ask('GET', '/api/overview')).body.failedRefunds;
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundFails);
    await refund(order, { amount: 5, reason: 'The account is closed.' });
    await expect.poll(async () => (await read(order)).refunded, eventPolling).toBe(0);

    expect((await read(order)).status).toBe('paid');
    const { history, refundable } = await readHistory(admin, order);
    expect(history.slice(-2)).toMatchObject([
      {
        kind: 'refunded',
        by: 'administrator',
        byName: 'Ada Admin',
        amount: 5,
        reason: 'The account is closed.',
      },
      {
        kind: 'refund-sent-back',
        by: 'provider',
        amount: 5,
        reason: 'The card has expired or was cancelled.',
      },
    ]);
    expect(refundable).toEqual({ amount: 20, units: 2, refusal: null });
    const { body } = await admin.ask('GET', '/api/refunds?status=failed');
    expect(body[0]).toMatchObject({ orderId: order._id, status: 'failed', failure: expect.any(String) });
    expect((await admin.ask('GET', '/api/overview')).body.failedRefunds).toBe(before + 1);
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
  });

  test('does not change an order that was refunded, because no transition leads back', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundFails);
    await refund(order, { reason: 'The account is closed.' });
    await expect.poll(async () => (await read(order)).refunded, eventPolling).toBe(0);
    expect((await read(order)).status).toBe('refunded');
    expect(await findTransitionFaults(shop.db)).toEqual([]);
    expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 10 } });
    for (const person of [buyer, admin]) {
      expect(await readKinds(person, order)).toEqual(['placed', 'paid', 'refunded', 'refund-sent-back']);
    }
    const ofThis = (await findDifferences(shop)).filter((difference) => difference.includes(order._id));
    expect(ofThis).toEqual([`Order ${order._id}: it is refunded, but $10.00 of it did not go back.`]);
  });
});

describe('a refund that somebody makes at the provider', () => {
  test('is recorded by its event', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2);
    await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '', amount: 700 });
    await expect.poll(async () => (await read(order)).refunded, eventPolling).toBe(7);
    expect((await readHistory(admin, order)).history.at(-1)).toMatchObject({
      kind: 'refunded',
      by: 'provider',
      amount: 7,
      reason: 'Refunded at the card provider.',
    });
  });

  test('counts when it is heard of before the payment', async () => {
    const order = await givenOrder(shop, buyer, part, 2);
    const payment = await payUnheard(order);
    await refundUnheard(payment, 700);
    await expect.poll(() => read(order), eventPolling).toMatchObject({ status: 'paid', refunded: 7 });
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    await expect.poll(() => waitingDeliveries(sandbox.stripe, notified.endpoint), eventPolling).toBe(0);
    await untilJobsAreDone(shop.db, 'handle-event');
    expect(await read(order)).toMatchObject({ status: 'paid', refunded: 7 });
    expect((await findDifferences(shop)).filter((each) => each.includes(order._id))).toEqual([]);
  });

  test('leaves the rest to go back of a payment that no order could take', async () => {
    const order = await givenOrder(shop, buyer, part, 1);
    const payment = await payUnheard(order, 900);
    await refundUnheard(payment, 300);
    await expect
      .poll(async () => (await listProviderRefunds(sandbox.stripe, payment)).toSorted(), eventPolling)
      .toEqual([300, 600]);
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    await untilJobsAreDone(shop.db, 'handle-event', 'finish-refund');
    expect(await read(order)).toMatchObject({ status: 'unpaid', refunded: 0 });
    expect((await findDifferences(shop)).filter((each) => each.includes(order._id))).toEqual([]);
  });

  test('is the provider’s reason when there is nothing left to refund here', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 1);
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '' });
    const answer = await refund(order, { reason: 'Twice?' });
    expect(answer).toMatchObject({
      status: 409,
      body: { refused: 'refund-failed', reason: expect.stringContaining('has already been refunded') },
    });
    expect(await readKinds(admin, order)).toEqual(['placed', 'paid', 'refund-failed']);
    await changeDeliveries(sandbox.stripe, notified.endpoint);
  });
});

function refund({ _id }: Pick<Order, '_id'>, wish: { amount?: number; reason: string }) {
  return admin.ask('POST', '/api/refunds', { orderId: _id, ...wish });
}

/** Pays the order, by default its total, while the shop hears nothing. */
async function payUnheard(order: Order, amount?: number): Promise<string> {
  await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const payment = parsePaymentId(secret);
  if (amount) await sandbox.stripe.paymentIntents.update(payment, { amount });
  await confirmCard(shop, secret);
  return payment;
}

/** Refunds at the provider, and the shop hears of nothing else. */
async function refundUnheard(payment: string, amount: number): Promise<void> {
  const { id } = await sandbox.stripe.refunds.create({ payment_intent: payment, amount });
  const { data } = await sandbox.stripe.events.list({ type: 'refund.created' });
  const event = data.find(({ data: { object } }) => (object as Stripe.Refund).id === id);
  await sendEvent(sandbox.stripe, notified.endpoint, event?.id ?? '');
}

function read(order: Order): Promise<Order> {
  return readOrder(buyer, order);
}
