/** Presents orders with what is read for them: test payments and disputes. */
import { type OrderMarks, presentOrder } from '#api/presenters.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Database } from '#database/connect.ts';
import type { OrderRow } from '#database/orders/orders.ts';
import { findDisputesOfOrders } from '#database/payments/disputes.ts';
import { findTestPayments } from '#database/payments/payments.ts';

export async function presentOrders(db: Database, orders: OrderRow[]): Promise<Order[]> {
  const marks = await findMarks(db, orders);
  return orders.map((order) => presentOrder(order, marks));
}

export async function findMarks(db: Database, orders: OrderRow[]): Promise<OrderMarks> {
  const [testPayments, disputes] = await Promise.all([
    findTestPayments(db, orders),
    findDisputesOfOrders(db, orders),
  ]);
  return { testPayments, disputes };
}
