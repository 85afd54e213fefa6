/** Orders that were shipped, and requests about payments and deliveries. */
import { defaultDeliveryRules } from '#domain/delivery/rules.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPerson, type Person, purchaseBody } from './given.ts';
import type { TestShop } from './shop.ts';

export const rulesBody = { version: 0, rules: defaultDeliveryRules };

export function makeQuoteBody(partsId: string) {
  return { lines: [{ partsId, quantity: 1 }], address: { country: 'BD', postcode: '1209' } };
}

/** With every field that there is. */
export function makeFullPurchaseBody(partsId: string, { name, email }: Person) {
  const address = { country: 'FR', name: 'Ada', line1: '1 rue A', town: 'Paris', postcode: '75001' };
  return {
    ...{ ...purchaseBody([partsId]), name, email, fromBasket: false },
    address: { ...address, phone: '+33 1 2345678' },
    ...{ deliveryMethod: 'country.home', deliveryPrice: 0 },
  };
}

export async function givenShippedOrder(shop: TestShop, owner: Person, partId?: string): Promise<string> {
  const { _id } = await givenPaidOrder(shop, owner, partId);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped' });
  return _id;
}

/** What a browser sends after the card was confirmed. */
export async function givenConfirmedPayment(shop: TestShop, owner: Person) {
  const order = await givenOrder(shop, owner);
  const { body: secret } = await owner.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  const { body: payment } = await confirmCard(shop, secret);
  return {
    url: `/api/my_order/${order._id}`,
    body: { orderId: order._id, transactionId: payment.id },
  };
}
