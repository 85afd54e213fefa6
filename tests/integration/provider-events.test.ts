/** What happens at the card provider becomes true in the shop, told by its events or found out afterwards. */
import { afterEach, describe, expect, test } from 'vitest';
import { isRefused } from '#kernel/refusals.ts';
import type { Order } from '#orders/contract/orders.ts';
import { pollProviderEvents } from '#payments/use-cases/poll-provider-events.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { CARDS, givenSandbox } from '#sandbox/testing/sandbox.ts';
import { changeDeliveries } from '#sandbox/testing/webhooks.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPart, readRows, refusal } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences } from '../support/invariants.ts';
import { findMailsAbout, mailAlertsAbout, readHistory, readKinds, readOrder } from '../support/orders.ts';
import { givenShop } from '../support/shop.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const notified = await givenNotifiedShop();
const { sandbox, wire, shop } = notified;
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const part = await givenPart(shop, { stock: 1_000, price: 2_000 });
afterEach(async () => {
  await changeDeliveries(sandbox.stripe, notified.endpoint);
});

test('a payment is the buyer’s doing, and its history says through what the shop has learned of it', async () => {
  await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
  const [shown, polled] = [await givenPaidOrder(shop, buyer, part), await givenConfirmed()];
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
  const paid = { kind: 'paid', by: 'buyer' };
  expect((await readHistory(buyer, shown)).history[1]).toMatchObject({ ...paid, noticedThrough: 'page' });
  expect((await readHistory(buyer, polled)).history[1]).toMatchObject({
    ...paid,
    noticedThrough: 'question',
  });
  await changeDeliveries(sandbox.stripe, notified.endpoint);
  const reported = await givenConfirmed();
  await expect.poll(() => readState(reported), eventPolling).toBe('paid');
  await expect.poll(() => subjectsAbout(reported).join(), eventPolling).toContain('Your payment for');
  expect((await readHistory(buyer, reported)).history[1]).toMatchObject({
    ...paid,
    noticedThrough: 'event',
  });
});

describe('tries that were declined', () => {
  test('are in the order’s history with the provider’s reasons, each once, before the one that paid', async () => {
    const { order, secret } = await givenStarted();
    await confirmCard(shop, secret, CARDS.declined);
    await confirmCard(shop, secret, CARDS.poor);
    await expect
      .poll(() => readKinds(buyer, order), eventPolling)
      .toEqual(['placed', 'payment-declined', 'payment-declined']);
    await confirmCard(shop, secret, CARDS.good);
    await expect.poll(() => readState(order), eventPolling).toBe('paid');
    const { history } = await readHistory(buyer, order);
    expect(history).toMatchObject([
      { kind: 'placed', by: 'buyer', amount: 20 },
      { kind: 'payment-declined', by: 'provider', reason: 'Your card was declined.' },
      { kind: 'payment-declined', by: 'provider', reason: 'Your card has insufficient funds.' },
      { kind: 'paid', by: 'buyer', noticedThrough: 'event', transactionId: expect.stringMatching(/^pi_/) },
    ]);
  });

  test('are learned also when the buyer only asks again for the payment, which another card can pay', async () => {
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    const { order, secret } = await givenStarted();
    await confirmCard(shop, secret, CARDS.declined);
    const again = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
    expect(again.body.clientSecret).toBe(secret.clientSecret);
    expect(await readKinds(buyer, order)).toEqual(['placed', 'payment-declined']);
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    await expect.poll(() => readKinds(buyer, order), eventPolling).toEqual(['placed', 'payment-declined']);
    await confirmCard(shop, again.body);
    await expect.poll(() => readState(order), eventPolling).toBe('paid');
  });
});

describe('events that did not arrive', () => {
  test.each([0, 60])('are handled once by polls, with a clock %i minutes ahead', async (minutes) => {
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    const at = new Date(Date.now() + minutes * 60_000);
    await pollProviderEvents(shop.dependencies, { at });
    const orders = [await givenConfirmed(), await givenConfirmed()];
    expect(await Promise.all(orders.map(readState))).toEqual(['unpaid', 'unpaid']);
    expect(await pollProviderEvents(shop.dependencies, { at })).toBe(2); // one event of each that the shop acts on
    for (const order of orders) await expect.poll(() => readState(order), eventPolling).toBe('paid');
    expect(await pollProviderEvents(shop.dependencies, { at })).toBe(0);
  });

  test('wait for the next poll when the provider does not answer, and none is skipped', async () => {
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    await pollProviderEvents(shop.dependencies, { at: new Date() });
    const order = await givenConfirmed();
    wire.cut('within the answer', Number.POSITIVE_INFINITY, /^GET \/v1\/events/);
    const later = new Date(Date.now() + 3_600_000);
    expect(isRefused(await pollProviderEvents(shop.dependencies, { at: later }))).toBe(true);
    wire.heal();
    expect(await pollProviderEvents(shop.dependencies, { at: later })).toBe(1);
    await expect.poll(() => readState(order), eventPolling).toBe('paid');
  });

  test('are found however many there are', async () => {
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    await pollProviderEvents(shop.dependencies, { at: new Date() });
    const intents = await Promise.all(
      Array.from({ length: 120 }, () =>
        sandbox.stripe.paymentIntents.create({ amount: 100, currency: 'usd' }),
      ),
    );
    await Promise.all(intents.map(({ id }) => sandbox.stripe.paymentIntents.cancel(id)));
    expect(await pollProviderEvents(shop.dependencies, { at: new Date() })).toBe(120);
    let statements = 0;
    const count = async <Answer>({ result }: { result: Answer }) => {
      statements += 1;
      return result;
    };
    const db = shop.db.withPlugin({ transformQuery: ({ node }) => node, transformResult: count });
    expect(await pollProviderEvents({ ...shop.dependencies, db }, { at: new Date() })).toBe(0);
    expect(statements).toBeLessThan(5); // while nothing happens, the newest are listed again and again
  });

  test('are found after days without a poll, also the first of an account', async () => {
    const account = await givenSandbox();
    const { dependencies } = await givenShop({ beside: shop, stripeUrl: account.origin });
    await pollProviderEvents(dependencies, { at: new Date() });
    const { id } = await account.stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
    await account.stripe.paymentIntents.cancel(id);
    const at = new Date(Date.now() + 3 * 24 * 3_600_000);
    expect(await pollProviderEvents(dependencies, { at })).toBe(1);
  });
});

test('a payment that is not the shop’s changes nothing, whatever is reported about it', async () => {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    metadata: { orderId: '01a1fd60-7a62-7151-bd49-87d46caafe76' },
  });
  const card = { payment_method: 'pm_card_visa', return_url: 'https://shop.example' };
  await sandbox.stripe.paymentIntents.confirm(intent.id, card);
  const known = await givenConfirmed();
  await expect.poll(() => readState(known), eventPolling).toBe('paid');
  const payments = await readRows(shop, 'payments', { provider_id: intent.id });
  expect(payments).toEqual([]);
});

test('a payment that a buyer’s bank takes back is a dispute that administrators see, in its list, its order and the overview, until it is decided', async () => {
  const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.disputed);
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('dispute-opened');
  expect((await admin.ask('GET', '/api/overview')).body.openDisputes).toBe(1);
  const [dispute] = (await admin.ask('GET', '/api/disputes?status=open')).body;
  expect(dispute).toMatchObject({
    orderId: order._id,
    email: buyer.email,
    amount: 20,
    reason: 'fraudulent',
    status: 'needs_response',
    open: true,
  });
  expect(await readMoney(order)).toEqual([2_000, -2_000]);
  // what the bank takes cannot be given back as well
  const { refundable } = await readHistory(admin, order);
  expect(refundable).toMatchObject({ amount: 0, units: 0, refusal: expect.stringMatching(/disputed/) });
  const refused = await admin.ask('POST', '/api/refunds', { orderId: order._id, reason: 'They asked.' });
  expect(refused).toMatchObject(
    refusal(409, 'order-disputed', {
      detail: expect.stringMatching(/bank has disputed this payment.*Answer the dispute/),
    }),
  );
  expect(await readKinds(admin, order)).not.toContain('refund-failed');

  const { data } = await sandbox.stripe.disputes.list({ payment_intent: order.transactionId ?? '' });
  const evidence = { uncategorized_text: 'winning_evidence' };
  await sandbox.stripe.disputes.update(data[0]?.id ?? '', { evidence });
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('dispute-closed');
  expect((await readHistory(buyer, order)).history.at(-1)).toMatchObject({
    kind: 'dispute-closed',
    reason: 'won',
  });
  expect(await readMoney(order)).toEqual([2_000, -2_000, 2_000]);
  expect(await mailAlertsAbout(shop, /\d+ disputes?/i, order)).toEqual([
    expect.stringMatching(/: \$20\.00\. The card’s holder says that/),
  ]);
  expect((await admin.ask('GET', '/api/disputes?status=closed')).body[0]).toMatchObject({ open: false });
  expect((await admin.ask('GET', '/api/overview')).body.openDisputes).toBe(0);
  expect(await readState(order)).toBe('paid');
});

test('after all of this, the audit finds no difference', async () => {
  await expect.poll(() => findDifferences(shop), eventPolling).toEqual([]);
});

type Secret = { clientSecret: string; publishableKey: string };

async function givenStarted(): Promise<{ order: Order; secret: Secret }> {
  const order = await givenOrder(shop, buyer, part);
  const { body } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  return { order, secret: body };
}

/** An order whose card was charged, of which the shop has not been told by the browser. */
async function givenConfirmed(): Promise<Order> {
  const { order, secret } = await givenStarted();
  expect((await confirmCard(shop, secret)).body.status).toBe('succeeded');
  return order;
}

async function readState(order: Order): Promise<string> {
  return (await readOrder(buyer, order)).status;
}

async function readMoney({ _id }: Order): Promise<number[]> {
  const rows = await readRows(shop, 'money_movements', { order_id: _id });
  return rows.map(({ amount_cents }) => amount_cents);
}

function subjectsAbout(order: Order): string[] {
  return findMailsAbout(shop, order).map(({ subject }) => subject);
}
