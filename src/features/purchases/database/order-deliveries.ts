/** Reads how orders are delivered, and when they arrive. */
import { sql } from 'kysely';
import { findRulesOfKey, selectRulesKey } from '#delivery/database/delivery-rules.ts';
import type { AgreedDelivery } from '#delivery/rules/agreed-delivery.ts';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
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

type DeliveredOrder = Parameters<typeof promiseOrder>[0] & { purchase: DeliveredPurchase };

/** By their keys: those that the purchases of unpaid orders were quoted by. */
export async function findQuotedRules(
  db: Database,
  orders: readonly DeliveredOrder[],
): Promise<ReadonlyMap<string | null, DeliveryRules>> {
  const rules = new Map<string | null, DeliveryRules>();
  // an answer that is repeated has the state that the order had then, not that of the statement
  for (const { state, purchase } of orders)
    if (state === 'unpaid' && !rules.has(purchase.rulesKey))
      rules.set(purchase.rulesKey, await findRulesOfKey(db, purchase.rulesKey));
  return rules;
}

export function describeDelivery(
  order: DeliveredOrder,
  rules: ReadonlyMap<string | null, DeliveryRules>,
  at: Date,
): OrderDelivery {
  const { delivery, pickUpAt, orders, rulesKey } = order.purchase;
  if (!delivery) return { method: null, pickUpAt, promise: null, orders };
  const agreed = { delivery, isPickUp: pickUpAt !== null, rules: rules.get(rulesKey) };
  return { method: delivery.name, pickUpAt, promise: promiseOrder(order, agreed, at), orders };
}

/** By the id of the order. */
export async function findDeliveries(
  db: Database,
  orders: readonly OrderRow[],
  at: Date,
): Promise<Map<string, OrderDelivery>> {
  const purchases = await readOfOrders(db, orders, purchaseOfOrder);
  const delivered = orders.flatMap((order) => {
    const purchase = purchases.get(order.id);
    return purchase ? [{ ...order, purchase }] : [];
  });
  const rules = await findQuotedRules(db, delivered);
  return new Map(delivered.map((order) => [order.id, describeDelivery(order, rules, at)]));
}

export async function findDelivery(db: Database, order: OrderRow, at: Date): Promise<OrderDelivery> {
  const delivery = (await findDeliveries(db, [order], at)).get(order.id);
  if (!delivery) throw new Error(`Order ${order.id} is in no purchase`);
  return delivery;
}
