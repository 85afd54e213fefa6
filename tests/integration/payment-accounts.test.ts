/** The shop's keys change, or its provider's ledger is lost: no order freezes, no payment of another account is taken for cancelled. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Audit, auditShop } from '#administration/use-cases/audit-shop.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { pollProviderEvents } from '#payments/use-cases/poll-provider-events.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import {
  CARDS,
  type CardFields,
  givenSandbox,
  parsePaymentId,
  startSandbox,
} from '#sandbox/testing/sandbox.ts';
import {
  changeRows,
  confirmCard,
  givenOrder,
  givenPaidOrder,
  givenPart,
  personAt,
  readRow,
  refusal,
} from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { freePort } from '../support/processes.ts';
import { listProviderCharges, listProviderRefunds, readProviderRefundStatus } from '../support/provider.ts';
import { givenShop, type TestShop, untilJobsAreDone } from '../support/shop.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

// two ledgers are two accounts; the shop that is asked is the shop as it was started with the keys of one of them
const environment = { SANDBOX_OUTCOME_PAUSE: '100' };
const sandboxA = await givenSandbox({ environment });
const sandboxB = await givenSandbox({ environment });
const wireA = await startTcpProxy({ host: '127.0.0.1', port: sandboxA.port });
afterAll(wireA.close);
const shopA = await givenShop({ stripeUrl: wireA.url, runsJobs: true });
const shopB = await givenShop({ beside: shopA, stripeUrl: sandboxB.origin });
const shopThatStarts = await givenShop({ beside: shopA, stripeUrl: wireA.url });

const portC = { SANDBOX_PORT: String(await freePort()) }; // to be found again at the same one
let sandboxC = await startSandbox({ environment: portC });
afterAll(() => sandboxC.remove());
const shopC = await givenShop({ beside: shopA, stripeUrl: sandboxC.origin });

const { buyer, admin } = await givenPeople(shopA, { buyer: {}, admin: { role: 'admin' } });
let part: string;
let order: Order;
let started: number;

beforeEach(async () => {
  started = Date.now();
  wireA.heal();
  part = await givenPart(shopA, { stock: 10, price: 2_000 });
  order = await givenOrder(shopA, buyer, part);
});

describe('an order whose payment was begun in another account', () => {
  test('can be paid: by a new payment, in the account at hand', async () => {
    await start(shopA);
    await pay(shopB);
    expect(await read()).toMatchObject({ status: 'paid' });
    expect(await statuses()).toEqual(['elsewhere', 'succeeded']);
    expect(await listProviderCharges(sandboxB.stripe, order._id)).toEqual([2_000]);
  });

  test('takes up the same new payment, however many tabs ask', async () => {
    await start(shopA);
    const secrets = await Promise.all([start(shopB), start(shopB), start(shopB)]);
    expect(new Set(secrets.map(parsePaymentId)).size).toBe(1);
    expect((await statuses()).toSorted()).toEqual(['elsewhere', 'open']);
  });

  test('can be cancelled, and expires', async () => {
    await start(shopA);
    expect(await cancel(shopB)).toMatchObject({ status: 200 });
    const forgotten = await givenOrder(shopA, buyer, part);
    await start(shopA, forgotten);
    await expireOrders(shopB.dependencies, { at: new Date(Date.parse(forgotten.expiresAt ?? '') + 1) });
    expect((await read(forgotten)).status).toBe('expired');
    expect(await statuses(forgotten)).toEqual(['elsewhere']);
    expect(await sumUnits(shopA.db, part)).toEqual({ stock: 10, held: 0 });
  });

  test('is checked once by the reconciliation, and again when the buyer reports it as paid', async () => {
    const secret = await start(shopA);
    const swept = await reconcilePayments(shopB.dependencies, { at: inMinutes(1) });
    expect(swept.unanswered).toBe(0);
    expect(await statuses()).toEqual(['elsewhere']);
    expect(await settle(shopB, parsePaymentId(secret))).toMatchObject(refusal(409, 'payment-not-succeeded'));
    await reconcilePayments(shopB.dependencies, { at: inMinutes(60) });
    expect((await payments())[0]?.asked_at).toEqual(inMinutes(1));
  });
});

describe('a payment that succeeded in the other account meanwhile', () => {
  test('makes its order paid when that account is back', async () => {
    await payUntold(shopA);
    await reconcilePayments(shopB.dependencies, { at: inMinutes(1) });
    expect((await read()).status).toBe('unpaid');
    await sweepTwice(shopA);
    expect((await read()).status).toBe('paid');
    expect(await statuses()).toEqual(['succeeded']);
  });

  test.each(['cancelled', 'expired'])('goes back once when its order was %s', async (state) => {
    const id = await payUntold(shopA);
    if (state === 'cancelled') await cancel(shopB);
    else await expireOrders(shopB.dependencies, { at: new Date(Date.parse(order.expiresAt ?? '') + 1) });
    expect((await read()).status).toBe(state);
    await sweepTwice(shopA);
    await untilJobsAreDone(shopA.db, 'finish-refund');
    expect((await read()).status).toBe('refunded');
    expect(await listProviderRefunds(sandboxA.stripe, id)).toEqual([2_000]);
  });

  test('goes back once when its order was paid in the account at hand', async () => {
    const id = await payUntold(shopA);
    await pay(shopB);
    await sweepTwice(shopA);
    await untilJobsAreDone(shopA.db, 'finish-refund');
    expect((await read()).status).toBe('paid');
    expect(await statuses()).toEqual(['late', 'succeeded']);
    expect(await listProviderRefunds(sandboxA.stripe, id)).toEqual([2_000]);
  });

  test('is found by its event too, though the shop has listened to the other account since', async () => {
    const id = await payUntold(shopA);
    await start(shopB);
    expect(await pollProviderEvents(shopB.dependencies, { at: inMinutes(30) })).not.toMatchObject({
      refused: expect.anything(),
    });
    await pollProviderEvents(shopA.dependencies, { at: inMinutes(31) });
    await untilJobsAreDone(shopA.db, 'handle-event');
    expect(await read()).toMatchObject({ status: 'paid', transactionId: id });
  });
});

test('a payment that still waits in its account when that is back is closed there before a new one is made', async () => {
  const old = await start(shopA);
  await start(shopB);
  const secret = await start(shopA);
  expect(parsePaymentId(secret)).not.toBe(parsePaymentId(old));
  expect((await confirmCard(shopA, old)).status).toBe(400);
  await pay(shopA);
  expect((await read()).status).toBe('paid');
  expect(await statuses()).toEqual(['cancelled', 'elsewhere', 'succeeded']);
});

describe('a refund', () => {
  test('that is on its way in another account waits for it, blocks nothing, is shown, and ends when that account is back', async () => {
    const paid = await givenPaid(CARDS.refundedLater);
    const { body: refund } = await findRefund(shopA, paid);
    expect(refund.status).toBe('pending');
    const swept = await reconcilePayments(shopB.dependencies, { at: inMinutes(1) });
    expect(swept.unanswered).toBe(0);
    expect(await listed(refund._id)).toMatchObject({ status: 'pending', inAnotherAccount: true });
    const { ofOtherMerchants: elsewhere } = await audited(shopB);
    expect(elsewhere).toContainEqual(
      expect.stringMatching(
        new RegExp(`^Order ${paid._id}: refund re_\\w+ of \\$20\\.00 is pending in account acct_\\w+ `),
      ),
    );
    const shipped = await personAt(shopB, admin).ask('PATCH', `/api/manage_order/${paid._id}`, {
      status: 'shipped',
    });
    expect(shipped.status).toBe(200);

    await expect.poll(() => readProviderRefundStatus(sandboxA.stripe, paid.transactionId)).toBe('succeeded');
    await reconcilePayments(shopA.dependencies, { at: inMinutes(2) });
    expect(await listed(refund._id)).toMatchObject({ status: 'succeeded', inAnotherAccount: false });
    expect((await read(paid)).status).toBe('refunded');
  });

  test('whose answer was lost is never taken for failed, and is made once', async () => {
    const paid = await givenPaid();
    wireA.cut('before the answer', Number.POSITIVE_INFINITY, /^POST \/v1\/refunds /);
    const { body: refund } = await findRefund(shopA, paid, { 'idempotency-key': 'lost' });
    wireA.heal();
    expect(refund.status).toBe('pending');
    // the administrator's client tries again, after the keys were changed
    const again = await findRefund(shopB, paid, { 'idempotency-key': 'lost' });
    expect(again.body).toMatchObject({ _id: refund._id, status: 'pending' });
    await sweepTwice(shopA);
    expect(await listed(refund._id)).toMatchObject({ status: 'succeeded' });
    expect(await listProviderRefunds(sandboxA.stripe, paid.transactionId)).toEqual([2_000]);
  });

  test('of a payment of another account is refused in a sentence, and can be made there', async () => {
    const paid = await givenPaid();
    expect(await findRefund(shopB, paid)).toMatchObject(
      refusal(409, 'refund-failed', {
        detail: expect.stringMatching(/another account of the card provider/),
      }),
    );
    expect((await findRefund(shopA, paid)).body.status).toBe('succeeded');
    expect(await listProviderRefunds(sandboxA.stripe, paid.transactionId)).toEqual([2_000]);
  });
});

describe('an older payment, whose account is unknown', () => {
  test('is of the account that knows it', async () => {
    await start(shopA);
    const [known] = await accounts();
    await forgetMerchant();
    await reconcilePayments(shopA.dependencies, { at: inMinutes(1) });
    expect(await accounts()).toEqual([known]);
    expect(await statuses()).toEqual(['open']);
  });

  test('counts as another account’s while no account knows it, and is checked again', async () => {
    const id = await payUntold(shopA);
    await forgetMerchant();
    await cancel(shopB);
    expect((await read()).status).toBe('cancelled');
    expect(await statuses()).toEqual(['elsewhere']);
    await sweepTwice(shopA);
    await untilJobsAreDone(shopA.db, 'finish-refund');
    expect((await read()).status).toBe('refunded');
    expect(await listProviderRefunds(sandboxA.stripe, id)).toEqual([2_000]);
  });
});

test('while the provider does not answer which account it is, the invoice of a test payment is one of a test', async () => {
  wireA.cut('before the answer', Number.POSITIVE_INFINITY, /^GET \/v1\/account /);
  await pay(shopThatStarts);
  wireA.heal();
  expect(await accounts()).toEqual([null]);
  const { purchase_id } = await readRow(shopA, 'orders', { id: order._id });
  expect(await readRow(shopA, 'invoices', { purchase_id })).toMatchObject({ series: 'test-invoice' });
});

test('while the provider does not answer which account it is, orders can be paid', async () => {
  wireA.cut('before the answer', Number.POSITIVE_INFINITY, /^GET \/v1\/account /);
  await start(shopThatStarts);
  expect(await accounts()).toEqual([null]);
  wireA.heal();
  await start(shopThatStarts);
  expect(await accounts()).toEqual([expect.stringMatching(/^acct_\w{16}$/)]);
});

test('a payment that is missing at its own account is cancelled, and the order can be paid', async () => {
  const id = parsePaymentId(await start(shopC));
  const ledger = new DatabaseSync(join(sandboxC.folder, 'ledger.sqlite'));
  ledger.prepare('delete from payment_intents where id = ?').run(id);
  ledger.close();
  await pay(shopC);
  expect((await read()).status).toBe('paid');
  expect(await statuses()).toEqual(['cancelled', 'succeeded']);
});

test('a ledger that was lost under a running shop was that of another account', async () => {
  await start(shopC);
  const cancelled = await givenOrder(shopA, buyer, part);
  await start(shopC, cancelled);
  await sandboxC.stop();
  for (const file of ['', '-wal', '-shm'])
    await rm(join(sandboxC.folder, `ledger.sqlite${file}`), { force: true });
  sandboxC = await startSandbox({ folder: sandboxC.folder, environment: portC });

  expect(await cancel(shopC, cancelled)).toMatchObject({ status: 200 });
  expect(await statuses(cancelled)).toEqual(['elsewhere']);
  await pay(shopC);
  expect(await statuses()).toEqual(['elsewhere', 'succeeded']);
  expect(new Set(await accounts()).size).toBe(2);
});

test('after all of this, the audit finds no difference, and counts what is finished in another account', async () => {
  const { differences, ofOtherMerchants: elsewhere } = await audited(shopB);
  expect(differences).toEqual([]);
  expect(elsewhere).toContainEqual(
    expect.stringMatching(/^\d+ finished payments in account acct_\w{16} \(test mode\)\.$/),
  );
  expect(await findTransitionFaults(shopA.db)).toEqual([]);
});

/** What the buyer's page gets to pay with. */
async function start(shop: TestShop, { _id } = order) {
  const started = await personAt(shop, buyer).ask('POST', '/api/create-payment-intent', { orderId: _id });
  expect(started.status).toBe(200);
  return started.body;
}

/** Pays as the buyer's page does. */
async function pay(shop: TestShop): Promise<void> {
  const secret = await start(shop);
  expect((await confirmCard(shop, secret)).status).toBe(200);
  expect((await settle(shop, parsePaymentId(secret))).body).toMatchObject({ status: 'paid' });
}

/** The card is charged, and nobody tells the shop. Answers the provider's id of the payment. */
async function payUntold(shop: TestShop): Promise<string> {
  const secret = await start(shop);
  expect((await confirmCard(shop, secret)).status).toBe(200);
  return parsePaymentId(secret);
}

/** An order that was paid in account A. */
function givenPaid(card: CardFields = CARDS.good): Promise<Order> {
  return givenPaidOrder(shopA, buyer, part, 1, card);
}

function settle(shop: TestShop, transactionId: string) {
  const settlement = { orderId: order._id, transactionId };
  return personAt(shop, buyer).ask('PATCH', `/api/my_order/${order._id}`, settlement);
}

function cancel(shop: TestShop, { _id } = order) {
  return personAt(shop, buyer).ask('DELETE', `/api/manage_order/${_id}`);
}

function findRefund(shop: TestShop, { _id }: Order, headers: Record<string, string> = {}) {
  const wish = { orderId: _id, reason: 'It came back.' };
  return personAt(shop, admin).ask('POST', '/api/refunds', wish, headers);
}

async function read({ _id } = order): Promise<Order> {
  return (await buyer.ask('GET', `/api/my_order/${_id}`)).body;
}

async function listed(id: string) {
  return (await admin.ask('GET', '/api/refunds')).body.find(({ _id }) => _id === id);
}

/** The second time finds everything done. */
async function sweepTwice(shop: TestShop): Promise<void> {
  for (const minutes of [2, 3]) await reconcilePayments(shop.dependencies, { at: inMinutes(minutes) });
}

async function audited({ dependencies }: TestShop): Promise<Audit> {
  const answer = await auditShop(dependencies);
  if (isRefused(answer)) throw new Error(explainRefusal(answer));
  return answer;
}

function payments({ _id } = order) {
  return shopA.db.selectFrom('payments').selectAll().where('order_id', '=', _id).orderBy('id').execute();
}

async function statuses(of = order) {
  return (await payments(of)).map(({ status }) => status);
}

async function accounts() {
  return (await payments()).map(({ provider_account }) => provider_account);
}

/** As the release before wrote it. */
async function forgetMerchant(): Promise<void> {
  const forgotten = { provider_account: null, provider_is_live: null };
  await changeRows(shopA, 'payments', { order_id: order._id }, forgotten);
}

function inMinutes(minutes: number): Date {
  return new Date(started + minutes * 60_000);
}
