/** Several parts, one purchase, one payment: all lines or none, charged once, and each order can be given up or given back. */
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Purchase } from '#app/contract/purchases.ts';
import type { Order } from '#orders/contract/orders.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { CARDS, type CardFields } from '#sandbox/testing/sandbox.ts';
import {
  changeRows,
  confirmCard,
  countLockWaits,
  givenPart,
  givenPurchase,
  orderBody,
  type PartFields,
  purchaseBody,
  refusal,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { findMailsAbout, readHistory, readKinds, readOrder } from '../support/orders.ts';
import { chargeUnheard, listProviderRefunds } from '../support/provider.ts';
import { listPurchaseCharges, makePurchaseActions } from '../support/purchases.ts';
import { eventPolling, givenNotifiedShop } from '../support/told-shop.ts';

const { sandbox, wire, shop } = await givenNotifiedShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const { start, pay, settle, cancel, read, readStates } = makePurchaseActions(shop, buyer);

describe('placing several parts at once', () => {
  test('makes one order of each part, takes their units, and is mailed once', async () => {
    const [one, two] = await givenParts({ name: 'Testco Board', price: 10_000 }, { name: 'Testco Fan' });
    const lines = purchaseBody([one, two, one], [2, 1, 3]);
    const { status, body } = await buyer.ask('POST', '/api/purchases', lines);
    expect(status).toBe(201);
    expect(body).toMatchObject({ insertedId: body._id, total: 519.99, toPay: 519.99 });
    expect(body.expiresAt).toBe(body.orders[0]?.expiresAt);
    expect(body.orders).toMatchObject([
      { partsId: one, quantity: 5, price: 100, total: 500, status: 'unpaid', purchaseId: body._id },
      { partsId: two, quantity: 1, price: 19.99, status: 'unpaid', purchaseId: body._id },
    ]);
    expect(await sumUnits(shop.db, one)).toEqual({ stock: 45, held: 5 });
    expect((await read(body)).orders).toEqual(body.orders);
    const [first, second] = body.orders as [Order, Order];
    await expect
      .poll(() => mailsAbout(first), eventPolling)
      .toEqual(['Your order of Testco Board and 1 other part']);
    const [mail] = findMailsAbout(shop, second);
    expect(mail?.text).toContain('5 × Testco Board, $100.00 each');
    expect(mail?.text).toContain('1 × Testco Fan, $19.99 each');
    expect(mail?.text).toContain('Total: $519.99');
  });

  test('names each line that cannot be ordered and why, and orders none of the others', async () => {
    const odd = [{ stock: 0 }, { stock: 3 }, { minimumOrder: 5 }, { price: 2_500 }];
    const [fine, soldOut, few, minimum, dearer] = await givenParts({}, ...odd);
    const [offSale, unknown] = [await givenPart(shop), crypto.randomUUID()];
    await admin.ask('DELETE', `/api/manage_products/${offSale}`);
    const body = purchaseBody([fine, soldOut, few, minimum, dearer, offSale, unknown], [1, 1, 2]);
    const answer = await buyer.ask('POST', '/api/purchases', {
      ...body,
      lines: [...body.lines.map((line) => ({ ...line, price: 19.99 })), { partsId: few, quantity: 2 }],
    });
    expect(answer).toMatchObject(
      refusal(409, 'lines-impossible', {
        detail: 'Nothing was ordered: 6 of the parts cannot be ordered like this.',
      }),
    );
    const { lines } = answer.body as unknown as { lines: { partsId: string }[] };
    expect(new Map(lines.map(({ partsId, ...reason }) => [partsId, reason]))).toEqual(
      new Map([
        [soldOut, { refused: 'out-of-stock', available: 0, detail: 'This part is sold out.' }],
        [few, { refused: 'out-of-stock', available: 3, detail: 'Only 3 of this part are left.' }],
        [
          minimum,
          { refused: 'below-minimum-order', minimum: 5, detail: 'The minimum order of this part is 5.' },
        ],
        [dearer, expect.objectContaining({ refused: 'price-changed', price: 25 })],
        [offSale, expect.objectContaining({ refused: 'part-not-for-sale' })],
        [unknown, { refused: 'part-not-found', detail: 'We do not have such a part.' }],
      ]),
    );
    expect(await sumUnits(shop.db, fine)).toEqual({ stock: 50, held: 0 });
    const one = await buyer.ask('POST', '/api/purchases', purchaseBody([soldOut]));
    expect(one.body).toMatchObject({ detail: 'Nothing was ordered. This part is sold out.' });
  });

  test('sums lines that are fine alone and too many together', async () => {
    const [part] = await givenParts({ stock: 3 });
    const answer = await buyer.ask('POST', '/api/purchases', purchaseBody([part, part], [2, 2]));
    expect(answer.body).toMatchObject({ lines: [{ partsId: part, refused: 'out-of-stock', available: 3 }] });
    expect((await buyer.ask('POST', '/api/purchases', purchaseBody([part, part], [2, 1]))).status).toBe(201);
  });

  test.each([
    [{ price_cents: 2_500 }, { refused: 'price-changed', price: 25 }],
    [{ off_sale_at: new Date() }, { refused: 'part-not-for-sale' }],
    [{ minimum_order: 5 }, { refused: 'below-minimum-order', minimum: 5 }],
  ])(
    'sells no part as it was read when it has %o as it is taken, alone or with others',
    async (changes, refusal) => {
      const [changed, other] = await givenParts({}, {});
      const placeMeanwhile = async (path: '/api/order' | '/api/purchases', body: object) => {
        await changeRows(shop, 'parts', { id: changed }, asMade);
        const change = shop.db.transaction().execute(async (transaction) => {
          await transaction.updateTable('parts').set(changes).where('id', '=', changed).execute();
          const answer = buyer.ask('POST', path, body);
          await expect.poll(() => countLockWaits(shop)).toBe(1);
          return { answer };
        });
        return await (await change).answer;
      };
      const price = asMade.price_cents / 100;
      const alone = await placeMeanwhile('/api/order', { ...orderBody(changed), price });
      expect(alone).toMatchObject({ status: 409, body: refusal });
      const { lines, ...rest } = purchaseBody([changed, other]);
      const seen = {
        ...rest,
        lines: lines.map((line) => (line.partsId === changed ? { ...line, price } : line)),
      };
      const together = await placeMeanwhile('/api/purchases', seen);
      expect(together.body).toMatchObject({ refused: 'lines-impossible', lines: [refusal] });
      expect(await sumUnits(shop.db, changed)).toEqual({ stock: 50, held: 0 });
      if (!('price_cents' in changes)) return;
      const atAnyPrice = await placeMeanwhile('/api/order', orderBody(changed));
      expect(atAnyPrice).toMatchObject({ status: 201, body: { price: 25 } });
    },
  );

  test('takes the id of a part in capitals, as the database does', async () => {
    const [one, two] = await givenParts({}, {});
    const { body } = await buyer.ask('POST', '/api/order', orderBody(one.toUpperCase()));
    expect(body).toMatchObject({ partsId: one });
    const lines = purchaseBody([one, one.toUpperCase(), two.toUpperCase()]);
    const purchase = await buyer.ask('POST', '/api/purchases', lines);
    expect(purchase.body.orders).toMatchObject([
      { partsId: one, quantity: 2 },
      { partsId: two, quantity: 1 },
    ]);
  });

  test('takes 50 lines, and what is below the provider’s minimum when the whole is not', async () => {
    const parts = await givenParts(...Array.from({ length: 51 }, () => ({ price: 1 })));
    const many = await buyer.ask('POST', '/api/purchases', purchaseBody(parts));
    expect(many).toMatchObject({ status: 400, body: { errors: [{ path: 'lines' }] } });
    const small = await buyer.ask('POST', '/api/purchases', purchaseBody(parts.slice(0, 49)));
    expect(small).toMatchObject({ status: 409, body: { refused: 'purchase-too-small' } });
    expect(await givenPurchase(buyer, parts.slice(0, 50))).toMatchObject({ toPay: 0.5 });
    const dear = await givenParts({ price: 60_000_000 }, { price: 60_000_000 });
    const large = await buyer.ask('POST', '/api/purchases', purchaseBody(dear));
    expect(large).toMatchObject({ status: 409, body: { refused: 'purchase-too-large' } });
  });
});

describe('paying a purchase', () => {
  test('is one payment of the whole, by whichever order, and makes all its orders paid', async () => {
    const [one, two] = await givenParts({ name: 'Testco Board', price: 10_000 }, { name: 'Testco Fan' });
    const purchase = await givenPurchase(buyer, [one, two], [1, 2]);
    const [first, second] = purchase.orders as [Order, Order];
    const started = await Promise.all([start(first), start(second), start(second, { price: 139.98 })]);
    expect(started.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(started.map(({ body }) => body.clientSecret)).size).toBe(1);
    expect(await start(second, { price: 39.98 })).toMatchObject(
      refusal(409, 'price-changed', { price: 139.98 }),
    );
    const paid = await pay(second);
    expect(paid).toMatchObject({ _id: second._id, status: 'paid' });
    expect(await read(purchase)).toMatchObject({
      toPay: 0,
      expiresAt: null,
      orders: [
        { status: 'paid', transactionId: paid.transactionId },
        { status: 'paid', transactionId: paid.transactionId },
      ],
    });
    expect(await listPurchaseCharges(sandbox.stripe, purchase)).toEqual([13_998]);
    expect(await readKinds(buyer, first)).toEqual(['placed', 'paid']);
    await expect
      .poll(() => mailsAbout(first), eventPolling)
      .toEqual([
        'Your order of Testco Board and 1 other part',
        'Your payment for Testco Board and 1 other part',
      ]);
    expect(await start(first)).toMatchObject({ status: 409, body: { refused: 'order-not-unpaid' } });
  });

  test('after one of its orders was cancelled is a new payment of the rest; the old one charges nobody', async () => {
    const parts = await givenParts({ price: 1_000 }, { price: 2_000 }, { price: 4_000 });
    const purchase = await givenPurchase(buyer, parts);
    const [first, second, third] = purchase.orders as [Order, Order, Order];
    const { body: secret } = await start(third);
    await cancel(first);
    expect((await confirmCard(shop, secret)).status).toBe(400);
    expect(await start(first)).toMatchObject({ status: 409, body: { refused: 'order-not-unpaid' } });
    expect(await read(purchase)).toMatchObject({ total: 70, toPay: 60 });
    expect(await start(second, { price: 70 })).toMatchObject({
      body: { refused: 'price-changed', price: 60 },
    });
    await pay(second);
    expect(await readStates(purchase)).toEqual(['cancelled', 'paid', 'paid']);
    expect(await listPurchaseCharges(sandbox.stripe, purchase)).toEqual([6_000]);
    expect(await sumUnits(shop.db, first.partsId)).toEqual({ stock: 50, held: 0 });
  });

  test('is not lost when a card is charged while an order is cancelled: then nothing is cancelled', async () => {
    const purchase = await givenPurchase(buyer, await givenParts({ price: 1_000 }, { price: 2_000 }));
    const [first, second] = purchase.orders as [Order, Order];
    await confirmCard(shop, (await start(first)).body);
    const answer = await cancel(second);
    expect(answer).toMatchObject({ status: 409, body: { refused: 'order-not-unpaid' } });
    expect(await readStates(purchase)).toEqual(['paid', 'paid']);
  });

  test('leaves everything as it is while the provider does not answer a cancellation', async () => {
    const purchase = await givenPurchase(buyer, await givenParts({ price: 1_000 }, { price: 2_000 }));
    const [first] = purchase.orders as [Order];
    await start(first);
    wire.cut('before the answer', Number.POSITIVE_INFINITY, /cancel/);
    expect(await cancel(first)).toMatchObject({
      status: 503,
      body: { refused: 'payment-provider-unavailable' },
    });
    expect(await readStates(purchase)).toEqual(['unpaid', 'unpaid']);
    wire.heal();
    await cancel(first);
    expect(await readStates(purchase)).toEqual(['cancelled', 'unpaid']);
  });

  test('of a rest below the provider’s minimum is explained, and the rest can be cancelled', async () => {
    const purchase = await givenPurchase(buyer, await givenParts({ price: 1_000 }, { price: 49 }));
    const [first, second] = purchase.orders as [Order, Order];
    await cancel(first);
    expect(await start(second)).toMatchObject(
      refusal(409, 'rest-too-small', { detail: expect.stringContaining('below $0.50') }),
    );
    await cancel(second);
    expect(await readStates(purchase)).toEqual(['cancelled', 'cancelled']);
  });
});

test('a purchase that is not paid in time expires whole, with its payment and one mail', async () => {
  const [one, two] = await givenParts({ name: 'Testco Case' }, { name: 'Testco Fan' });
  const purchase = await givenPurchase(buyer, [one, two], [2, 3]);
  const [first] = purchase.orders as [Order];
  const { body: secret } = await start(first);
  await expire(purchase);
  expect(await readStates(purchase)).toEqual(['expired', 'expired']);
  expect(await sumUnits(shop.db, two)).toEqual({ stock: 50, held: 0 });
  expect((await confirmCard(shop, secret)).status).toBe(400);
  expect(await start(first)).toMatchObject(refusal(409, 'order-not-unpaid'));
  expect(await cancel(first)).toMatchObject(refusal(409, 'order-not-unpaid'));
  await expect
    .poll(() => mailsAbout(first), eventPolling)
    .toEqual([
      'Your order of Testco Case and 1 other part',
      'Your order of Testco Case and 1 other part has expired',
    ]);
});

test('money that comes too late for all of an expired purchase goes back in one refund, and each of its orders is refunded', async () => {
  const parts = await givenParts({ price: 1_000 }, { price: 2_000 }, { price: 500 });
  const purchase = await givenPurchase(buyer, parts);
  const [first, second, third] = purchase.orders as [Order, Order, Order];
  await cancel(first);
  const { body: secret } = await start(second);
  await expire(purchase);
  expect((await confirmCard(shop, secret)).status).toBe(400);
  const payment = await chargeUnheard(sandbox, { orderId: second._id, amount: 2_500 });
  await settle(third, payment);
  await expect.poll(() => readStates(purchase), eventPolling).toEqual(['cancelled', 'refunded', 'refunded']);
  expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([2_500]);
  expect(await readOrder(buyer, third)).toMatchObject({ refunded: 5 });
  expect(await readKinds(buyer, third)).toEqual(
    expect.arrayContaining(['placed', 'expired', 'late-payment', 'refunded']),
  );
  expect(await readKinds(buyer, first)).toEqual(['placed', 'cancelled']);
  // no invoice and no credit note: nothing was sold
  const days = 'from=2020-01-01&to=2099-12-31';
  const { body } = await admin.ask('GET', `/api/accounts?kind=orders&${days}` as '/api/accounts');
  const table: Record<string, string>[] = parse(body as unknown as string, { columns: true, bom: true });
  const rows = table.filter((row) => row.purchase === purchase._id);
  expect(rows.map(({ state, gross }) => [state, gross])).toEqual([
    ['cancelled', '0.00'],
    ['refunded', '0.00'],
    ['refunded', '0.00'],
  ]);
});

describe('of a paid purchase', () => {
  test('one order is refunded, of the one payment, and the others go on', async () => {
    const { purchase, payment } = await givenPaidPurchase([1_000, 2_000], [2, 1]);
    const [first, second] = purchase.orders as [Order, Order];
    const tooMuch = { orderId: first._id, amount: 20.01, reason: 'Too much.' };
    expect(await admin.ask('POST', '/api/refunds', tooMuch)).toMatchObject(refusal(409, 'refund-too-large'));
    await refund(first, { amount: 5, reason: 'A scratch.' });
    await refund(first, { reason: 'Broken.', returnedUnits: 2 });
    expect(await read(purchase)).toMatchObject({
      orders: [
        { status: 'refunded', refunded: 20 },
        { status: 'paid', refunded: 0 },
      ],
    });
    expect(await readHistory(admin, second)).toMatchObject({ refundable: { amount: 20, units: 1 } });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${second._id}`, { status: 'shipped' });
    expect(shipped.status).toBe(200);
    await refund(second, { reason: 'Late.' });
    expect(await readStates(purchase)).toEqual(['refunded', 'refunded']);
    const { payments, refunds } = await read(purchase);
    expect(payments).toMatchObject([{ transactionId: payment, amount: 40 }]);
    expect(refunds).toMatchObject([
      { amount: 5, reason: 'A scratch.', orders: [{ orderId: first._id, amount: 5 }] },
      { amount: 15, status: 'succeeded', transactionId: payment, failedAt: null },
      { amount: 20, reason: 'Late.', orders: [{ orderId: second._id, partsName: second.partsName }] },
    ]);
    expect(await listProviderRefunds(sandbox.stripe, payment)).toEqual([2_000, 1_500, 500]);
  });

  test.each([
    ['all', 3_500, ['refunded', 'refunded', 'refunded'], [10, 20, 5]],
    ['just so much as one order costs', 2_000, ['paid', 'refunded', 'paid'], [0, 20, 0]],
    ['a part', 1_200, ['refunded', 'paid', 'paid'], [10, 2, 0]],
  ])(
    '%s that somebody refunds at the provider is found among its paid orders',
    async (_, amount, after, amounts) => {
      const parts = [2_000, 1_000, 2_000, 500].map((price) => ({ price }));
      const purchase = await givenPurchase(buyer, await givenParts(...parts));
      const [cancelled, first] = purchase.orders as [Order, Order];
      await cancel(cancelled);
      const { transactionId } = await pay(first);
      await sandbox.stripe.refunds.create({ payment_intent: transactionId ?? '', amount });
      await expect.poll(() => readStates(purchase), eventPolling).toEqual(['cancelled', ...after]);
      const { orders, refunds } = await read(purchase);
      expect(orders.map(({ refunded }) => refunded)).toEqual([0, ...amounts]);
      const shares = orders.flatMap(({ _id, partsName, refunded }) =>
        refunded > 0 ? [{ orderId: _id, partsName, amount: refunded }] : [],
      );
      expect(refunds).toMatchObject([{ amount: amount / 100, orders: shares }]);
      expect((await admin.ask('GET', '/api/refunds')).body[0]).toMatchObject({ orders: shares });
    },
  );

  test('a dispute concerns every order, and none is refunded', async () => {
    const { purchase } = await givenPaidPurchase([1_000, 2_000], [], CARDS.disputed);
    const [, second] = purchase.orders as [Order, Order];
    await expect
      .poll(async () => (await read(purchase)).orders.map(({ dispute }) => dispute), eventPolling)
      .toEqual(['open', 'open']);
    const { body: disputed } = await admin.ask('GET', '/api/manage_orders?status=disputed');
    expect(disputed.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining(purchase.orders.map(({ _id }) => _id)),
    );
    expect(await readKinds(buyer, second)).toEqual(['placed', 'paid', 'dispute-opened']);
    const concerned = purchase.orders.map(({ _id, total }) => ({ orderId: _id, amount: total }));
    expect((await admin.ask('GET', '/api/disputes')).body[0]?.orders).toMatchObject(concerned);
    const answer = await admin.ask('POST', '/api/refunds', { orderId: second._id, reason: 'Sorry.' });
    expect(answer).toMatchObject({ status: 409, body: { refused: 'order-disputed' } });
  });
});

test('after all of this, orders have moved forwards only, and the audit finds no difference', async () => {
  expect(await findTransitionFaults(shop.db)).toEqual([]);
  await reconcilePayments(shop.dependencies, { at: new Date(Date.now() + 60_000) });
  expect(await findDifferences(shop)).toEqual([]);
});

/** In the order of their ids, in which the orders of a purchase are. */
async function givenParts(...parts: PartFields[]): Promise<[string, string, string, string, string]> {
  const ids = await Array.fromAsync(parts, (fields) => givenPart(shop, { price: 1_999, ...fields }));
  return ids as [string, string, string, string, string];
}

const asMade = { price_cents: 1_999, off_sale_at: null, minimum_order: 1 };

async function givenPaidPurchase(prices: number[], quantities: number[] = [], card?: CardFields) {
  const parts = await givenParts(...prices.map((price) => ({ price })));
  const purchase = await givenPurchase(buyer, parts, quantities);
  const { transactionId } = await pay(purchase.orders[0] as Order, card);
  return { purchase, payment: transactionId ?? '' };
}

function refund({ _id }: Order, wish: object) {
  return admin.ask('POST', '/api/refunds', { orderId: _id, ...wish });
}

function expire({ expiresAt }: Purchase): Promise<number> {
  return expireOrders(shop.dependencies, { at: new Date(Date.parse(expiresAt ?? '')) });
}

function mailsAbout(order: Order): string[] {
  return findMailsAbout(shop, order)
    .map(({ subject }) => subject)
    .sort(); // jobs run in any order
}
