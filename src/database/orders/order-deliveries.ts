/** Reads how orders are delivered, and when they arrive. */
import type { Database } from '#database/connect.ts';
import { findRulesOfVersion } from '#database/delivery-rules.ts';
import type { OrderRow } from '#database/orders/orders.ts';
import { type OrderPromise, promiseOrder } from '#domain/delivery/agreed-delivery.ts';
import type { DeliveryRules } from '#domain/delivery/rules.ts';

export type OrderDelivery = {
  /** The name of the method; null: its purchase is older than such methods. */
  method: string | null;
  /** Where its buyer collects it; null: it is brought. */
  pickUpAt: string | null;
  /** Null: nothing was promised, or it is closed. */
  promise: OrderPromise | null;
};

/** By the id of the order. */
export async function findDeliveries(
  db: Database,
  orders: readonly OrderRow[],
  at: Date,
): Promise<Map<string, OrderDelivery>> {
  if (orders.length === 0) return new Map();
  const rows = await db
    .selectFrom('purchases')
    .select(['id', 'delivery', 'pick_up_at'])
    .where('id', 'in', [...new Set(orders.map(({ purchase_id }) => purchase_id))])
    .execute();
  const purchases = new Map(rows.map((row) => [row.id, row]));
  const unpaid = orders.filter(({ state }) => state === 'unpaid');
  const agreed = unpaid.flatMap(({ purchase_id }) => purchases.get(purchase_id)?.delivery ?? []);
  const rules = new Map<number, DeliveryRules>();
  for (const version of new Set(agreed.map(({ rulesVersion }) => rulesVersion)))
    rules.set(version, await findRulesOfVersion(db, version));
  return new Map<string, OrderDelivery>(
    orders.map((order) => {
      const { delivery = null, pick_up_at: pickUpAt = null } = purchases.get(order.purchase_id) ?? {};
      if (!delivery) return [order.id, { method: null, pickUpAt, promise: null }];
      const isPickUp = pickUpAt !== null;
      const promise = promiseOrder(
        order,
        { delivery, isPickUp, rules: rules.get(delivery.rulesVersion) },
        at,
      );
      return [order.id, { method: delivery.name, pickUpAt, promise }];
    }),
  );
}

export async function findDelivery(db: Database, order: OrderRow, at: Date): Promise<OrderDelivery> {
  const delivery = (await findDeliveries(db, [order], at)).get(order.id);
  if (!delivery) throw new Error(`Order ${order.id} is in no purchase`);
  return delivery;
}
