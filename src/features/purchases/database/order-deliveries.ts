/** Reads how orders are delivered, and when they arrive. */
import { sql } from 'kysely';
import { deliveryRules, parseRules } from '#delivery/database/delivery-rules.ts';
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';
import type { Database } from '#platform/database/connect.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import { type PurchaseRow, type StateOfPurchase, statesOfPurchase } from '#purchases/database/purchases.ts';
import { type OrderPromise, promiseOrder } from '#purchases/rules/order-deliveries.ts';

export type OrderDelivery = {
  /** The name of the method; null: its purchase is older than such methods. */
  method: string | null;
  /** Where its buyer collects it; null: it is brought. */
  pickUpAt: string | null;
  /** Null: nothing was promised, or it is closed. */
  promise: OrderPromise | null;
  /** Of all orders of its purchase. */
  states: readonly StateOfPurchase[];
};

/** By the id of the order. */
export async function findDeliveries(
  db: Database,
  orders: readonly OrderRow[],
  at: Date,
): Promise<Map<string, OrderDelivery>> {
  if (orders.length === 0) return new Map();
  const purchases = await findPurchases(db, orders);
  const rules = new Map<number | undefined, DeliveryRules>();
  for (const { delivery, document } of purchases.values()) {
    if (document) rules.set(delivery?.rulesVersion, parseRules(document));
  }
  return new Map<string, OrderDelivery>(
    orders.map((order) => {
      const purchase = purchases.get(order.purchase_id);
      const { delivery = null, pick_up_at: pickUpAt = null, states = [] } = purchase ?? {};
      if (!delivery) return [order.id, { method: null, pickUpAt, promise: null, states }];
      const isPickUp = pickUpAt !== null;
      const promise = promiseOrder(
        order,
        { delivery, isPickUp, rules: rules.get(delivery.rulesVersion) ?? defaultDeliveryRules },
        at,
      );
      return [order.id, { method: delivery.name, pickUpAt, promise, states }];
    }),
  );
}

type DeliveredPurchase = Pick<PurchaseRow, 'id' | 'delivery' | 'pick_up_at'> & {
  /** The rules that it was quoted by, if it has unpaid orders; once for each version. */
  document: string | null;
  states: StateOfPurchase[];
};

async function findPurchases(
  db: Database,
  orders: readonly OrderRow[],
): Promise<Map<string, DeliveredPurchase>> {
  const ids = orders.map(({ purchase_id }) => purchase_id);
  const unpaid = orders.filter(({ state }) => state === 'unpaid').map(({ purchase_id }) => purchase_id);
  const { rows } = await sql<DeliveredPurchase>`
    select purchases.id, delivery, pick_up_at, ${statesOfPurchase} as states,
      case when row_number() over (partition by version order by purchases.id) = 1 then document end as document
    from purchases
    left join ${deliveryRules} as rules on version = (delivery ->> 'rulesVersion')::integer and purchases.id = any(${unpaid}::uuid[])
    where purchases.id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findDelivery(db: Database, order: OrderRow, at: Date): Promise<OrderDelivery> {
  const delivery = (await findDeliveries(db, [order], at)).get(order.id);
  if (!delivery) throw new Error(`Order ${order.id} is in no purchase`);
  return delivery;
}
