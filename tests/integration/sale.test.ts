/** A sale through the API: order, pay, ship. */
import { describe, expect, test } from 'vitest';
import { CARDS, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import {
  ask,
  confirmCard,
  givenOrder,
  givenPaidOrder,
  givenPart,
  givenPerson,
  orderBody,
} from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();

describe('an order', () => {
  test('takes its units from the stock and is in My Orders, unpaid', async () => {
    const buyer = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 10, price: 1_250 });
    const order = await givenOrder(shop, buyer, part, 3);
    expect(order).toMatchObject({
      partsId: part,
      quantity: 3,
      price: 12.5,
      total: 37.5,
      paid: false,
      status: 'unpaid',
    });
    const mine = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`);
    expect(mine.body.map(({ _id }: { _id: string }) => _id)).toEqual([order._id]);
    expect((await ask(shop, 'GET', `/api/parts/${part}`)).body.available_quantity).toBe(7);
  });

  test('that is cancelled gives its units back and leaves My Orders [S4.11]', async () => {
    const buyer = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 10 });
    const order = await givenOrder(shop, buyer, part, 4);
    expect((await buyer.ask('DELETE', `/api/manage_order/${order._id}`)).status).toBe(200);
    expect((await ask(shop, 'GET', `/api/parts/${part}`)).body.available_quantity).toBe(10);
    expect((await buyer.ask('GET', `/api/my_orders?email=${buyer.email}`)).body).toEqual([]);
    const cancelled = await buyer.ask('GET', `/api/my_orders?email=${buyer.email}&status=cancelled`);
    expect(cancelled.body).toHaveLength(1);
    expect((await buyer.ask('DELETE', `/api/manage_order/${order._id}`)).status).toBe(409);
  });

  test('below the minimum order, or above the stock, is refused with a sentence at the quantity [S5.11 S9.8 S9.9]', async () => {
    const buyer = await givenPerson(shop);
    const part = await givenPart(shop, { stock: 10, minimumOrder: 4 });
    const tooFew = await buyer.ask('POST', '/api/order', orderBody(part, 3));
    expect(tooFew).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'quantity', message: 'The minimum order of this part is 4.' }] },
    });
    const tooMany = await buyer.ask('POST', '/api/order', orderBody(part, 11));
    expect(tooMany.body.errors).toEqual([{ path: 'quantity', message: 'Only 10 of this part are left.' }]);
  });
});

describe('a card payment', () => {
  test('makes the order paid once the provider says so, and an administrator ships it [S4.11 S4.12 S4.15]', async () => {
    const [buyer, admin] = [await givenPerson(shop), await givenPerson(shop, { role: 'admin' })];
    const paid = await givenPaidOrder(shop, buyer);
    expect(paid).toMatchObject({ paid: true, status: 'paid' });
    expect(paid.transactionId).toMatch(/^pi_/);
    const shipped = await admin.ask('PATCH', `/api/manage_order/${paid._id}`, {
      status: 'shipped',
      carrier: 'Post',
    });
    expect(shipped).toMatchObject({ status: 200, body: { status: 'shipped', carrier: 'Post', paid: true } });
    expect((await buyer.ask('GET', `/api/my_order/${paid._id}`)).body.status).toBe('shipped');
  });

  test('that was declined leaves the order unpaid, and another card can pay the same payment', async () => {
    const buyer = await givenPerson(shop);
    const order = await givenOrder(shop, buyer);
    const secret = (await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id })).body;
    const declined = await confirmCard(shop, secret, CARDS.declined);
    expect(declined).toMatchObject({ status: 402, body: { error: { message: 'Your card was declined.' } } });
    const transactionId = parsePaymentId(secret);
    const settle = () =>
      buyer.ask('PATCH', `/api/my_order/${order._id}`, { orderId: order._id, transactionId });
    expect((await settle()).status).toBe(409);
    expect((await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id })).body).toEqual(
      secret,
    );
    await confirmCard(shop, secret);
    expect((await settle()).body.status).toBe('paid');
    expect((await settle()).status).toBe(200);
  });

  test('of a paid order cannot be started again, nor the order cancelled [S4.13]', async () => {
    const buyer = await givenPerson(shop);
    const paid = await givenPaidOrder(shop, buyer);
    expect((await buyer.ask('POST', '/api/create-payment-intent', { orderId: paid._id })).status).toBe(409);
    expect((await buyer.ask('DELETE', `/api/manage_order/${paid._id}`)).status).toBe(409);
  });
});
