/** What an order costs its buyer. */
import { dollarsToCents } from '#kernel/money.ts';
import type { Order } from '#orders/contract/orders.ts';

/** In cents: the parts, and the order's part of the price of delivery. */
export function computeAmount({ total, delivery }: Pick<Order, 'total' | 'delivery'>): number {
  return dollarsToCents(total) + dollarsToCents(delivery);
}
