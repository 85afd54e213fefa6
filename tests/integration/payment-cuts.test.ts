/** The way to the provider is cut at each call, and nobody tries again: within a minute the sweep brings it all to rest. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { givenSandbox } from '#sandbox/testing/given-sandbox.ts';
import { CARDS, confirmInBrowser, type PaymentSecret, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { expireOrders } from '#shop/orders/expire-orders.ts';
import { pollProviderEvents } from '#shop/payments/poll-provider-events.ts';
import { reconcilePayments } from '#shop/payments/reconcile-payments.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPart } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { untilJobsAreDone } from '../support/jobs.ts';
import { listProviderCharges, listProviderRefunds, readProviderRefundStatus } from '../support/provider.ts';
import { givenShop } from '../support/shop.ts';
import { cuts, startTcpProxy } from '../support/tcp-proxy.ts';

const sandbox = await givenSandbox({ environment: { SANDBOX_OUTCOME_PAUSE: '1' } });
const wire = await startTcpProxy(sandbox.port);
const shop = givenShop({ stripeUrl: wire.url, runsJobs: true });
const { buyer, admin } = givenBuyerAndAdmin(shop);

const create = /^POST \/v1\/payment_intents /;
const confirm = /^POST \/v1\/payment_intents\/\w+\/confirm /;
const retrieve = /^GET \/v1\/payment_intents\//;
const cancel = /^POST \/v1\/payment_intents\/\w+\/cancel /;
const refund = /^POST \/v1\/refunds /;
const retrieveRefund = /^GET \/v1\/refunds/;
const always = Number.POSITIVE_INFINITY;
const minute = 60_000;

let part: string;
let order: Order;

beforeEach(async () => {
  part = await givenPart(shop, { stock: 10, price: 1_000 });
  order = await givenOrder(shop, buyer, part, 2);
});
afterEach(() => wire.heal());
afterAll(async () => {
  await wire.close();
});

describe.each(cuts)('when the connection breaks %s', (how) => {
  test('of creating a payment, nothing is charged, and the order can be paid or expire', async () => {
    wire.cut(how, always, create);
    await start();
    wire.heal();
    await afterAMinute();
    expect(await readState()).toBe('unpaid');
    expect(await listProviderCharges(sandbox.stripe, order._id)).toEqual([]);
    await expireOrders(shop.dependencies, { at: inADay() });
    await expectAtRest('expired', { stock: 10, held: 0 });
  });

  test('of creating a payment that is paid after all, the order is paid', async () => {
    wire.cut(how, always, create);
    await start();
    wire.heal();
    const { body } = await start();
    await confirmCard(shop, body);
    await afterAMinute();
    await expectAtRest('paid', { stock: 8, held: 2 });
  });

  test('of confirming the card, the order is paid if and only if the card was charged', async () => {
    const { body } = await start();
    wire.cut(how, 1, confirm);
    await confirmCard(shop, body).catch(() => {}); // the browser may never hear
    wire.heal();
    await afterAMinute();
    const charged = await listProviderCharges(sandbox.stripe, order._id);
    expect(charged).toEqual(how === 'before the request' ? [] : [2_000]);
    await expectAtRest(charged.length > 0 ? 'paid' : 'unpaid', { stock: 8, held: 2 });
  });

  test('of looking the payment up, the charged order is paid', async () => {
    const { body } = await start();
    await confirmCard(shop, body);
    wire.cut(how, always, retrieve);
    await settle(body);
    // the sweep’s own question breaks as well, and the one a minute later does not
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minute) });
    wire.heal();
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 2 * minute) });
    await expectAtRest('paid', { stock: 8, held: 2 });
  });

  test('of looking the payment up, the list of events makes the charged order paid, too', async () => {
    const { body } = await start();
    await confirmCard(shop, body);
    wire.cut(how, always, retrieve);
    await settle(body);
    wire.heal();
    await pollProviderEvents(shop.dependencies, { at: new Date() });
    await untilJobsAreDone(shop.db, 'handle-event');
    await expectAtRest('paid', { stock: 8, held: 2 });
  });

  test('of cancelling, the order is cancelled with its payment, or neither', async () => {
    const { body } = await start();
    wire.cut(how, always, cancel);
    const { status } = await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    expect(await readState()).toBe(status === 200 ? 'cancelled' : 'unpaid');
    wire.heal();
    await afterAMinute();
    const late = await confirmInBrowser(sandbox, readIntent(body), CARDS.good);
    if (status === 200) expect(late.status).toBe(400);
    await afterAMinute(2);
    const state = await readState();
    expect(state).toBe(status === 200 ? 'cancelled' : late.status === 200 ? 'paid' : 'unpaid');
    await expectAtRest(state, state === 'cancelled' ? { stock: 10, held: 0 } : { stock: 8, held: 2 });
  });

  test('of the end of its time, the order stays until the provider answers, and then expires', async () => {
    await start();
    wire.cut(how, always, cancel);
    await expireOrders(shop.dependencies, { at: inADay() });
    wire.heal();
    await expireOrders(shop.dependencies, { at: inADay() });
    await expectAtRest('expired', { stock: 10, held: 0 });
  });

  test('of the end of the time of a charged order, it is paid', async () => {
    const { body } = await start();
    await confirmCard(shop, body);
    wire.cut(how);
    await expireOrders(shop.dependencies, { at: inADay() });
    wire.heal();
    await expireOrders(shop.dependencies, { at: inADay() });
    await expectAtRest('paid', { stock: 8, held: 2 });
  });

  test('of refunding, the money goes back once, and the administrator is told how far it is', async () => {
    const paid = await givenPaidOrder(shop, buyer, part, 2);
    wire.cut(how, always, refund);
    const wish = { orderId: paid._id, reason: 'It broke.', returnedUnits: 2 };
    const answer = await admin.ask('POST', '/api/refunds', wish, {
      'idempotency-key': how.replaceAll(' ', '-'),
    });
    expect(answer.status).toBe(201);
    expect(['pending', 'succeeded']).toContain(answer.body.status);
    const again = await admin.ask('POST', '/api/refunds', { ...wish, reason: 'Once more?' });
    expect(again).toMatchObject({ status: 409 });
    wire.heal();
    await afterAMinute();
    order = paid;
    await expectAtRest('refunded', { stock: 8, held: 2 }); // the other order’s
    expect(await listProviderRefunds(sandbox.stripe, paid.transactionId)).toEqual([2_000]);
  });

  test('of reading a refund, the shop records its success within a minute', async () => {
    const paid = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundedLater);
    await admin.ask('POST', '/api/refunds', { orderId: paid._id, reason: 'It broke.' });
    await expect
      .poll(() => readProviderRefundStatus(sandbox.stripe, paid.transactionId), { timeout: 30_000 })
      .toBe('succeeded');
    wire.cut(how, always, retrieveRefund);
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minute) });
    wire.heal();
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 2 * minute) });
    order = paid;
    await expectAtRest('refunded', { stock: 7, held: 2 });
  });
});

test('after all of this, the audit finds no difference', async () => {
  expect(await findTransitionFaults(shop.db)).toEqual([]);
  expect(await findDifferences(shop)).toEqual([]);
});

function start() {
  return buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
}

function settle(secret: PaymentSecret) {
  const transactionId = parsePaymentId(secret);
  return buyer.ask('PATCH', `/api/my_order/${order._id}`, { orderId: order._id, transactionId });
}

function readIntent(secret: PaymentSecret) {
  return { id: parsePaymentId(secret), client_secret: secret.clientSecret };
}

/** What the schedule does until so many minutes are over. */
async function afterAMinute(minutes = 1): Promise<void> {
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minutes * minute) });
}

function inADay(): Date {
  return new Date(Date.now() + 25 * 60 * minute);
}

async function readState(): Promise<string> {
  return (await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status;
}

/** The order has ended so, its units are where they belong, and every book agrees. */
async function expectAtRest(state: string, units: { stock: number; held: number }): Promise<void> {
  expect(await readState()).toBe(state);
  expect(await sumUnits(shop.db, part)).toEqual(units);
  const isCharged = state === 'paid' || state === 'refunded';
  expect(await listProviderCharges(sandbox.stripe, order._id)).toHaveLength(isCharged ? 1 : 0);
  const ofThis = (await findDifferences(shop)).filter((difference) => difference.includes(order._id));
  expect(ofThis).toEqual([]);
}
