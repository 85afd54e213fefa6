/** What a buyer does with purchases, and what becomes of them. */
import type Stripe from 'stripe';
import type { Purchase, readPurchaseEndpoint } from '#app/contract/purchases.ts';
import type { Order } from '#orders/contract/orders.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';
import type { CardFields } from '#sandbox/testing/sandbox.ts';
import { type Person, payOrder } from './given.ts';
import { listProviderCharges } from './provider.ts';
import type { TestShop } from './shop.ts';

/** Requests of this buyer. */
export function makePurchaseActions(shop: TestShop, buyer: Person) {
  const start = ({ _id }: Pick<Order, '_id'>, seen: { price?: number } = {}) =>
    buyer.ask('POST', '/api/create-payment-intent', { orderId: _id, ...seen });

  const settle = async ({ _id }: Pick<Order, '_id'>, transactionId: string): Promise<Order> =>
    (await buyer.ask('PATCH', `/api/my_order/${_id}`, { orderId: _id, transactionId })).body;

  const read = async ({
    _id,
  }: Pick<Purchase, '_id'>): Promise<EndpointResponse<typeof readPurchaseEndpoint>> =>
    (await buyer.ask('GET', `/api/purchases/${_id}`)).body;

  return {
    start,
    settle,
    read,
    cancel: ({ _id }: Pick<Order, '_id'>) => buyer.ask('DELETE', `/api/manage_order/${_id}`),
    pay: ({ _id }: Order, card?: CardFields) => payOrder(shop, buyer, _id, card ? { card } : {}),
    async readStates(purchase: Purchase): Promise<string[]> {
      return (await read(purchase)).orders.map(({ status }) => status);
    },
  };
}

/** The amounts of its successful payments at the provider, in cents. */
export async function listPurchaseCharges(stripe: Stripe, { orders }: Purchase): Promise<number[]> {
  const charges = await Promise.all(orders.map(({ _id }) => listProviderCharges(stripe, _id)));
  return charges.flat();
}
