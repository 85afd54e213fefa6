/** What an order costs its buyer. */
import type { Order } from '#contract/orders/orders.ts';
import { dollarsToCents } from '#domain/money.ts';

/** In cents: the parts, and the order's part of the price of delivery. */
export function computeAmount({ total, delivery }: Pick<Order, 'total' | 'delivery'>): number {
  return dollarsToCents(total) + dollarsToCents(delivery);
}
