/** Orders that were shipped, and requests about payments and deliveries. */
import type { Invoice } from '#contract/invoices/invoices.ts';
import { defaultDeliveryRules } from '#domain/delivery/rules.ts';
import { confirmCard, givenOrder, givenPaidOrder, givenPerson, type Person, purchaseBody } from './given.ts';
import type { TestShop } from './shop.ts';

export const rulesBody = { version: 0, rules: defaultDeliveryRules };

/** The calls of the packing table. */
export function makeParcelCalls<Expected>(shop: TestShop, expected: Expected) {
  const body = { lines: [{ order: 'K7Q3M-9XT2B' }], isPreview: true };
  return {
    shipOrders: { expected, prepare: async () => ({ url: '/api/shipments', body }) },
    deliverOrders: { expected, prepare: async () => ({ url: '/api/deliveries', body }) },
    readPackingPapers: {
      expected,
      async prepare(owner: Person) {
        const { _id } = await givenPaidOrder(shop, owner);
        return { url: '/api/packing_papers', body: { orders: [_id], kind: 'slips' } };
      },
    },
  };
}

/** With every field that there is. */
export function makeParcelBodies(getOrder: () => string, getShipped: () => Promise<string>) {
  const isPreview = true;
  const [tracking, carrier] = ['X 1', 'Post'];
  return {
    shipOrders: () => ({
      body: { lines: [{ order: getOrder(), tracking }], carrier, wholePurchases: true, isPreview },
    }),
    deliverOrders: () => ({
      body: { lines: [{ order: getOrder(), deliveredOn: '2026-11-25' }], isPreview },
    }),
    readPackingPapers: async () => ({ body: { orders: [await getShipped()], kind: 'slips' as const } }),
  };
}

export function makeQuoteBody(partsId: string) {
  return { lines: [{ partsId, quantity: 1 }], address: { country: 'BD', postcode: '1209' } };
}

/** With every field that there is. */
export function makeFullPurchaseBody(partsId: string, { name, email }: Person) {
  return {
    ...purchaseBody([partsId]),
    name,
    email,
    fromBasket: false,
    ...deliveryBody,
    billing: billingBody,
  };
}

export const addressBody = {
  ...{ country: 'FR', name: 'Ada', line1: '1 rue A', town: 'Paris', postcode: '75001' },
  phone: '+33 1 2345678',
};

export const billingBody = { company: 'Parts & Co', vatNumber: 'FR 12 345678901', address: addressBody };

/** Its id. */
export async function givenSavedAddress(person: Person): Promise<string> {
  const { body } = await person.ask('POST', '/api/addresses', { address: addressBody });
  return body[0]?._id ?? '';
}

/** Of an order or a purchase. */
export const deliveryBody = { address: addressBody, deliveryMethod: 'country.home', deliveryPrice: 0 };

export async function givenShippedOrder(shop: TestShop, owner: Person, partId?: string): Promise<string> {
  const { _id } = await givenPaidOrder(shop, owner, partId);
  const admin = await givenPerson(shop, { role: 'admin' });
  await admin.ask('PATCH', `/api/manage_order/${_id}`, { status: 'shipped' });
  return _id;
}

/** Of an order that its buyer has paid. */
export async function givenInvoice(shop: TestShop, owner: Person): Promise<Invoice> {
  const { purchaseId } = await givenPaidOrder(shop, owner);
  const { body } = await owner.ask('GET', `/api/purchases/${purchaseId}`);
  const [invoice] = body.invoices;
  if (!invoice) throw new Error('A paid purchase has no invoice');
  return invoice;
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
