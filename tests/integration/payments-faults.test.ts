/** The way to the card provider breaks at every moment: nothing is lost, nobody is charged twice, and trying again works. */
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { CARDS, confirmInBrowser, startSandbox } from '#sandbox/testing/sandbox.ts';
import { startBusyProvider } from '../support/busy-provider.ts';
import { type ApiResponse, givenOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { freePort } from '../support/ports.ts';
import { listProviderCharges, listProviderPayments } from '../support/provider.ts';
import { givenShop } from '../support/shop.ts';
import { cuts, startTcpProxy } from '../support/tcp-proxy.ts';

const sandboxPort = { SANDBOX_PORT: String(await freePort()) }; // to be found again at the same one
let sandbox = await startSandbox({ environment: sandboxPort });
const wire = await startTcpProxy(sandbox.port);
const shop = givenShop({ stripeUrl: wire.url });
const busy = await startBusyProvider(sandbox.origin);
const busyShop = givenShop({ stripeUrl: busy.url });

afterAll(async () => {
  await Promise.all([wire.close(), busy.close()]);
  await sandbox.remove();
});
afterEach(() => wire.heal());

const create = /^POST \/v1\/payment_intents /;
const retrieve = /^GET \/v1\/payment_intents\//;
const cancel = /^POST \/v1\/payment_intents\/\w+\/cancel /;

let buyer: Person;
let part: string;
let order: Order;

beforeEach(async () => {
  buyer = await givenPerson(shop);
  part = await givenPart(shop, { stock: 10 });
  order = await givenOrder(shop, buyer, part, 2);
});

describe.each(cuts)('when the connection breaks %s', (how) => {
  test('once, buyers notice nothing or a sentence, and the order is paid once', async () => {
    const before = wire.cutCount();
    wire.cut(how, 1, create);
    await untilDone(startPayment);
    await confirm();
    wire.cut(how, 1, retrieve);
    await untilDone(settle);
    expect(wire.cutCount() - before).toBe(2);
    await expectPaidOnce();
  });

  test('whenever a payment is created, the order can be paid once the wire holds', async () => {
    wire.cut(how, Number.POSITIVE_INFINITY, create);
    const broken = await startPayment();
    expectDoneOrUnavailable(broken);
    expect(await readState()).toBe('unpaid');
    wire.heal();
    const started = await startPayment();
    expect(started.status).toBe(200);
    if (broken.status === 200) expect(started.body).toEqual(broken.body);
    expect(await listProviderPayments(sandbox.stripe, order._id)).toHaveLength(1);
    await confirm();
    expect((await settle()).body.status).toBe('paid');
    await expectPaidOnce();
  });

  test('whenever a payment is looked up, a card that was charged makes the order paid once the wire holds', async () => {
    await startPayment();
    await confirm();
    wire.cut(how, Number.POSITIVE_INFINITY, retrieve);
    expectDoneOrUnavailable(await settle());
    wire.heal();
    expect((await settle()).body.status).toBe('paid');
    await expectPaidOnce();
  });

  test('whenever a payment is cancelled, the order is either still there or cancelled with its payment', async () => {
    await startPayment();
    wire.cut(how, Number.POSITIVE_INFINITY, cancel);
    const broken = await cancelOrder();
    expectDoneOrUnavailable(broken);
    expect(await readState()).toBe(broken.status === 200 ? 'cancelled' : 'unpaid');
    expect(await sumUnits(shop.db, part)).toEqual(
      broken.status === 200 ? { stock: 10, held: 0 } : { stock: 8, held: 2 },
    );
    wire.heal();
    expect((await cancelOrder()).status).toBe(broken.status === 200 ? 409 : 200);
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await listProviderPayments(sandbox.stripe, order._id)).toMatchObject([{ status: 'canceled' }]);
    expect(await listProviderCharges(sandbox.stripe, order._id)).toEqual([]);
  });

  test('while a charged order is cancelled, it ends paid, not cancelled', async () => {
    await startPayment();
    await confirm();
    wire.cut(how);
    const broken = await cancelOrder();
    expect([409, 503]).toContain(broken.status);
    wire.heal();
    expect(await cancelOrder()).toMatchObject({ status: 409, body: { state: 'paid' } });
    await expectPaidOnce();
  });

  test('while a payment that may have been created is cancelled, nothing is left to be charged', async () => {
    wire.cut(how, Number.POSITIVE_INFINITY, create);
    await startPayment();
    expectDoneOrUnavailable(await cancelOrder());
    wire.heal();
    expect([200, 409]).toContain((await cancelOrder()).status);
    expect(await readState()).toBe('cancelled');
    const payments = await listProviderPayments(sandbox.stripe, order._id);
    expect(payments.filter(({ status }) => status !== 'canceled')).toEqual([]);
  });

  test('after a try, the same payment is taken up again, however many tabs try', async () => {
    wire.cut(how, 3, create);
    await Promise.all([startPayment(), startPayment(), startPayment()]);
    wire.heal();
    const secrets = await Promise.all([startPayment(), startPayment()]);
    expect(secrets[0]?.body).toEqual(secrets[1]?.body);
    expect(await listProviderPayments(sandbox.stripe, order._id)).toHaveLength(1);
  });
});

describe('while the card provider is down', () => {
  test('everything but paying goes on, each try to pay is answered with a sentence, and afterwards paying works', async () => {
    const other = await givenOrder(shop, buyer, part, 3);
    await startPayment();
    await sandbox.kill();

    const placed = await givenOrder(shop, buyer, part);
    expect((await buyer.ask('DELETE', `/api/manage_order/${placed._id}`)).status).toBe(200);
    const start = { orderId: other._id };
    const answers: ApiResponse[] = await Promise.all([
      startPayment(),
      buyer.ask('POST', '/api/create-payment-intent', start, { 'idempotency-key': 'while-down' }),
      settle(),
      cancelOrder(),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    const detail = expect.stringMatching(/card provider cannot be reached .*try again/);
    for (const { body } of answers) expect(body).toMatchObject({ detail });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 5, held: 5 });

    sandbox = await startSandbox({
      folder: sandbox.folder,
      environment: sandboxPort,
    });
    const retried = await buyer.ask('POST', '/api/create-payment-intent', start, {
      'idempotency-key': 'while-down',
    });
    expect(retried.status).toBe(200);
    await startPayment();
    await confirm();
    expect((await settle()).body.status).toBe('paid');
    await expectPaidOnce();
    expect((await buyer.ask('DELETE', `/api/manage_order/${other._id}`)).status).toBe(200);
    expect(await listProviderPayments(sandbox.stripe, other._id)).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('while the provider is still charging a card', () => {
  test('the order cannot be cancelled, and is paid once the charge has succeeded', async () => {
    const buyer = await givenPerson(busyShop);
    const part = await givenPart(busyShop, { stock: 5 });
    const order = await givenOrder(busyShop, buyer, part);
    await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
    busy.isCharging = true;
    const refused = await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
    expect(refused).toMatchObject({
      status: 409,
      body: {
        refused: 'payment-in-progress',
        detail: expect.stringMatching(/is being charged at this moment.*again in a minute\.$/),
      },
    });
    expect((await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status).toBe('unpaid');
    expect(await sumUnits(busyShop.db, part)).toEqual({ stock: 4, held: 1 });

    const [payment] = await listProviderPayments(sandbox.stripe, order._id);
    if (payment) await confirmInBrowser(sandbox, payment, CARDS.good);
    busy.isCharging = false;
    expect(await buyer.ask('DELETE', `/api/manage_order/${order._id}`)).toMatchObject({
      status: 409,
      body: { state: 'paid' },
    });
    expect(await listProviderCharges(sandbox.stripe, order._id)).toHaveLength(1);
  });
});

async function startPayment() {
  return await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
}

/** The buyer's browser talks to the provider over a wire of its own; what the provider has is what it confirms. */
async function confirm(): Promise<void> {
  const [payment] = await listProviderPayments(sandbox.stripe, order._id);
  if (!payment) throw new Error('There is no payment to confirm.');
  expect((await confirmInBrowser(sandbox, payment, CARDS.good)).body.status).toBe('succeeded');
}

async function settle() {
  const [payment] = await paymentsOfShop();
  const transactionId = payment?.provider_id ?? 'pi_unknown';
  return await buyer.ask('PATCH', `/api/my_order/${order._id}`, { orderId: order._id, transactionId });
}

async function cancelOrder() {
  return await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
}

/** What a buyer does who is told to try again. */
async function untilDone(step: () => Promise<ApiResponse>): Promise<void> {
  const first = await step();
  expectDoneOrUnavailable(first);
  if (first.status === 503) expect((await step()).status).toBe(200);
}

function expectDoneOrUnavailable(answer: ApiResponse): void {
  if (answer.status === 200) return;
  expect(answer).toMatchObject({
    status: 503,
    body: { refused: 'payment-provider-unavailable', detail: expect.stringMatching(/please try again\.$/i) },
  });
}

async function expectPaidOnce(): Promise<void> {
  expect(await readState()).toBe('paid');
  expect(await listProviderCharges(sandbox.stripe, order._id)).toEqual([Math.round(order.total * 100)]);
  const succeeded = (await paymentsOfShop()).filter(({ status }) => status === 'succeeded');
  expect(succeeded).toHaveLength(1);
  expect(await findTransitionFaults(shop.db)).toEqual([]);
}

function paymentsOfShop() {
  return shop.db.selectFrom('payments').selectAll().where('order_id', '=', order._id).execute();
}

async function readState(): Promise<string> {
  return (await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status;
}
