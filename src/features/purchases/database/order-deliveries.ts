/** Reads how orders are delivered, and when they arrive. */
import { sql } from 'kysely';
import { findRulesOfKey, selectRulesKey } from '#delivery/database/delivery-rules.ts';
import type { AgreedDelivery } from '#delivery/rules/agreed-delivery.ts';
import type { Database } from '#platform/database/connect.ts';
import { type OrderRow, readOfOrders } from '#purchases/database/orders.ts';
import { ordersOfPurchase, type PurchasedOrder } from '#purchases/database/purchases.ts';
import { type OrderPromise, promiseOrder } from '#purchases/rules/order-deliveries.ts';

export type OrderDelivery = {
  /** The name of the method; null: its purchase is older than such methods. */
  method: string | null;
  /** Where its buyer collects it; null: it is brought. */
  pickUpAt: string | null;
  /** Null: nothing was promised, or it is closed. */
  promise: OrderPromise | null;
  /** All of its purchase. */
  orders: readonly PurchasedOrder[];
};

/** `rulesKey`: of the rules that it was quoted by. */
export type DeliveredPurchase = Pick<OrderDelivery, 'pickUpAt' | 'orders'> & {
  delivery: AgreedDelivery | null;
  rulesKey: string | null;
};

/** Of the order of the statement around. */
export const purchaseOfOrder = sql<DeliveredPurchase>`(
  select json_build_object('delivery', delivery, 'pickUpAt', pick_up_at, 'orders', ${ordersOfPurchase}, 'rulesKey',
    ${selectRulesKey(sql`(delivery ->> 'rulesVersion')::integer`)})
  from purchases where purchases.id = orders.purchase_id)`;

export async function describeDelivery(
  db: Database,
  { purchase, ...order }: Parameters<typeof promiseOrder>[0] & { purchase: DeliveredPurchase },
  at: Date,
): Promise<OrderDelivery> {
  const { delivery, pickUpAt, orders, rulesKey } = purchase;
  if (!delivery) return { method: null, pickUpAt, promise: null, orders };
  // an answer that is repeated has the state that the order had then, not that of the statement
  const rules = order.state === 'unpaid' ? await findRulesOfKey(db, rulesKey) : undefined;
  const promise = promiseOrder(order, { delivery, isPickUp: pickUpAt !== null, rules }, at);
  return { method: delivery.name, pickUpAt, promise, orders };
}

/** By the id of the order. */
export async function findDeliveries(
  db: Database,
  orders: readonly OrderRow[],
  at: Date,
): Promise<Map<string, OrderDelivery>> {
  const purchases = await readOfOrders(db, orders, purchaseOfOrder);
  const deliveries = new Map<string, OrderDelivery>();
  for (const order of orders) {
    const purchase = purchases.get(order.id);
    if (purchase) deliveries.set(order.id, await describeDelivery(db, { ...order, purchase }, at));
  }
  return deliveries;
}

export async function findDelivery(db: Database, order: OrderRow, at: Date): Promise<OrderDelivery> {
  const delivery = (await findDeliveries(db, [order], at)).get(order.id);
  if (!delivery) throw new Error(`Order ${order.id} is in no purchase`);
  return delivery;
}
