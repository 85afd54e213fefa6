/** Reads and writes of orders and the record of their transitions. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '#database/connect.ts';
import { makePage, type Page, type PageRequest } from '#database/pages.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { matchesAllWords } from '#database/text-search.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';
import type { OrderSort, OrderState, UnpaidOrders } from '#domain/orders/orders.ts';
import type { PaymentNotice } from '#domain/payments/payments.ts';
import type { Viewer } from '#domain/people/people.ts';

export type OrderRow = Selectable<DatabaseSchema['orders']>;
export type NewOrder = Insertable<DatabaseSchema['orders']>;

export type OrderListQuery = PageRequest<SortedCursor> & {
  /** Only the orders of this person. */
  email?: string | undefined;
  q?: string | undefined;
  sort?: OrderSort;
  /** Without one, orders that are neither cancelled nor expired. */
  status?: OrderState | undefined;
};

/** Orders that have every word of `q`, sorted as asked. */
export async function findOrders(db: Database, question: OrderListQuery): Promise<Page<OrderRow>> {
  const [rows, { total }] = await Promise.all([
    selectOrderPage(db, question).execute(),
    selectOrders(db, question)
      .select((row) => row.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return makePage(rows, total, question.limit, ({ id, total_cents }) =>
    sortedCursor.encode({ place: question.sort === 'total' ? total_cents : 0, id }),
  );
}

/** The query behind a page, whose plan a test looks at. */
export function selectOrderPage(db: Database, question: OrderListQuery) {
  const { limit, cursor, sort = 'newest' } = question;
  const orders = selectOrders(db, question)
    .selectAll()
    .limit(limit + 1);
  if (sort === 'oldest') {
    return (cursor ? orders.where('id', '>', cursor.id) : orders).orderBy('id');
  }
  if (sort === 'newest') {
    return (cursor ? orders.where('id', '<', cursor.id) : orders).orderBy('id', 'desc');
  }
  const after = (at: SortedCursor) => sql<boolean>`(total_cents, id) < (${at.place}::bigint, ${at.id}::uuid)`;
  return (cursor ? orders.where(after(cursor)) : orders).orderBy('total_cents', 'desc').orderBy('id', 'desc');
}

function selectOrders(db: Database, { email, q, status }: OrderListQuery) {
  let orders = db.selectFrom('orders');
  if (email) orders = orders.where('buyer_email', '=', email);
  for (const condition of matchesAllWords('orders', q)) orders = orders.where(condition);
  return status
    ? orders.where('state', '=', status)
    : orders.where('state', 'not in', ['cancelled', 'expired']);
}

/** One order, if the viewer may see it: an owner their own, an administrator any. */
export function findVisibleOrder(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return selectVisibleOrder(db, viewer, id).executeTakeFirst();
}

/** The same, its row locked until the transaction ends, so that it moves once. */
export function lockVisibleOrder(db: Database, viewer: Viewer, id: string): Promise<OrderRow | undefined> {
  return selectVisibleOrder(db, viewer, id).forUpdate().executeTakeFirst();
}

/** One order by its id alone, its row locked: no access check. */
export function lockOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One order by its id alone: no access check. */
export function findOrder(db: Database, id: string): Promise<OrderRow | undefined> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Unpaid orders whose time was up at `at`, by their ids, after the one of the page before. */
export function findOrdersToExpire(
  db: Database,
  { at, after, limit }: { at: Date; after: string | undefined; limit: number },
): Promise<OrderRow[]> {
  let orders = db
    .selectFrom('orders')
    .selectAll()
    .where('state', '=', 'unpaid')
    .where('expires_at', '<=', at);
  if (after !== undefined) orders = orders.where('id', '>', after);
  return orders.orderBy('id').limit(limit).execute();
}

/** Writes a new order, and the beginning of its record. Only `transition-order.ts` calls it. */
export async function insertOrder(db: Database, order: NewOrder): Promise<OrderRow> {
  const inserted = await db.insertInto('orders').values(order).returningAll().executeTakeFirstOrThrow();
  const { id, buyer_id, state, placed_at } = inserted;
  await recordTransition(db, {
    order_id: id,
    from_state: null,
    to_state: state,
    actor_id: buyer_id,
    moved_at: placed_at,
  });
  return inserted;
}

/** What a transition may change of an order besides its state. */
export type OrderPatch = Partial<
  Pick<OrderRow, 'transaction_id' | 'carrier' | 'tracking' | 'refunded_cents'>
>;

/** Changes an order that stays in its state; its row must be locked. */
export function updateOrder(
  db: Database,
  id: string,
  changes: OrderPatch & { updated_at: Date },
): Promise<OrderRow> {
  return setOrder(db, id, changes);
}

/** Who moved an order to a state, and why. */
export type TransitionRecord = {
  to: OrderState;
  /** Null for the shop itself. */
  actorId: string | null;
  /** Why, in words that a person or the shop gave; null when the state alone says it. */
  reason: string | null;
  noticedThrough: PaymentNotice | null;
  at: Date;
};

/** Moves a locked order to another state and records it. Only `transition-order.ts` calls it, which has checked that it may. */
export async function updateOrderState(
  db: Database,
  order: Pick<OrderRow, 'id' | 'state'>,
  { to, actorId, reason, noticedThrough, at }: TransitionRecord,
  patch: OrderPatch,
): Promise<OrderRow> {
  await recordTransition(db, {
    order_id: order.id,
    from_state: order.state,
    to_state: to,
    actor_id: actorId,
    reason,
    noticed_through: noticedThrough,
    moved_at: at,
  });
  return await setOrder(db, order.id, { ...patch, state: to, updated_at: at });
}

/** True when mails about the order may go to its buyer: their address is confirmed, or a payment of it has succeeded. */
export async function mayMailBuyer(db: Database, orderId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('people', 'people.id', 'orders.buyer_id')
    .select('orders.id')
    .where('orders.id', '=', orderId)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('people.email_verified', '=', true),
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.status', 'in', ['succeeded', 'late']),
        ),
      ]),
    )
    .executeTakeFirst();
  return order !== undefined;
}

/** How many unpaid orders a person has, and how many units of the part these hold. */
export async function countUnpaid(db: Database, personId: string, partId: string): Promise<UnpaidOrders> {
  return await db
    .selectFrom('orders')
    .where('buyer_id', '=', personId)
    .where('state', '=', sql.lit('unpaid'))
    .select((row) => [
      row.fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(quantity) filter (where part_id = ${partId}), 0)::int8`.as('units'),
    ])
    .executeTakeFirstOrThrow();
}

/** True when the person has an order of the part, or of any, that is paid and was not refunded. */
export async function hasBought(
  db: Database,
  personId: string,
  partId: string | undefined,
): Promise<boolean> {
  let orders = selectPurchases(db, personId).select('id').limit(1);
  if (partId) orders = orders.where('part_id', '=', partId);
  return (await orders.executeTakeFirst()) !== undefined;
}

/** The parts of which that is true, by name. */
export function findBoughtParts(db: Database, personId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('parts')
    .select(['id', 'name'])
    .where('id', 'in', selectPurchases(db, personId).select('part_id'))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

function selectPurchases(db: Database, personId: string) {
  return db
    .selectFrom('orders')
    .where('buyer_id', '=', personId)
    .where('state', 'in', ['paid', 'shipped', 'delivered']);
}

/** How many orders are in a state. */
export async function countOrders(db: Database, state: OrderState): Promise<number> {
  const { total } = await db
    .selectFrom('orders')
    .where('state', '=', state)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function selectVisibleOrder(db: Database, viewer: Viewer, id: string) {
  const order = db.selectFrom('orders').selectAll().where('id', '=', id);
  return viewer.role === 'admin' ? order : order.where('buyer_id', '=', viewer.id);
}

function setOrder(
  db: Database,
  id: string,
  changes: Updateable<DatabaseSchema['orders']>,
): Promise<OrderRow> {
  return db.updateTable('orders').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

async function recordTransition(
  db: Database,
  transition: Omit<Insertable<DatabaseSchema['order_moves']>, 'id'>,
): Promise<void> {
  await db
    .insertInto('order_moves')
    .values({ id: randomUUIDv7(), ...transition })
    .execute();
}
