/** Reads and writes of orders and their transitions. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { selectParts, selectPartsOnSale } from '#catalogue/database/parts.ts';
import type { Cents } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import type { OrderState, PaymentNotice } from '#purchases/rules/orders.ts';

export type OrderRow = Selectable<DatabaseSchema['orders']>;
export type NewOrder = Omit<Insertable<DatabaseSchema['orders']>, 'purchase_id'>;
type PurchaseRow = Selectable<DatabaseSchema['purchases']>;
/** Filled in when a purchase is placed; all others hold what its buyer says besides. */
type PlacedColumns =
  | 'id'
  | 'buyer_id'
  | 'order_count'
  | 'placed_at'
  | 'address'
  | 'delivery'
  | 'delivery_cents'
  | 'fit'
  | 'pick_up_at'
  | 'tax_name'
  | 'tax_rate'
  | 'tax_rate_tenths';
/** Each of them, so that nothing that a buyer says is forgotten. */
export type PurchaseDetails = Omit<PurchaseRow, PlacedColumns>;
export type NewPurchase = { purchase: PurchaseRow; orders: NewOrder[] };

/** For what other features list and join. */
export function selectOrders(db: Database) {
  return db.selectFrom('orders');
}

/** Of the order of the statement around: in cents, what went back of the payment that paid it, of all of its orders. */
export const refundedOfPayment = sql<Cents>`(
  select sum(paid.refunded_cents) from orders as paid
  where paid.purchase_id = orders.purchase_id and paid.transaction_id = orders.transaction_id)`;

/** What `fact` says of each order, by the order's id; it may name columns of `orders`. */
export async function readOfOrders<Fact>(
  db: Database,
  orders: readonly { id: string }[],
  fact: RawBuilder<Fact>,
): Promise<Map<string, Fact>> {
  const rows = await selectOrders(db)
    .select(['id', fact.as('fact')])
    .where(sql<boolean>`id = any(${orders.map(({ id }) => id)})`)
    .$castTo<{ id: string; fact: Fact }>()
    .execute();
  return new Map(rows.map(({ id, fact }) => [id, fact]));
}

/** Of rows with a `buyer_id`: the buyer's own; administrators see all. */
export function isVisibleTo({ id, role }: Viewer): RawBuilder<boolean> {
  return role === 'admin' ? sql`true` : sql`buyer_id = ${id}`;
}

export function findVisibleOrder(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return selectVisibleOrder(db, viewer, id).executeTakeFirst();
}

export function lockVisibleOrder(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return selectVisibleOrder(db, viewer, id).forUpdate().executeTakeFirst();
}

export function lockOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** In the order of their ids: the order in which all lock them. */
export function findOrdersOfPurchase(db: Database, purchaseId: string): Promise<OrderRow[]> {
  return selectOrdersOfPurchase(db, purchaseId).execute();
}

export function lockOrdersOfPurchase(db: Database, purchaseId: string): Promise<OrderRow[]> {
  return selectOrdersOfPurchase(db, purchaseId).forUpdate().execute();
}

/** All of the purchase that the order is in, by their ids. */
export function findOrdersPlacedWith(db: Database, orderId: string): Promise<OrderRow[]> {
  const purchase = db.selectFrom('orders').select('purchase_id').where('id', '=', orderId);
  return db.selectFrom('orders').selectAll().where('purchase_id', '=', purchase).orderBy('id').execute();
}

function selectOrdersOfPurchase(db: Database, purchaseId: string) {
  return db.selectFrom('orders').selectAll().where('purchase_id', '=', purchaseId).orderBy('id');
}

export function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The ids of purchases with unpaid orders whose time is up. */
export async function findPurchasesToExpire(
  db: Database,
  { at, after, limit }: { at: Date; after: string | undefined; limit: number },
): Promise<string[]> {
  let orders = db
    .selectFrom('orders')
    .select('purchase_id')
    .distinct()
    .where('state', '=', 'unpaid')
    .where('expires_at', '<=', at);
  if (after !== undefined) orders = orders.where('purchase_id', '>', after);
  const rows = await orders.orderBy('purchase_id').limit(limit).execute();
  return rows.map(({ purchase_id }) => purchase_id);
}

/** Writes purchases, their orders and the first transitions of these, in one statement. Only `transition-order.ts` calls it. */
export async function insertOrders(db: Database, purchases: readonly NewPurchase[]): Promise<OrderRow[]> {
  const orders = purchases.flatMap(({ purchase, orders }) =>
    orders.map((order) => ({ ...order, purchase_id: purchase.id })),
  );
  const transitions = orders.map(({ id, buyer_id, state, placed_at }) => ({
    id: randomUUIDv7(),
    order_id: id,
    from_state: null,
    to_state: state,
    actor_id: buyer_id,
    moved_at: placed_at,
  }));
  return await db
    .with('purchase', (query) =>
      // the driver writes objects as JSON
      query.insertInto('purchases').values(purchases.map(({ purchase }) => purchase as never)),
    )
    .with('transitions', (query) => query.insertInto('order_moves').values(transitions))
    .insertInto('orders')
    .values(orders)
    .returningAll()
    .execute();
}

/** The order as it was when it was placed. */
export function restorePlacedOrder(order: OrderRow): OrderRow {
  return {
    ...order,
    state: 'unpaid',
    transaction_id: null,
    carrier: null,
    tracking: null,
    refunded_cents: 0,
    delivered_on: null,
    updated_at: order.placed_at,
  };
}

export type OrderPatch = Partial<
  Pick<
    OrderRow,
    | 'transaction_id'
    | 'carrier'
    | 'tracking'
    | 'refunded_cents'
    | 'location'
    | 'phone'
    | 'promised_from'
    | 'promised_by'
    | 'delivered_on'
  >
>;

export function updateOrder(
  db: Database,
  id: string,
  changes: OrderPatch & { updated_at: Date },
): Promise<OrderRow> {
  return setOrder(db, id, changes);
}

/** Of a purchase whose delivery costs `cents` now. */
export async function updateDeliveryShares(
  db: Database,
  {
    purchaseId,
    cents,
    shares,
  }: { purchaseId: string; cents: Cents; shares: readonly { id: string; deliveryCents: Cents }[] },
): Promise<void> {
  await db.updateTable('purchases').set({ delivery_cents: cents }).where('id', '=', purchaseId).execute();
  for (const { id, deliveryCents } of shares) await setOrder(db, id, { delivery_cents: deliveryCents });
}

export type TransitionRecord = {
  to: OrderState;
  /** Null for the shop itself. */
  actorId: string | null;
  /** In words of a person or the shop; null when the state explains itself. */
  reason: string | null;
  noticedThrough: PaymentNotice | null;
  at: Date;
};

/** Writes and records the transition of a locked order. Only `transition-order.ts` calls it, after its checks. */
export async function updateOrderState(
  db: Database,
  order: Pick<OrderRow, 'id' | 'state'>,
  { to, actorId, reason, noticedThrough, at }: TransitionRecord,
  patch: OrderPatch,
): Promise<OrderRow> {
  await db
    .insertInto('order_moves')
    .values({
      id: randomUUIDv7(),
      order_id: order.id,
      from_state: order.state,
      to_state: to,
      actor_id: actorId,
      reason,
      noticed_through: noticedThrough,
      moved_at: at,
    })
    .execute();
  return await setOrder(db, order.id, { ...patch, state: to, updated_at: at });
}

/** By the id of the person; of those who have any. */
export async function countUnpaidPurchases(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await selectUnpaidOrders(db, personIds)
    .select((row) => ['buyer_id', row.fn.count<number>('purchase_id').distinct().as('purchases')])
    .groupBy('buyer_id')
    .execute();
  return new Map(rows.map(({ buyer_id, purchases }) => [buyer_id, purchases]));
}

/** The units that each person has ordered and not paid, by person and part. */
export async function sumUnpaidUnits(
  db: Database,
  personIds: readonly string[],
): Promise<Map<string, Map<string, number>>> {
  const rows = await selectUnpaidOrders(db, personIds)
    .select(['buyer_id', 'part_id', sql<number>`sum(quantity)::int8`.as('units')])
    .groupBy(['buyer_id', 'part_id'])
    .execute();
  const people = Map.groupBy(rows, ({ buyer_id }) => buyer_id);
  return new Map(
    [...people].map(([id, ofPerson]) => [
      id,
      new Map(ofPerson.map(({ part_id, units }) => [part_id, units])),
    ]),
  );
}

export function selectUnpaidOrders(db: Database, personIds: readonly string[]) {
  return db.selectFrom('orders').where('buyer_id', 'in', personIds).where('state', '=', sql.lit('unpaid'));
}

export async function hasBought(
  db: Database,
  personId: string,
  partId: string | undefined,
): Promise<boolean> {
  let orders = selectBoughtOrders(db, personId).select('id').limit(1);
  if (partId) orders = orders.where('part_id', '=', partId);
  return (await orders.executeTakeFirst()) !== undefined;
}

export function findBoughtParts(db: Database, personId: string): Promise<{ id: string; name: string }[]> {
  return selectParts(db)
    .select(['id', 'name'])
    .where('id', 'in', selectBoughtOrders(db, personId).select('part_id'))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** Whether the person whom a column of another feature's row names has bought the part of the other column, or any if it is null. */
export function hasBoughtInRow({ person, part }: { person: string; part: string }) {
  return sql<boolean>`exists (
    select from orders
    where orders.buyer_id = ${sql.ref(person)} and orders.state in ('paid', 'shipped', 'delivered')
      and (${sql.ref(part)} is null or orders.part_id = ${sql.ref(part)}))`;
}

function selectBoughtOrders(db: Database, personId: string) {
  return db
    .selectFrom('orders')
    .where('buyer_id', '=', personId)
    .where('state', 'in', ['paid', 'shipped', 'delivered']);
}

/** What each part has sold: a unit counts `days` on the day of its order, and one less each day; for joins. */
export function selectSalesPoints(at: Date, days: number) {
  return sql`
    select part_id, sum(quantity::bigint * (${days}
      - ((${at}::timestamptz at time zone 'UTC')::date - (placed_at at time zone 'UTC')::date))) as points
    from orders
    where state in ('paid', 'shipped', 'delivered')
      and placed_at > ${at}::timestamptz - make_interval(days => ${days}) and placed_at <= ${at}
    group by part_id`;
}

/** On sale, and sold out within `days` if they sell as in the last `soldDays`; the soonest first. */
export async function findPartsEndingSoon(
  db: Database,
  { at, days, soldDays, limit }: { at: Date; days: number; soldDays: number; limit: number },
) {
  const sold = db
    .selectFrom('orders')
    .select(['part_id', sql<number>`sum(quantity)::int8`.as('units')])
    .where('state', 'in', ['paid', 'shipped', 'delivered'])
    .where('placed_at', '>', sql<Date>`${at}::timestamptz - make_interval(days => ${soldDays})`)
    .where('placed_at', '<=', at)
    .groupBy('part_id');
  return await selectPartsOnSale(db)
    .innerJoin(sold.as('sold'), 'sold.part_id', 'parts.id')
    .where(sql<boolean>`stock::bigint * ${soldDays} <= sold.units * ${days}`)
    .selectAll('parts')
    .select(['sold.units as sold', sql<number>`count(*) over ()`.as('total')])
    .orderBy(sql`stock::numeric / sold.units`)
    .orderBy('sold.units', 'desc')
    .orderBy('parts.id')
    .limit(limit)
    .execute();
}

/** Unpaid orders, and the purchases that they are in. */
export async function countUnpaidOrders(
  db: Database,
  expiringBefore: Date,
): Promise<{ orders: number; purchases: number; expiring: number }> {
  return await db
    .selectFrom('orders')
    .where('state', '=', 'unpaid')
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.count<number>('purchase_id').distinct().as('purchases'),
      fn.countAll<number>().filterWhere('expires_at', '<', expiringBefore).as('expiring'),
    ])
    .executeTakeFirstOrThrow();
}

function selectVisibleOrder(db: Database, viewer: Viewer, id: string) {
  return db.selectFrom('orders').selectAll().where('id', '=', id).where(isVisibleTo(viewer));
}

function setOrder(
  db: Database,
  id: string,
  changes: Updateable<DatabaseSchema['orders']>,
): Promise<OrderRow> {
  return db.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
