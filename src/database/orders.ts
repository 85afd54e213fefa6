/** Reads and writes of orders and their moves. */
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type Page, type PageRequest, pageOf } from '#database/pages.ts';
import type { Tables } from '#database/schema.ts';
import type { OrderState } from '#domain/orders.ts';
import type { Viewer } from '#domain/people.ts';

export type OrderRow = Selectable<Tables['orders']>;
export type NewOrder = Insertable<Tables['orders']>;

/** The orders of one person, newest first; without a state, those that are neither cancelled nor expired. */
export function findOrdersOfBuyer(
  db: Database,
  email: string,
  page: PageRequest<string>,
  state?: OrderState,
) {
  return findOrders(db, page, state, email);
}

/** Everybody's orders, newest first; without a state, those that are neither cancelled nor expired. */
export function findAllOrders(db: Database, page: PageRequest<string>, state?: OrderState) {
  return findOrders(db, page, state);
}

/** One order, if the viewer may see it: an owner their own, an administrator any. */
export function findOrderOf(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return visibleTo(db, viewer, id).executeTakeFirst();
}

/** The same, its row locked until the transaction ends, so that it moves once. */
export function lockOrderOf(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return visibleTo(db, viewer, id).forUpdate().executeTakeFirst();
}

/** One order by its id alone, its row locked: for the shop's own work, where nobody looks on. */
export function lockOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One order by its id alone: for the shop's own work, where nobody looks on. */
export function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertOrder(db: Database, order: NewOrder): Promise<OrderRow> {
  return db.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow();
}

/** Writes an order's new state and what comes with it; the row must be locked and the move allowed. */
export function updateOrder(
  db: Database,
  id: string,
  changes: Partial<Pick<OrderRow, 'state' | 'transaction_id' | 'carrier' | 'tracking'>> & {
    updated_at: Date;
  },
): Promise<OrderRow> {
  return db.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Adds to an order's history; every change of `state` comes with one. */
export async function recordMove(db: Database, move: Insertable<Tables['order_moves']>): Promise<void> {
  await db.insertInto('order_moves').values(move).execute();
}

/** An order's history, oldest first. */
export function findMoves(db: Database, orderId: string) {
  return db.selectFrom('order_moves').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

function visibleTo(db: Database, viewer: Viewer, id: string) {
  const order = db.selectFrom('orders').selectAll().where('id', '=', id);
  return viewer.role === 'admin' ? order : order.where('buyer_id', '=', viewer.id);
}

async function findOrders(
  db: Database,
  { limit, cursor }: PageRequest<string>,
  state: OrderState | undefined,
  email?: string,
): Promise<Page<OrderRow>> {
  let orders = db.selectFrom('orders');
  if (email) orders = orders.where('buyer_email', '=', email);
  orders = state
    ? orders.where('state', '=', state)
    : orders.where('state', 'not in', ['cancelled', 'expired']);
  const page = cursor ? orders.where('id', '<', cursor) : orders;
  const [rows, { total }] = await Promise.all([
    page
      .selectAll()
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    orders.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return pageOf(rows, total, limit, (row) => row.id);
}
