/** Money goes back: whole or in part, never more than was paid, by itself when an order cannot take it, and also when its way fails. */
import { randomUUIDv7 } from 'node:crypto';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { settleRefund } from '#payments/use-cases/settle-refund.ts';
import { CARDS, type CardFields, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { changeDeliveries, sendEvent, waitingDeliveries } from '#sandbox/testing/webhooks.ts';
import {
  confirmCard,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPurchase,
  insertRows,
  payOrder,
  type ResponseTo,
  readRow,
  readRows,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { findMailsAbout, mailAlertsAbout, readHistory, readKinds, readOrder } from '../support/orders.ts';
import { chargeUnheard, listProviderRefunds, readProviderRefundStatus } from '../support/provider.ts';
import { untilJobsAreDone } from '../support/shop.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const notified = await givenNotifiedShop();
const { sandbox, shop } = notified;
const { buyer, admin } = await givenBuyerAndAdmin(shop);

const part = await givenPart(shop, { stock: 1_000, price: 1_000, name: 'Testco Board' });

test('the whole of a paid order goes back, the order is refunded, its units are in the stock again, and the buyer is told', async () => {
  const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Drive' });
  const order = await givenPaidOrder(shop, buyer, part, 3);
  const wish = { reason: 'It came broken.', returnedUnits: 3 };
  const answer = await refund(order, wish);
  const body = { orderId: order._id, amount: 30, ...wish, status: 'succeeded' };
  expect(answer).toMatchObject({ status: 201, body });
  expect(answer.body.insertedId).toBe(answer.body._id);
  expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 30, paid: false });
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
  expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([3_000]);
  const mail = await untilMailed(order, 'Your refund for Testco Drive');
  expect(mail?.text).toContain('we have refunded your order.');
  expect(mail?.text).toContain('Refunded: $30.00');
  expect(mail?.text).toContain('Reason: It came broken.');
});

test('a part of a paid order goes back and the order goes on, until all of it has gone back', async () => {
  const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Module' });
  const order = await givenPaidOrder(shop, buyer, part, 4);
  await refund(order, { amount: 10.5, reason: 'One had a scratch.', returnedUnits: 1 });
  expect(await read(order)).toMatchObject({ status: 'paid', refunded: 10.5, paid: true });
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 7, held: 4 });
  expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 29.5, units: 3 } });
  const subject = 'Your refund for Testco Module';
  for (const [wish, refused, path] of [
    [{ amount: 29.51 }, 'refund-too-large', 'amount'],
    [{ returnedUnits: 4 }, 'too-many-units', 'returnedUnits'],
  ] as const)
    expect(await refund(order, { reason: 'Too much.', ...wish })).toMatchObject(
      refusal(409, refused, { errors: [{ path }] }),
    );
  expect((await untilMailed(order, subject))?.text).toContain('a part of your order');

  const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
  expect(shipped.status).toBe(200);
  await refund(order, { reason: 'The others too.', returnedUnits: 3 });
  expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 40 });
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
  expect(await refund(order, { reason: 'Again.' })).toMatchObject(refusal(409, 'order-not-refundable'));
  expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([2_950, 1_050]);
  await untilMailed(order, subject, 2);
});

test.each([
  ['unpaid', async (): Promise<unknown> => undefined],
  ['cancelled', (order: Order): Promise<unknown> => buyer.ask('DELETE', `/api/manage_order/${order._id}`)],
] as const)('of an order that is %s there is nothing to refund', async (state, bring) => {
  const order = await givenOrder(shop, buyer, part);
  await bring(order);
  expect(await refund(order, { reason: 'No.' })).toMatchObject(
    refusal(409, 'order-not-refundable', { state }),
  );
  expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 0, units: 0 } });
});

test('an order that does not exist cannot be refunded', async () => {
  const answer = await refund({ _id: '01a1fd60-7a62-7151-bd49-87d46caafe76' }, { reason: 'No.' });
  expect(answer).toMatchObject({ status: 404, body: { refused: 'order-not-found' } });
});

test('one Idempotency-Key makes one refund, however often it is sent at the same moment', async () => {
  const order = await givenPaidOrder(shop, buyer, part, 4);
  const send = (amount: number) =>
    refund(order, { amount, reason: 'Once.' }, { 'idempotency-key': 'one-key' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(10)));
  expect(new Set(answers.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
  expect(await listProviderRefunds(sandbox.stripe, order.transactionId)).toEqual([1_000]);
  expect(await send(11)).toMatchObject({ status: 422, body: { refused: 'idempotency-key-reused' } });
});

test('of several requests at the same moment for all of an order one is a refund, and the provider hears of no other', async () => {
  const order = await givenPaidOrder(shop, buyer, part);
  const answers = await Promise.all(Array.from({ length: 6 }, () => refund(order, { reason: 'All of it.' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const lines = shop.db.selectFrom('refund_lines').select('refund_id').where('order_id', '=', order._id);
  expect(await lines.execute()).toHaveLength(1);
});

describe('a refund that the bank takes its time for', () => {
  test('is pending, keeps the order from being sent, and is done when its event arrives', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000 });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundedLater);
    const answer = await refund(order, { reason: 'Slow bank.', returnedUnits: 2 });
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } });
    expect((await read(order)).parcelUnits).toBe(0);
    const { history } = await readHistory(admin, order);
    expect(['refund-pending', 'refunded']).toContain(history.at(-1)?.kind);
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(409);
    await expect.poll(async () => (await read(order)).status, eventPolling).toBe('refunded');
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await readKinds(admin, order)).toEqual(['placed', 'paid', 'refunded']);
  });

  test('is completed by the reconciliation when no event arrives: units that do not come back are not in stock, nor sent', async () => {
    const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Board' });
    const order = await givenPaidOrder(shop, buyer, part, 1, CARDS.refundedLater);
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    const answer = await refund(order, { reason: 'Slow bank.' });
    await expect
      .poll(() => readProviderRefundStatus(sandbox.stripe, order.transactionId), eventPolling)
      .toBe('succeeded');
    expect(await read(order)).toMatchObject({ status: 'paid', parcelUnits: 0 });
    await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    expect((await admin.ask('GET', '/api/refunds?limit=1')).body[0]).toMatchObject({
      _id: answer.body._id,
      status: 'succeeded',
      partsName: 'Testco Board',
      email: buyer.email,
    });
    expect((await read(order)).status).toBe('refunded');
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 9, held: 0 });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped).toMatchObject(refusal(409, 'order-not-paid'));
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

describe('a refund that fails afterwards', () => {
  test('is mailed to the buyer once, after the mail about the refund, with what to do', async () => {
    const part = await givenPart(shop, { price: 1_000, name: 'Testco Fan' });
    const order = await givenPaidOrder(shop, buyer, part, 2, CARDS.refundFails);
    await refund(order, { amount: 5, reason: 'A scratch.' });
    const subject = 'Your refund for Testco Fan did not reach you';
    const mail = await untilMailed(order, subject);
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
    await untilMailed(other, subject);
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
    const [reason, failure] = ['The account is closed.', 'The card has expired or was cancelled.'];
    expect(history.slice(-2)).toMatchObject([
      { kind: 'refunded', by: 'administrator', byName: 'Ada Admin', amount: 5, reason },
      { kind: 'refund-sent-back', by: 'provider', amount: 5, reason: failure },
    ]);
    expect(refundable).toEqual({ amount: 20, units: 2, refusal: null });
    const { body } = await admin.ask('GET', '/api/refunds?status=failed');
    expect(body[0]).toMatchObject({ orderId: order._id, status: 'failed', failure: expect.any(String) });
    expect((await admin.ask('GET', '/api/overview')).body.failedRefunds).toBe(before + 1);
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
  });

  describe('is one to repeat', () => {
    const countToRepeat = async () => (await admin.ask('GET', '/api/overview')).body.failedRefunds;
    const failure = { status: 'failed', failure: 'The account is closed.' } as const;
    const fail = ({ body: { _id: refundId } }: Awaited<ReturnType<typeof refund>>) =>
      settleRefund(shop.dependencies, { refundId, ...failure, at: new Date() });

    test('until as much has gone back after it failed', async () => {
      const before = await countToRepeat();
      const order = await givenPaidOrder(shop, buyer, part, 2);
      const failing = await refund(order, { amount: 5, reason: 'A scratch.' });
      await refund(order, { amount: 1, reason: 'It was late.' });
      await fail(failing);
      expect(await countToRepeat()).toBe(before + 1);
      await refund(order, { amount: 2, reason: 'The manual was missing.' });
      expect(await countToRepeat()).toBe(before + 1);
      await refund(order, { amount: 3, reason: 'The rest of what was not received.' });
      expect(await countToRepeat()).toBe(before);
    });

    test('beside another one, until both have gone back', async () => {
      const before = await countToRepeat();
      const order = await givenPaidOrder(shop, buyer, part, 2);
      const first = await refund(order, { amount: 5, reason: 'A scratch.' });
      const second = await refund(order, { amount: 5, reason: 'Another scratch.' });
      await fail(first);
      await fail(second);
      expect(await countToRepeat()).toBe(before + 2);
      await refund(order, { amount: 5, reason: 'For the first.' });
      expect(await countToRepeat()).toBe(before + 1);
      await refund(order, { amount: 5, reason: 'For the second.' });
      expect(await countToRepeat()).toBe(before);
    });

    test('once, when it is returned again and again', async () => {
      const before = await countToRepeat();
      const order = await givenPaidOrder(shop, buyer, part, 2);
      for (const reason of ['A scratch.', 'Once more.', 'And once more.']) {
        await fail(await refund(order, { amount: 5, reason }));
        expect(await countToRepeat()).toBe(before + 1);
      }
      await refund(order, { amount: 5, reason: 'At last.' });
      expect(await countToRepeat()).toBe(before);
    });

    test('in place of the one that it repeats, which the provider had refused', async () => {
      const before = await countToRepeat();
      const order = await givenPaidOrder(shop, buyer, part, 2);
      const { id: payment_id } = await readRow(shop, 'payments', { order_id: order._id });
      const [refund_id, at, amount_cents] = [randomUUIDv7(), new Date(), 500];
      const refused = { ...failure, created_at: at, failed_at: at, updated_at: at };
      const made = { id: refund_id, payment_id, amount_cents, reason: 'A scratch.', ...refused };
      await insertRows(shop, 'refunds', made);
      const line = { refund_id, order_id: order._id, amount_cents, returned_units: 0 };
      await insertRows(shop, 'refund_lines', line);
      await fail(await refund(order, { amount: 5, reason: 'Once more.' }));
      expect(await countToRepeat()).toBe(before + 1);
    });
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

  test('is alerted for each order of a payment, and again when it has been repeated', async () => {
    const { orders } = await givenPurchase(buyer, [part, await givenPart(shop, { price: 1_000 })]);
    const [first, second] = orders as [Order, Order];
    await payOrder(shop, buyer, first._id, { card: CARDS.refundFails, price: 20 });
    for (const order of [first, second, first]) {
      const { body: made } = await refund(order, { reason: 'The account is closed.' });
      await expect
        .poll(async () => (await readRow(shop, 'refunds', { id: made._id })).status, eventPolling)
        .toBe('failed');
      expect(await readRows(shop, 'alerts', { subject_id: made._id })).toHaveLength(1);
    }
  });
});

describe('a refund that somebody makes at the provider', () => {
  test('counts when it is heard of before the payment', async () => {
    const order = await givenOrder(shop, buyer, part, 2);
    const payment = await payUnheard(order);
    await refundUnheard(payment, 700);
    await expect.poll(() => read(order), eventPolling).toMatchObject({ status: 'paid', refunded: 7 });
    const entry = { kind: 'refunded', by: 'provider', amount: 7, reason: 'Refunded at the card provider.' };
    expect((await readHistory(admin, order)).history).toContainEqual(expect.objectContaining(entry));
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    await expect.poll(() => waitingDeliveries(sandbox.stripe, notified.endpoint), eventPolling).toBe(0);
    await untilJobsAreDone(shop.db, 'handle-event');
    expect(await read(order)).toMatchObject({ status: 'paid', refunded: 7 });
    expect((await findDifferences(shop)).filter((each) => each.includes(order._id))).toEqual([]);
  });

  test('counts when it is heard of before a payment that the shop does not know', async () => {
    const order = await givenOrder(shop, buyer, part, 2);
    await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
    await refundUnheard(await payAtProvider(order), 2_000);
    await expect.poll(() => read(order), eventPolling).toMatchObject({ status: 'refunded', refunded: 20 });
    await changeDeliveries(sandbox.stripe, notified.endpoint);
    await expect.poll(() => waitingDeliveries(sandbox.stripe, notified.endpoint), eventPolling).toBe(0);
    await untilJobsAreDone(shop.db, 'handle-event');
    expect(await read(order)).toMatchObject({ status: 'refunded', refunded: 20 });
    expect((await findDifferences(shop)).filter((each) => each.includes(order._id))).toEqual([]);
  });

  test('of a part of late money is recorded after the rest has gone back, whatever the order cost', async () => {
    const parts = [part, await givenPart(shop, { price: 2_000 })];
    const { orders, expiresAt } = await givenPurchase(buyer, parts);
    const [first] = orders as [Order];
    await expireOrders(shop.dependencies, { at: new Date(Date.parse(expiresAt ?? '')) });
    await payLateAndRefund(first, [3_000, 2_000]);
    const made = { reason: 'Refunded at the card provider.', status: 'succeeded', amount: 20 };
    await expect
      .poll(async () => (await admin.ask('GET', '/api/refunds?limit=1')).body[0], eventPolling)
      .toMatchObject(made);
    expect((await findDifferences(shop)).filter((each) => each.includes(first.purchaseId))).toEqual([]);
  });

  test('of a part of late money for one order makes it refunded once all has gone back', async () => {
    const order = await givenGivenUp('expired');
    await payLateAndRefund(order, [1_000, 400]);
    await expect.poll(() => read(order), eventPolling).toMatchObject({ status: 'refunded', refunded: 10 });
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
    expect(answer).toMatchObject(
      refusal(409, 'refund-failed', { reason: expect.stringContaining('has already been refunded') }),
    );
    expect(await readKinds(admin, order)).toEqual(['placed', 'paid', 'refund-failed']);

    // pressed again, it is told and waits once
    expect(await refund(order, { reason: 'Really?' })).toMatchObject(refusal(409, 'refund-failed'));
    const failed = (await admin.ask('GET', '/api/refunds?status=failed')).body.map(({ _id }) => _id);
    const [again = '', first = ''] = failed;
    expect(await readRows(shop, 'alerts', { subject_id: first })).toHaveLength(1);
    expect(await readRows(shop, 'alerts', { subject_id: again })).toEqual([]);
    const toRepeat = (await admin.ask('GET', '/api/refunds?status=to-repeat')).body;
    expect(toRepeat.map(({ _id }) => _id).filter((id) => [again, first].includes(id))).toEqual([again]);

    // another amount is another refund
    expect(await refund(order, { amount: 3, reason: 'Some?' })).toMatchObject(refusal(409, 'refund-failed'));
    const [newest] = (await admin.ask('GET', '/api/refunds?limit=1')).body;
    const other = newest?._id ?? '';
    expect(await readRows(shop, 'alerts', { subject_id: other })).toHaveLength(1);
    const waiting = (await admin.ask('GET', '/api/refunds?status=to-repeat&limit=2')).body;
    expect(waiting.map(({ _id }) => _id)).toEqual([other, again]);
    await changeDeliveries(sandbox.stripe, notified.endpoint);
  });
});

test.each(['cancelled', 'expired'] as const)(
  'late money for an order that was %s goes back, the order is refunded, its units stay where they are, and the buyer is told',
  async (state) => {
    const part = await givenPart(shop, { stock: 10, price: 1_000, name: 'Testco Board' });
    const order = await givenGivenUp(state, part);
    const payment = await payAtProvider(order);
    await expect
      .poll(() => read(order), eventPolling)
      .toMatchObject({ status: 'refunded', refunded: 10, paid: false, transactionId: payment });
    expect(await sumUnits(shop.db, part)).toEqual({ stock: 10, held: 0 });
    expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([1_000]);
    // the test's clock was a day ahead when it expired
    expect((await readKinds(buyer, order)).toSorted()).toEqual(
      ['late-payment', 'placed', 'refunded', state].toSorted(),
    );
    await expect
      .poll(() => findMailsAbout(shop, order).map(({ subject }) => subject), eventPolling)
      .toContain('Your payment for Testco Board goes back to you');
    expect(findMailsAbout(shop, order).map(({ subject }) => subject)).not.toContain(
      'Your refund for Testco Board',
    );
  },
);

test('late money whose way back fails is shown to administrators, who can send it again', async () => {
  const order = await givenGivenUp('cancelled');
  const payment = await payAtProvider(order, CARDS.refundFails);
  await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('refund-sent-back');
  const { body: failed } = await admin.ask('GET', '/api/refunds?status=failed&limit=1');
  expect(failed).toMatchObject([{ orderId: order._id, amount: 10 }]);
  const { body } = await admin.ask('GET', `/api/my_order/${order._id}/history`);
  expect(body.refundable).toEqual({ amount: 10, units: 0, refusal: null });
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

test('late money of several orders whose way back fails can be sent again, to each of them', async () => {
  const parts = [part, await givenPart(shop, { price: 1_000 })];
  const { orders, expiresAt } = await givenPurchase(buyer, parts);
  const [first, second] = orders as [Order, Order];
  await expireOrders(shop.dependencies, { at: new Date(Date.parse(expiresAt ?? '')) });
  await chargeUnheard(sandbox, { orderId: first._id, amount: 2_000, card: CARDS.refundFails });
  for (const order of [first, second])
    await expect.poll(() => readKinds(buyer, order), eventPolling).toContain('refund-sent-back');
  expect((await refund(first, { amount: 12, reason: 'Again.' })).status).toBe(201);
  const [again] = (await admin.ask('GET', '/api/refunds?limit=1')).body;
  expect(again?.orders).toMatchObject([
    { orderId: first._id, amount: 10 },
    { orderId: second._id, amount: 2 },
  ]);
});

test('money of a second payment for an order that is paid goes back, and the order stays paid', async () => {
  const order = await givenPaidOrder(shop, buyer, part);
  const second = await payAtProvider(order);
  await expect.poll(() => listProviderRefunds(sandbox.stripe, second), eventPolling).toEqual([1_000]);
  await expect
    .poll(() => readKinds(buyer, order), eventPolling)
    .toEqual(['placed', 'paid', 'late-payment', 'refunded']);
  expect(await read(order)).toMatchObject({
    status: 'paid',
    refunded: 0,
    transactionId: order.transactionId,
  });
});

test('money of a payment that the shop does not know makes an unpaid order paid, and its open payment is closed', async () => {
  const order = await givenOrder(shop, buyer, part);
  const { body: open } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const forgotten = await payAtProvider(order);
  await expect
    .poll(() => read(order), eventPolling)
    .toMatchObject({ status: 'paid', transactionId: forgotten });
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
  expect((await confirmCard(shop, open)).status).toBe(400);
});

test('money of an amount that was changed at the provider goes back; the order can still be paid, and all of that refunded', async () => {
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
  await refund(order, { amount: 3, reason: 'A scratch.' });
  expect(await read(order)).toMatchObject({ status: 'paid', refunded: 3 });
  expect(await readHistory(admin, order)).toMatchObject({ refundable: { amount: 7 } });
});

test('after all of this, orders have moved forwards only, and the audit finds no difference but the money that is still here', async () => {
  expect(await findTransitionFaults(shop.db)).toEqual([]);
  const isMadeUp = /of \$5\.00 is failed here, but of \$5\.00 and succeeded at the provider\.$/;
  for (const each of (await findDifferences(shop)).filter((difference) => !isMadeUp.test(difference)))
    expect(each).toMatch(/it is refunded, but \$10\.00 of it did not go back\.$/);
});

type Wish = { amount?: number; reason: string; returnedUnits?: number };

function refund(
  { _id }: Pick<Order, '_id'>,
  wish: Wish,
  headers: Record<string, string> = {},
): Promise<ResponseTo<'POST', '/api/refunds'>> {
  return admin.ask('POST', '/api/refunds', { orderId: _id, ...wish }, headers);
}

function read(order: Order): Promise<Order> {
  return readOrder(buyer, order);
}

/** The first of so many mails about the order with this subject. */
async function untilMailed(order: Order, subject: string, times = 1) {
  await expect.poll(() => findMailsAbout(shop, order, subject), eventPolling).toHaveLength(times);
  return findMailsAbout(shop, order, subject)[0];
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

async function givenGivenUp(state: 'cancelled' | 'expired', of = part): Promise<Order> {
  const order = await givenOrder(shop, buyer, of);
  await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  if (state === 'cancelled') await buyer.ask('DELETE', `/api/manage_order/${order._id}`);
  else await expireOrders(shop.dependencies, { at: new Date(Date.parse(order.expiresAt ?? '') + 1) });
  expect((await read(order)).status).toBe(state);
  return order;
}

/** The shop hears of the payment, gives the rest back, and hears only then of what was refunded. */
async function payLateAndRefund({ _id }: Order, [amount, refunded]: [number, number]): Promise<void> {
  await changeDeliveries(sandbox.stripe, notified.endpoint, { hold: true });
  const payment = await chargeUnheard(sandbox, { orderId: _id, amount });
  await sandbox.stripe.refunds.create({ payment_intent: payment, amount: refunded });
  const { data } = await sandbox.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 });
  await sendEvent(sandbox.stripe, notified.endpoint, data[0]?.id ?? '');
  await expect
    .poll(() => listProviderRefunds(sandbox.stripe, payment), eventPolling)
    .toEqual([amount - refunded, refunded]);
  await untilJobsAreDone(shop.db, 'handle-event', 'finish-refund');
  await changeDeliveries(sandbox.stripe, notified.endpoint);
}

function payAtProvider({ _id, total }: Order, card?: CardFields): Promise<string> {
  return chargeUnheard(sandbox, { orderId: _id, amount: Math.round(total * 100), card });
}
