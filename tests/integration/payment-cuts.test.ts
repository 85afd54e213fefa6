/**
 * The way to the card provider breaks at each call: nothing is lost, nobody is charged twice, whoever tries again succeeds,
 * and if nobody does, the sweep brings it all to rest within a minute.
 */

import { createServer } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { pollProviderEvents } from '#payments/use-cases/poll-provider-events.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import {
  CARDS,
  confirmInBrowser,
  type PaymentSecret,
  parsePaymentId,
  startSandbox,
} from '#sandbox/testing/sandbox.ts';
import {
  type ApiResponse,
  confirmCard,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { freePort, listenHere } from '../support/processes.ts';
import {
  listProviderCharges,
  listProviderPayments,
  listProviderRefunds,
  readProviderRefundStatus,
} from '../support/provider.ts';
import { givenShop, untilJobsAreDone } from '../support/shop.ts';
import { cuts, startTcpProxy } from '../support/tcp-proxy.ts';

const environment = { SANDBOX_OUTCOME_PAUSE: '1', SANDBOX_PORT: String(await freePort()) }; // to be found again there
let sandbox = await startSandbox({ environment });
const ways = await Promise.all(cuts.map((how) => givenWay(how)));
const [{ shop }] = ways as [Way];
const busy = await startBusyProvider(sandbox.origin);
const busyShop = await givenShop({ stripeUrl: busy.url, beside: shop });

const create = /^POST \/v1\/payment_intents /;
const confirm = /^POST \/v1\/payment_intents\/\w+\/confirm /;
const retrieve = /^GET \/v1\/payment_intents\//;
const cancel = /^POST \/v1\/payment_intents\/\w+\/cancel /;
const refund = /^POST \/v1\/refunds /;
const retrieveRefund = /^GET \/v1\/refunds/;
const always = Number.POSITIVE_INFINITY;
const minute = 60_000;

afterAll(async () => {
  await Promise.all([...ways.map(({ wire }) => wire.close()), busy.close()]);
  await sandbox.remove();
});

// at the same time, because the shop tries again after pauses
describe.concurrent.each(ways)('when the connection', (at) => {
  describe(`breaks ${at.how}`, { concurrent: false }, () => testCalls(at));
});

function testCalls(at: Way): void {
  const { how, wire, shop, buyer, admin } = at;
  beforeEach(() => renew(at));
  afterEach(() => wire.heal());

  test('once, buyers notice nothing or a sentence, and the order is paid once', async () => {
    const before = wire.cutCount();
    wire.cut(how, 1, create);
    const started = await start(at);
    const { body } = started.status === 200 ? started : await start(at);
    await confirmCard(shop, body);
    wire.cut(how, 1, retrieve);
    if ((await settle(at, body)).status === 503) expect((await settle(at, body)).status).toBe(200);
    expect(wire.cutCount() - before).toBe(2);
    await expectAtRest(at, 'paid', { stock: 8, held: 2 });
  });

  test('of refunding, the money goes back once, and the administrator is told how far it is', async () => {
    const paid = await givenPaidOrder(shop, buyer, at.part, 2);
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
    await afterAMinute(at);
    at.order = paid;
    await expectAtRest(at, 'refunded', { stock: 8, held: 2 }); // the other order’s
    expect(await listProviderRefunds(sandbox.stripe, paid.transactionId)).toEqual([2_000]);
  });

  // of an answer that breaks off the provider’s library says what it says of one that never begins; after it nothing is lost
  if (how === 'within the answer' || how === 'after the answer') return;

  test('of creating a payment, several tabs take up the same one, and it can be given up', async () => {
    wire.cut(how, 3, create);
    await Promise.all([start(at), start(at), start(at)]);
    wire.heal();
    const [one, other] = await Promise.all([start(at), start(at)]);
    expect(one.body).toEqual(other.body);
    wire.cut(how);
    expectDoneOrUnavailable(await cancelOrder(at));
    wire.heal();
    await cancelOrder(at);
    expect(await listProviderPayments(sandbox.stripe, at.order._id)).toMatchObject([{ status: 'canceled' }]);
    await expectAtRest(at, 'cancelled', { stock: 10, held: 0 });
  });

  test('of creating a payment whose order is cancelled, nothing is left to be charged', async () => {
    wire.cut(how, always, create);
    await start(at);
    expectDoneOrUnavailable(await cancelOrder(at));
    wire.heal();
    expect([200, 409]).toContain((await cancelOrder(at)).status);
    const payments = await listProviderPayments(sandbox.stripe, at.order._id);
    expect(payments.filter(({ status }) => status !== 'canceled')).toEqual([]);
    await expectAtRest(at, 'cancelled', { stock: 10, held: 0 });
  });

  test('of creating a payment, nothing is charged, and the order can be paid or expire', async () => {
    wire.cut(how, always, create);
    await start(at);
    wire.heal();
    await afterAMinute(at);
    expect(await readState(at)).toBe('unpaid');
    expect(await listProviderCharges(sandbox.stripe, at.order._id)).toEqual([]);
    await expireOrders(shop.dependencies, { at: inADay() });
    await expectAtRest(at, 'expired', { stock: 10, held: 0 });
  });

  test('of creating a payment that is paid after all, the order is paid', async () => {
    wire.cut(how, always, create);
    await start(at);
    wire.heal();
    const { body } = await start(at);
    expect(await listProviderPayments(sandbox.stripe, at.order._id)).toHaveLength(1);
    await confirmCard(shop, body);
    await afterAMinute(at);
    await expectAtRest(at, 'paid', { stock: 8, held: 2 });
  });

  test('of confirming the card, the order is paid if and only if the card was charged', async () => {
    const { body } = await start(at);
    wire.cut(how, 1, confirm);
    await confirmCard(shop, body).catch(() => {}); // the browser may never hear
    wire.heal();
    await afterAMinute(at);
    const charged = await listProviderCharges(sandbox.stripe, at.order._id);
    expect(charged).toEqual(how === 'before the request' ? [] : [2_000]);
    await expectAtRest(at, charged.length > 0 ? 'paid' : 'unpaid', { stock: 8, held: 2 });
  });

  test('of looking the payment up, the charged order is paid', async () => {
    const { body } = await start(at);
    await confirmCard(shop, body);
    wire.cut(how, always, retrieve);
    await settle(at, body);
    // the sweep’s own question breaks as well, and the one a minute later does not
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minute) });
    wire.heal();
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 2 * minute) });
    await expectAtRest(at, 'paid', { stock: 8, held: 2 });
  });

  test('of looking the payment up, the list of events makes the charged order paid, too', async () => {
    const { body } = await start(at);
    await confirmCard(shop, body);
    wire.cut(how, always, retrieve);
    await settle(at, body);
    wire.heal();
    await pollProviderEvents(shop.dependencies, { at: new Date() });
    await untilJobsAreDone(shop.db, 'handle-event');
    await expectAtRest(at, 'paid', { stock: 8, held: 2 });
  });

  test('of cancelling, the order is cancelled with its payment, or neither', async () => {
    const { body } = await start(at);
    wire.cut(how, always, cancel);
    const broken = await cancelOrder(at);
    expectDoneOrUnavailable(broken);
    const { status } = broken;
    expect(await readState(at)).toBe(status === 200 ? 'cancelled' : 'unpaid');
    wire.heal();
    await afterAMinute(at);
    const late = await confirmInBrowser(sandbox, readIntent(body), CARDS.good);
    if (status === 200) expect(late.status).toBe(400);
    await afterAMinute(at, 2);
    const state = await readState(at);
    expect(state).toBe(status === 200 ? 'cancelled' : late.status === 200 ? 'paid' : 'unpaid');
    await expectAtRest(at, state, state === 'cancelled' ? { stock: 10, held: 0 } : { stock: 8, held: 2 });
  });

  test('of the end of its time, the order stays until the provider answers, and then expires', async () => {
    await start(at);
    wire.cut(how, always, cancel);
    await expireOrders(shop.dependencies, { at: inADay() });
    wire.heal();
    await expireOrders(shop.dependencies, { at: inADay() });
    await expectAtRest(at, 'expired', { stock: 10, held: 0 });
  });

  test('of the end of the time of a charged order, or of cancelling it, it is paid', async () => {
    const { body } = await start(at);
    await confirmCard(shop, body);
    wire.cut(how);
    await expireOrders(shop.dependencies, { at: inADay() });
    expect([409, 503]).toContain((await cancelOrder(at)).status);
    wire.heal();
    await expireOrders(shop.dependencies, { at: inADay() });
    expect(await cancelOrder(at)).toMatchObject({ status: 409, body: { state: 'paid' } });
    await expectAtRest(at, 'paid', { stock: 8, held: 2 });
  });

  test('of reading a refund, the shop records its success within a minute', async () => {
    const paid = await givenPaidOrder(shop, buyer, at.part, 1, CARDS.refundedLater);
    await admin.ask('POST', '/api/refunds', { orderId: paid._id, reason: 'It broke.' });
    const isDone = async () =>
      (await readProviderRefundStatus(sandbox.stripe, paid.transactionId)) === 'succeeded';
    await vi.waitUntil(isDone, { timeout: 30_000 }); // `expect.poll` knows one test at a time
    wire.cut(how, always, retrieveRefund);
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minute) });
    wire.heal();
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 2 * minute) });
    at.order = paid;
    await expectAtRest(at, 'refunded', { stock: 7, held: 2 });
  });
}

test('while the provider is still charging a card, the order cannot be cancelled, and is paid afterwards', async () => {
  const buyer = await givenPerson(busyShop);
  const part = await givenPart(shop, { stock: 10 });
  const order = await givenOrder(busyShop, buyer, part);
  await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const cancel = () => buyer.ask('DELETE', `/api/manage_order/${order._id}`);
  busy.isCharging = true;
  const detail = expect.stringMatching(/is being charged at this moment.*again in a minute\.$/);
  expect(await cancel()).toMatchObject({ status: 409, body: { refused: 'payment-in-progress', detail } });
  expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status).toBe('unpaid');
  expect(await sumUnits(busyShop.db, part)).toEqual({ stock: 9, held: 1 });

  const [payment] = await listProviderPayments(sandbox.stripe, order._id);
  if (payment) await confirmInBrowser(sandbox, payment, CARDS.good);
  busy.isCharging = false;
  expect(await cancel()).toMatchObject({ status: 409, body: { state: 'paid' } });
  expect(await listProviderCharges(sandbox.stripe, order._id)).toHaveLength(1);
});

test('while the provider is down, everything but paying goes on, each try to pay is answered with a sentence, and afterwards paying works', async () => {
  const [at] = ways as [Way];
  await renew(at);
  const { buyer, part } = at;
  const other = await givenOrder(shop, buyer, part, 3);
  const { body } = await start(at);
  await sandbox.kill();

  const placed = await givenOrder(shop, buyer, part);
  expect((await buyer.ask('DELETE', `/api/manage_order/${placed._id}`)).status).toBe(200);
  const startOther = () =>
    buyer.ask('POST', '/api/create-payment-intent', { orderId: other._id }, { 'idempotency-key': 'down' });
  const answers: ApiResponse[] = await Promise.all([
    start(at),
    startOther(),
    settle(at, body),
    cancelOrder(at),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  const detail = expect.stringMatching(/card provider cannot be reached .*try again/);
  for (const { body } of answers) expect(body).toMatchObject({ detail });
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 5, held: 5 });

  sandbox = await startSandbox({ folder: sandbox.folder, environment });
  expect((await startOther()).status).toBe(200);
  await confirmCard(shop, body);
  expect((await settle(at, body)).body.status).toBe('paid');
  await expectAtRest(at, 'paid', { stock: 5, held: 5 });
  expect((await buyer.ask('DELETE', `/api/manage_order/${other._id}`)).status).toBe(200);
  expect(await listProviderPayments(sandbox.stripe, other._id)).toMatchObject([{ status: 'canceled' }]);
});

test('after all of this, the audit finds no difference', async () => {
  for (const { shop } of ways) {
    expect(await findTransitionFaults(shop.db)).toEqual([]);
    expect(await findDifferences(shop)).toEqual([]);
  }
});

type Way = Awaited<ReturnType<typeof givenWay>>;

/** A shop whose way to the provider breaks so, and of which each test has an order of its own, of two units of a part. */
async function givenWay(how: (typeof cuts)[number]) {
  const wire = await startTcpProxy({ host: '127.0.0.1', port: sandbox.port });
  const shop = await givenShop({ stripeUrl: wire.url, runsJobs: true });
  return { how, wire, shop, ...(await givenBuyerAndAdmin(shop)), part: '', order: {} as Order };
}

async function renew(at: Way): Promise<void> {
  at.part = await givenPart(at.shop, { stock: 10, price: 1_000 });
  at.order = await givenOrder(at.shop, at.buyer, at.part, 2);
}

async function start({ buyer, order }: Way) {
  const started = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  expectDoneOrUnavailable(started);
  return started;
}

async function settle({ buyer, order }: Way, secret: PaymentSecret) {
  const settlement = { orderId: order._id, transactionId: parsePaymentId(secret) };
  const settled = await buyer.ask('PATCH', `/api/my_order/${order._id}`, settlement);
  expectDoneOrUnavailable(settled);
  return settled;
}

function cancelOrder({ buyer, order }: Way) {
  return buyer.ask('DELETE', `/api/manage_order/${order._id}`);
}

function expectDoneOrUnavailable(answer: ApiResponse): void {
  if (answer.status === 200) return;
  const detail = expect.stringMatching(/please try again\.$/i);
  expect(answer).toMatchObject({ status: 503, body: { refused: 'payment-provider-unavailable', detail } });
}

function readIntent(secret: PaymentSecret) {
  return { id: parsePaymentId(secret), client_secret: secret.clientSecret };
}

/** What the schedule does until so many minutes are over. */
async function afterAMinute({ shop }: Way, minutes = 1): Promise<void> {
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + minutes * minute) });
}

function inADay(): Date {
  return new Date(Date.now() + 25 * 60 * minute);
}

async function readState({ buyer, order }: Way): Promise<string> {
  return (await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status;
}

/** The order has ended so, its units are where they belong, and every book agrees. */
async function expectAtRest(at: Way, state: string, units: { stock: number; held: number }): Promise<void> {
  const { shop, part, order } = at;
  expect(await readState(at)).toBe(state);
  expect(await sumUnits(shop.db, part)).toEqual(units);
  const isCharged = state === 'paid' || state === 'refunded';
  expect(await listProviderCharges(sandbox.stripe, order._id)).toHaveLength(isCharged ? 1 : 0);
  const ofThis = (await findDifferences(shop)).filter((difference) => difference.includes(order._id));
  expect(ofThis).toEqual([]);
}

/** Starts it on a free port, as a proxy of the sandbox. */
async function startBusyProvider(sandboxUrl: string) {
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    if (provider.isCharging && path.endsWith('/cancel')) {
      return reply.writeHead(400, json).end(JSON.stringify({ error: cannotCancel }));
    }
    const answer = await fetch(sandboxUrl + path, {
      method: request.method ?? 'GET',
      headers: readHeaders(request.headers),
      ...(body.length > 0 ? { body } : {}),
    });
    const content = (await answer.json()) as { object?: string };
    const isShown = provider.isCharging && content.object === 'payment_intent';
    reply.writeHead(answer.status, json);
    reply.end(JSON.stringify(isShown ? { ...content, status: 'processing' } : content));
  });
  const provider = {
    url: `http://127.0.0.1:${await listenHere(server)}`,
    /** While true, payments are 'processing' and cannot be cancelled. Source: Stripe, 'PaymentIntents lifecycle'. */
    isCharging: false,
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
  return provider;
}

const json = { 'content-type': 'application/json' };

const cannotCancel = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'You cannot cancel this PaymentIntent because it has a status of processing.',
};

function readHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
