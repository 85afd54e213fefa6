/** Finds the orders that lines of the packing table name: by id, by number, by tracking number. */
import { sql } from 'kysely';
import { isUuid } from '#kernel/ids.ts';
import { parseOrderNumber } from '#kernel/order-number.ts';
import { parcelUnits } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import { type OrderRow, selectOrders } from '#purchases/database/orders.ts';
import { selectOrdersWithPurchases } from '#purchases/database/purchases.ts';
import { shippedAt } from '#purchases/database/shipments.ts';

/** Several orders may have the same number, although hardly ever. */
export async function findNamedOrders(db: Database, name: string): Promise<OrderRow[]> {
  const text = name.trim();
  const id = text.toLowerCase();
  if (isUuid(id)) return await selectOrders(db).selectAll().where('id', '=', id).execute();
  const idEnd = parseOrderNumber(text);
  if (idEnd === undefined) return [];
  return await selectOrders(db)
    .selectAll()
    .where(sql<boolean>`right(id::text, 12) = ${idEnd}`)
    .limit(2)
    .execute();
}

/** Of shipped and delivered orders. */
export async function findTrackedOrders(db: Database, tracking: string): Promise<OrderRow[]> {
  return await selectOrders(db)
    .selectAll()
    .where('state', 'in', ['shipped', 'delivered'])
    .where(sql<boolean>`replace(tracking, ' ', '') = ${tracking.replace(/\s+/g, '')}`)
    .orderBy('id')
    .limit(50)
    .execute();
}

/** When the last of these was shipped. */
export async function findLastShippedAt(db: Database, orders: readonly OrderRow[]): Promise<Date | null> {
  const { last } = await selectOrders(db)
    .select(sql<Date | null>`max(${shippedAt})`.as('last'))
    .where(sql<boolean>`id = any(${orders.map(({ id }) => id)})`)
    .executeTakeFirstOrThrow();
  return last;
}

/** With its purchase, but for the types of the moments in it. */
export type PackedOrder = Awaited<ReturnType<typeof findPackedOrders>>[number];

/** Of these, the paid and the shipped ones with units to send, those of a purchase together, with their parts and the addresses. */
export async function findPackedOrders(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await selectOrdersWithPurchases(db)
    .innerJoin('parts', 'parts.id', 'orders.part_id')
    .selectAll('orders')
    .select((row) => ['parts.sku', parcelUnits.as('parcel_units'), row.fn.toJson('purchases').as('purchase')])
    .where('orders.id', 'in', [...ids])
    .where('orders.state', 'in', ['paid', 'shipped'])
    .where(parcelUnits, '>', 0)
    .orderBy('orders.purchase_id')
    .orderBy('orders.id')
    .execute();
}
