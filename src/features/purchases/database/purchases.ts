/** Reads of purchases. */
import { type Selectable, sql } from 'kysely';
import type { Tax } from '#delivery/rules/tax.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { isVisibleTo, type OrderRow, selectOrders, selectUnpaidOrders } from '#purchases/database/orders.ts';
import { sumTotals } from '#purchases/rules/purchases.ts';

export type PurchaseRow = Selectable<DatabaseSchema['purchases']>;

/** For what other features list and join. */
export function selectOrdersWithPurchases(db: Database) {
  return selectOrders(db).innerJoin('purchases', 'purchases.id', 'orders.purchase_id');
}

export function selectVisiblePurchases(db: Database, viewer: Viewer) {
  return db.selectFrom('purchases').where(isVisibleTo(viewer));
}

export function findPurchase(db: Database, id: string): Promise<PurchaseRow> {
  return db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export function findVisiblePurchase(
  db: Database,
  viewer: Viewer,
  id: string,
): Promise<PurchaseRow | undefined> {
  return selectVisiblePurchases(db, viewer).selectAll().where('id', '=', id).executeTakeFirst();
}

/** Of the tax as it was when the purchase was placed. */
export const taxColumns = ['tax_name', 'tax_rate', 'tax_rate_tenths'] as const;
export type TaxOfPurchase = Pick<PurchaseRow, (typeof taxColumns)[number]>;

export function readTax({ tax_name, tax_rate, tax_rate_tenths }: TaxOfPurchase): Tax | null {
  if (tax_name === null || tax_rate === null) return null;
  return { name: tax_name, rate: (tax_rate * 10 + tax_rate_tenths) / 10 };
}

export function writeTax(tax: Tax | null): TaxOfPurchase {
  if (!tax) return { tax_name: null, tax_rate: null, tax_rate_tenths: 0 };
  const tenths = Math.round(tax.rate * 10);
  return { tax_name: tax.name, tax_rate: Math.floor(tenths / 10), tax_rate_tenths: tenths % 10 };
}

/** What a purchase's summary needs of each of its orders. */
export type PurchasedOrder = Pick<OrderRow, 'state' | 'total_cents' | 'delivery_cents'>;

/** A list of them, of the purchase of the statement around. */
export const ordersOfPurchase = sql<PurchasedOrder[]>`(
  select json_agg(json_build_object('state', state, 'total_cents', total_cents, 'delivery_cents', delivery_cents))
  from orders where purchase_id = purchases.id)`;

/** With the unpaid order that comes first; first what expires first. There are few: their number is limited. */
export async function findUnpaidPurchases(db: Database, personId: string) {
  const rows = await selectUnpaidOrders(db, [personId])
    .select(['purchase_id', 'id', 'part_name', 'total_cents', 'delivery_cents', 'expires_at'])
    .orderBy('expires_at')
    .orderBy('id')
    .execute();
  const purchases = Map.groupBy(rows, ({ purchase_id }) => purchase_id);
  return [...purchases.values()].flatMap((orders) =>
    orders.slice(0, 1).map(({ id, delivery_cents, ...first }) => ({
      ...first,
      order_id: id,
      orders: orders.length,
      total_cents: sumTotals(orders),
    })),
  );
}

/** Others that are placed wait until the transaction ends. */
export async function lockPurchases(transaction: Transaction): Promise<void> {
  await sql`lock table purchases in share row exclusive mode`.execute(transaction);
}
