/** An amount, an owner or a price changed in a request changes nothing but the answer. */
import { describe, expect, test } from 'vitest';
import { PUBLISHABLE_KEY, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import {
  type ApiResponse,
  changeRows,
  confirmCard,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
  payOrder,
  readRow,
} from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { sumUnits } from '../support/invariants.ts';
import { listProviderCharges, listProviderPayments, openAccount } from '../support/provider.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();
const { buyer, admin } = await givenBuyerAndAdmin(shop);
const provider = openAccount();

test('a price that is sent and right is accepted, as a number or as text', async () => {
  const part = await givenPart(shop, { price: 9_999 });
  for (const price of [99.99, '99.99']) {
    const placed = await buyer.ask('POST', '/api/order', { ...orderBody(part, 2), price });
    expect(placed).toMatchObject({ status: 201, body: { price: 99.99, total: 199.98 } });
  }
});

describe('an amount', () => {
  test.each([0.5, 99.99, 199.99])(
    'of $%d for an order of $199.98 starts no payment [S7.27]',
    async (price) => {
      const order = await givenOrder(shop, buyer, await givenPart(shop, { price: 9_999 }), 2);
      const refused = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id, price });
      expect(refused).toMatchObject({ status: 409, body: { refused: 'price-changed' } });
      expect(await listProviderPayments(provider, order._id)).toEqual([]);
    },
  );

  test('in fields that the call does not know is not looked at: the provider is asked for the order’s total', async () => {
    const order = await givenOrder(shop, buyer, await givenPart(shop, { price: 9_999 }), 2);
    const tampered = { orderId: order._id, amount: 1, total: 0.01, total_cents: 1, currency: 'jpy' };
    expect((await buyer.ask('POST', '/api/create-payment-intent', tampered)).status).toBe(200);
    expect(await listProviderPayments(provider, order._id)).toMatchObject([
      { amount: 19_998, currency: 'usd' },
    ]);
  });
});

describe('fields of an order that only the shop decides', () => {
  const part = { price: 12_50, stock: 9 };

  test('change nothing when a buyer sends them', async () => {
    const other = await givenPerson(shop);
    const [one, another] = [await givenPart(shop, part), await givenPart(shop, part)];
    const forged = {
      _id: '00000000-0000-7000-8000-000000000000',
      id: '00000000-0000-7000-8000-000000000000',
      buyer_id: other.id,
      state: 'paid',
      status: 'shipped',
      paid: true,
      transactionId: 'pi_forged',
      transaction_id: 'pi_forged',
      total: 0.01,
      total_cents: 1,
      unit_price_cents: 1,
      placed_at: '2001-01-01T00:00:00Z',
      expiresAt: '2101-01-01T00:00:00Z',
      expires_at: '2101-01-01T00:00:00Z',
      refunded: 20,
      refunded_cents: 2_000,
      partsName: 'Something else',
      partsImg: 'https://elsewhere.example/picture.png',
      role: 'admin',
    };
    const plain = await buyer.ask('POST', '/api/order', orderBody(one, 2));
    const tampered = await buyer.ask('POST', '/api/order', { ...orderBody(another, 2), ...forged });
    expect([plain.status, tampered.status]).toEqual([201, 201]);
    const { _id, insertedId, purchaseId, partsId, placedAt, updatedAt, expiresAt, ...rest } = plain.body;
    const keptFor = Date.parse(expiresAt ?? '') - Date.parse(placedAt);
    expect(Date.parse(tampered.body.expiresAt ?? '') - Date.parse(tampered.body.placedAt)).toBe(keptFor);
    // before days without work it is to be paid until it expires, which is later for the second
    const promise = { ...rest.promise, ifPaid: { ...rest.promise?.ifPaid, by: expect.any(String) } };
    expect(tampered.body).toMatchObject({ ...rest, promise });
    expect(tampered.body._id).not.toBe(forged._id);
    expect(tampered.body.placedAt >= placedAt).toBe(true);
    expect(await readRow(shop, 'orders', { id: tampered.body._id })).toMatchObject({
      buyer_id: buyer.id,
      state: 'unpaid',
      transaction_id: null,
      unit_price_cents: 1_250,
      total_cents: 2_500,
    });
    expect((await buyer.ask('GET', '/api/manage_orders')).status).toBe(403);
  });

  test('change nothing when an administrator sends them while shipping', async () => {
    const order = await givenPaidOrder(shop, buyer);
    const before = await readRow(shop, 'orders', { id: order._id });
    const shipped = await admin.ask('PATCH', `/api/manage_order/${order._id}`, {
      status: 'shipped',
      quantity: 1_000,
      total_cents: 1,
      buyer_id: admin.id,
      transaction_id: 'pi_forged',
    });
    expect(shipped.status).toBe(200);
    const after = { ...before, state: 'shipped', updated_at: expect.any(Date) };
    expect(await readRow(shop, 'orders', { id: order._id })).toEqual(after);
  });

  test.each(['paid', 'delivered', 'unpaid', 'refunded'])(
    'cannot be set: %s is no shipment',
    async (status) => {
      const order = await givenOrder(shop, buyer);
      const refused = await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status });
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'status' }] } });
      expect((await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' })).status).toBe(
        409,
      );
      expect((await readRow(shop, 'orders', { id: order._id })).state).toBe('unpaid');
    },
  );
});

test('an owner other than the token’s person is refused in an order', async () => {
  const other = await givenPerson(shop, { name: 'Olga Other' });
  const part = await givenPart(shop, { stock: 5 });
  for (const owner of [{ email: other.email }, { name: other.name }, { ...other, token: undefined }]) {
    const { name, email } = { name: buyer.name, email: buyer.email, ...owner };
    expect((await buyer.ask('POST', '/api/order', { ...orderBody(part), name, email })).status).toBe(403);
  }
  expect(await sumUnits(shop.db, part)).toEqual({ stock: 5, held: 0 });
  const own = { ...orderBody(part), name: buyer.name, email: buyer.email.toUpperCase() };
  expect((await buyer.ask('POST', '/api/order', own)).status).toBe(201);
});

test('an id in capitals names the same order: it is cancelled, or paid, and not only said to be', async () => {
  const [wrong, right] = [await givenOrder(shop, buyer), await givenOrder(shop, buyer)];
  const cancelled = await buyer.ask('DELETE', `/api/manage_order/${wrong._id.toUpperCase()}`);
  expect(cancelled).toMatchObject({ status: 200, body: { deletedCount: 1, toPay: 0 } });
  expect(await readRow(shop, 'orders', { id: wrong._id })).toMatchObject({ state: 'cancelled' });
  expect(await payOrder(shop, buyer, right._id.toUpperCase())).toMatchObject({ status: 'paid' });
});

describe('a payment', () => {
  test('of somebody else’s order does not pay mine', async () => {
    const other = await givenPerson(shop);
    const theirs = await givenPaidOrder(shop, other);
    const mine = await givenOrder(shop, buyer);
    const refused = await settle(mine._id, theirs.transactionId ?? '');
    expect(refused.body.refused).toBe('payment-not-found');
    await expectUnpaid(refused, mine._id);
  });

  test('of another order of mine pays that one only, whichever order is named', async () => {
    const part = await givenPart(shop);
    const one = await givenPaidOrder(shop, buyer, part);
    const other = await givenOrder(shop, buyer, part);
    await startPayment(other._id);
    await expectUnpaid(await settle(other._id, one.transactionId ?? ''), other._id);
    const named = { orderId: one._id, transactionId: one.transactionId };
    await expectUnpaid(await buyer.ask('PATCH', `/api/my_order/${other._id}`, named), other._id);
  });

  test('made directly at the provider with this order’s metadata does not pay it', async () => {
    const order = await givenOrder(shop, buyer);
    for (const amount of [Math.round(order.total * 100), 50]) {
      const refused = await settle(order._id, await paidDirectly(order._id, amount));
      expect(refused.body.refused).toBe('payment-not-found');
      await expectUnpaid(refused, order._id);
    }
  });

  test.each([
    ['a smaller amount', { amount: 50 }],
    ['a larger amount', { amount: 1_000_000 }],
    ['another order’s metadata', { orderId: '00000000-0000-7000-8000-000000000000' }],
  ])(
    'of %s does not pay the order, even if the shop’s own books named it',
    async (_what, forged: { amount?: number; orderId?: string }) => {
      const order = await givenOrder(shop, buyer);
      await startPayment(order._id);
      const total = Math.round(order.total * 100);
      const id = await paidDirectly(forged.orderId ?? order._id, forged.amount ?? total);
      // no call can do this: it shows that the provider's word on amount and order is checked, not only its id
      await changeRows(shop, 'payments', { order_id: order._id }, { provider_id: id });
      await expectUnpaid(await settle(order._id, id), order._id);
    },
  );

  test('that was not confirmed, was declined, or was never made does not pay the order [S4.12]', async () => {
    const order = await givenOrder(shop, buyer);
    const { body: secret } = await startPayment(order._id);
    const id = parsePaymentId(secret);
    await expectUnpaid(await settle(order._id, id), order._id);
    await confirmCard(shop, secret, { number: '4000000000000002' });
    await expectUnpaid(await settle(order._id, id), order._id);
    await expectUnpaid(await settle(order._id, 'pi_invented'), order._id);
    await expectUnpaid(await settle(order._id, '../charges'), order._id);
    expect(await listProviderCharges(provider, order._id)).toEqual([]);
  });
});

function startPayment(orderId: string) {
  return buyer.ask('POST', '/api/create-payment-intent', { orderId });
}

function settle(orderId: string, transactionId: string) {
  return buyer.ask('PATCH', `/api/my_order/${orderId}`, { orderId, transactionId });
}

async function expectUnpaid(refused: ApiResponse, orderId: string): Promise<void> {
  expect(refused.status).toBe(409);
  expect(await readRow(shop, 'orders', { id: orderId })).toMatchObject({
    state: 'unpaid',
    transaction_id: null,
  });
}

/** A payment that somebody with the provider's key made and paid without the shop. */
async function paidDirectly(orderId: string, amount: number): Promise<string> {
  const intent = await provider.paymentIntents.create({ amount, currency: 'usd', metadata: { orderId } });
  const secret = { clientSecret: intent.client_secret ?? '', publishableKey: PUBLISHABLE_KEY };
  expect((await confirmCard(shop, secret)).body.status).toBe('succeeded');
  return intent.id;
}
