/** What an order costs its buyer. */
import type { Order } from '#features/orders/contract/orders.ts';
import { dollarsToCents } from '#kernel/money.ts';

/** In cents: the parts, and the order's part of the price of delivery. */
export function computeAmount({ total, delivery }: Pick<Order, 'total' | 'delivery'>): number {
  return dollarsToCents(total) + dollarsToCents(delivery);
}
