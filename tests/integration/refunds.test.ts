/** Money goes back: whole or in part, never more than was paid, and the order says so. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { sweep } from '#shop/sweep.ts';
import {
  type AnswerTo,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  type Person,
} from '../support/given.ts';
import { differencesOf, faultsInMoves, unitsOf } from '../support/invariants.ts';
import { CARDS, startSandbox } from '../support/sandbox.ts';
import { givenShop, testWebhookSecrets } from '../support/shop.ts';

const sandbox = await startSandbox({
  environment: { SANDBOX_OUTCOME_PAUSE: '300', SANDBOX_WEBHOOK_SECRET: testWebhookSecrets[0] },
});
const shop = givenShop({ stripeUrl: sandbox.origin, works: true });
/** A second process's worth, on the same database. */
const secondShop = givenShop({ stripeUrl: sandbox.origin, beside: shop });

/** How long the provider and the jobs may take on a loaded machine. */
const soon = { timeout: 50_000, interval: 100 };

let buyer: Person;
let admin: Person;
let part: string;

beforeAll(async () => {
  buyer = await givenPerson(shop, { name: 'Mara' });
  admin = await givenPerson(shop, { role: 'admin', name: 'Ada Admin' });
  part = await givenPart(shop, { stock: 1_000, price: 1_000, name: 'Testco Board' });
  const enabled_events = ['*'] as ['*'];
  await sandbox.stripe.webhookEndpoints.create({ url: `${shop.url}/api/webhooks/stripe`, enabled_events });
});
afterAll(() => sandbox.remove());

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
    expect(await unitsOf(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await refundedAtProvider(order)).toEqual([3_000]);
    await expect.poll(() => mailsAbout(order, 'Your refund for Testco Drive'), soon).toHaveLength(1);
    const [mail] = mailsAbout(order, 'Your refund for Testco Drive');
    expect(mail?.text).toContain('we have refunded your order.');
    expect(mail?.text).toContain('Refunded: $30.00');
    expect(mail?.text).toContain('Reason: It came broken.');
  });

  test('leaves the stock as it is when its units do not come back', async () => {
    const part = await givenPart(shop, { stock: 10 });
    const order = await givenPaidOrder(shop, buyer, part, 3);
    await refund(order, { reason: 'Lost on the way.' });
    expect((await read(order)).status).toBe('refunded');
    expect(await unitsOf(shop.db, part)).toEqual({ stock: 7, held: 0 });
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
    expect(await unitsOf(shop.db, part)).toEqual({ stock: 7, held: 4 });
    expect(await historyOf(order)).toMatchObject({ refundable: { amount: 29.5, units: 3 } });
    await expect.poll(() => mailsAbout(order, 'Your refund for Testco Module'), soon).toHaveLength(1);
    expect(mailsAbout(order, 'Your refund for Testco Module')[0]?.text).toContain('a part of your order');

    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
    await refund(order, { reason: 'The others too.', returnedUnits: 3 });
    expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 40 });
    expect(await unitsOf(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await refundedAtProvider(order)).toEqual([2_950, 1_050]);
    await expect.poll(() => mailsAbout(order, 'Your refund for Testco Module'), soon).toHaveLength(2);
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
    expect(await refundedAtProvider(order)).toEqual([]);
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
  expect(await historyOf(order)).toMatchObject({ refundable: { amount: 0, units: 0 } });
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
    expect(await refundedAtProvider(order)).toEqual([1_000]);
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
    expect(await refundedAtProvider(order)).toEqual([1_500, 1_500]);
    expect(await read(order)).toMatchObject({ status: 'paid', refunded: 30 });
    expect((await unitsOf(shop.db, part)).stock).toBe(9);
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
    expect(await faultsInMoves(shop.db)).toEqual([]);
  });
});

describe('a refund that the bank takes its time for', () => {
  test('is pending, keeps the order from being sent, and is done when its event arrives', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundedLater);
    const answer = await refund(order, { reason: 'Slow bank.', returnedUnits: 2 });
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } });
    const { history } = await historyOf(order);
    expect(['refund-pending', 'refunded']).toContain(history.at(-1)?.kind);
    await expect.poll(async () => (await read(order)).status, soon).toBe('refunded');
    expect(await unitsOf(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(kindsOf(await historyOf(order))).toEqual(['placed', 'paid', 'refunded']);
  });

  test('in whole keeps the order from being sent meanwhile', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundedLater);
    await refund(order, { reason: 'Slow bank.' });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(409);
    await expect.poll(async () => (await read(order)).status, soon).toBe('refunded');
  });

  test('is done by the sweep when no event arrives', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundedLater);
    await tellOfEvents(false);
    const answer = await refund(order, { reason: 'Slow bank.' });
    await expect.poll(() => statusAtProvider(order), soon).toBe('succeeded');
    expect((await read(order)).status).toBe('paid');
    await sweep(shop.db, shop.tools, { at: new Date(Date.now() + 60_000) });
    await tellOfEvents(true);
    expect((await admin.ask('GET', '/api/refunds?limit=1')).body[0]).toMatchObject({
      _id: answer.body._id,
      status: 'succeeded',
      partsName: 'Testco Board',
      email: buyer.email,
    });
    expect((await read(order)).status).toBe('refunded');
  });
});

describe('a refund that fails afterwards', () => {
  test('is shown as failed, its money can go back in another way, and administrators see it', async () => {
    const before = (await admin.ask('GET', '/api/overview')).body.failedRefunds;
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundFails);
    await refund(order, { amount: 5, reason: 'The account is closed.' });
    await expect.poll(async () => (await read(order)).refunded, soon).toBe(0);

    expect((await read(order)).status).toBe('paid');
    const { history, refundable } = await historyOf(order);
    expect(history.slice(-2)).toMatchObject([
      {
        kind: 'refunded',
        by: 'administrator',
        byName: 'Ada Admin',
        amount: 5,
        reason: 'The account is closed.',
      },
      { kind: 'refund-failed', by: 'provider', amount: 5 },
    ]);
    expect(refundable).toEqual({ amount: 20, units: 2 });
    const { body } = await admin.ask('GET', '/api/refunds?status=failed');
    expect(body[0]).toMatchObject({ orderId: order._id, status: 'failed', failure: expect.any(String) });
    expect((await admin.ask('GET', '/api/overview')).body.failedRefunds).toBe(before + 1);
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
  });

  test('leaves an order that was refunded as it is, because an order never moves backwards', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundFails);
    await refund(order, { reason: 'The account is closed.' });
    await expect.poll(async () => (await read(order)).refunded, soon).toBe(0);
    expect((await read(order)).status).toBe('refunded');
    expect(await faultsInMoves(shop.db)).toEqual([]);
    expect(await historyOf(order)).toMatchObject({ refundable: { amount: 10 } });
    const ofThis = (await differencesOf(shop)).filter((difference) => difference.includes(order._id));
    expect(ofThis).toEqual([`Order ${order._id}: it is refunded, but $10.00 of it did not go back.`]);
  });
});

describe('a refund that somebody makes at the provider', () => {
  test('is taken in by its event', async () => {
    const order = await givenPaidOrder(shop, buyer, part, 2);
    await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '', amount: 700 });
    await expect.poll(async () => (await read(order)).refunded, soon).toBe(7);
    expect((await historyOf(order)).history.at(-1)).toMatchObject({
      kind: 'refunded',
      by: 'shop',
      amount: 7,
      reason: 'Refunded at the card provider.',
    });
  });

  test('is the provider’s reason when there is nothing left to refund here', async () => {
    const order = await givenPaidOrder(secondShop, buyer, part, 1);
    await tellOfEvents(false);
    await sandbox.stripe.refunds.create({ payment_intent: order.transactionId ?? '' });
    const answer = await refund(order, { reason: 'Twice?' });
    expect(answer).toMatchObject({
      status: 409,
      body: { refused: 'refund-failed', reason: expect.stringContaining('has already been refunded') },
    });
    expect(kindsOf(await historyOf(order))).toEqual(['placed', 'paid', 'refund-failed']);
    await tellOfEvents(true);
  });
});

test('each refund leaves a row about who asked for it', async () => {
  const order = await givenPaidOrder(shop, buyer, part, 2);
  const { body } = await refund(order, { amount: 3, reason: 'Kindness.', returnedUnits: 0 });
  const change = await shop.db
    .selectFrom('admin_changes')
    .select(['admin_id', 'after'])
    .where('subject_id', '=', body._id)
    .executeTakeFirstOrThrow();
  expect(change).toEqual({
    admin_id: admin.id,
    after: { orderId: order._id, amount: 300, reason: 'Kindness.', returnedUnits: 0 },
  });
});

type Wish = { amount?: number; reason: string; returnedUnits?: number };

function refund({ _id }: Pick<Order, '_id'>, wish: Wish): Promise<AnswerTo<'POST', '/api/refunds'>> {
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

async function read({ _id }: Order): Promise<Order> {
  return (await buyer.ask('GET', `/api/my_order/${_id}`)).body;
}

type History = {
  history: { kind: string; byName: string | null }[];
  refundable: { amount: number; units: number };
};

async function historyOf({ _id }: Order): Promise<History> {
  return (await admin.ask('GET', `/api/my_order/${_id}/history`)).body;
}

function kindsOf({ history }: History): string[] {
  return history.map(({ kind }) => kind);
}

function mailsAbout({ _id }: Order, subject: string) {
  return shop.mails.filter((mail) => mail.subject === subject && mail.text.includes(_id));
}

/** Cents, the newest first. */
async function refundedAtProvider(order: Order): Promise<number[]> {
  const payment = (await read(order)).transactionId ?? order.transactionId ?? '';
  if (!payment) return [];
  const { data } = await sandbox.stripe.refunds.list({ payment_intent: payment });
  return data.map(({ amount }) => amount);
}

/** Whether the provider tells the shop what happens from now on. */
async function tellOfEvents(does: boolean): Promise<void> {
  const { data } = await sandbox.stripe.webhookEndpoints.list();
  for (const { id } of data) await sandbox.stripe.webhookEndpoints.update(id, { disabled: !does });
}

async function statusAtProvider({ transactionId }: Order): Promise<string | null | undefined> {
  const { data } = await sandbox.stripe.refunds.list({ payment_intent: transactionId ?? '' });
  return data[0]?.status;
}
