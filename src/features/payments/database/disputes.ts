/** Reads and writes of disputes. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { SortedCursor } from '#kernel/cursors.ts';
import type { Cents } from '#kernel/money.ts';
import { hasWithdrawn, type OrderDispute } from '#payments/rules/disputes.ts';
import type { Database } from '#platform/database/connect.ts';
import {
  type CustomerFilter,
  type DayFilter,
  isOfCustomer,
  isWithinDays,
} from '#platform/database/list-filters.ts';
import { countRows, type Page, type PageRequest, readPageById } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { readOfOrders, refundedOfPayment, selectOrders } from '#purchases/database/orders.ts';

export type DisputeRow = Selectable<DatabaseSchema['disputes']>;
/** An order that a refund or a dispute is of. */
export type ConcernedOrder = { order_id: string; part_name: string; amount_cents: Cents };
export type ListedDispute = DisputeRow & { part_name: string; buyer_name: string; buyer_email: string };

/** Writes the state of a dispute at the provider; a late answer reopens only an inquiry that was over and is a dispute now. Returns its id when it is new, or so reopened. */
export async function upsertDispute(
  db: Database,
  dispute: Insertable<DatabaseSchema['disputes']>,
): Promise<string | undefined> {
  const { amount_cents, reason, status, is_refundable, respond_by, closed_at, updated_at } = dispute;
  const known = await db
    .selectFrom('disputes')
    .select('closed_at')
    .where('provider_id', '=', dispute.provider_id)
    .forUpdate()
    .executeTakeFirst();
  const written = await db
    .insertInto('disputes')
    .values(dispute)
    .onConflict((conflict) =>
      conflict
        .column('provider_id')
        .doUpdateSet({ amount_cents, reason, status, is_refundable, respond_by, closed_at, updated_at })
        .where(({ or, and, eb, val }) =>
          or([
            eb('disputes.closed_at', 'is', null),
            and([eb('disputes.status', '=', 'warning_closed'), val(hasWithdrawn(status))]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  return written && (written.id === dispute.id || known?.closed_at) ? written.id : undefined;
}

export function findDisputesOfOrder(db: Database, orderId: string): Promise<DisputeRow[]> {
  return selectWithOrders(db)
    .selectAll('disputes')
    .where('orders.id', '=', orderId)
    .orderBy('disputes.id')
    .execute();
}

/** Of the order of the statement around, null without an open or lost one; an open one counts before a lost one. */
export const disputeOfOrder = sql<OrderDispute | null>`(
  select case when bool_or(closed_at is null) then 'open' else min(disputes.status) end
  from payments join disputes on disputes.payment_id = payments.id
  where payments.purchase_id = orders.purchase_id and (closed_at is null or disputes.status = 'lost')
    and (orders.transaction_id = payments.provider_id or orders.id = disputes.order_id))`;

/** Of the order of the statement around: a bank has given all that was left of its payment back to the card's holder. */
export const isPaymentLost = sql<boolean>`exists (
  select from payments join disputes on disputes.payment_id = payments.id
  where payments.provider_id = orders.transaction_id
    and disputes.status = 'lost' and disputes.amount_cents + ${refundedOfPayment} >= payments.amount_cents)`;

/** By order id. */
export function findDisputesOfOrders(db: Database, orders: readonly { id: string }[]) {
  return readOfOrders(db, orders, disputeOfOrder);
}

/** The orders that each dispute concerns, with their totals and shares of delivery; by the id of the dispute. */
export async function findOrdersOfDisputes(
  db: Database,
  disputes: readonly { id: string }[],
): Promise<Map<string, ConcernedOrder[]>> {
  if (disputes.length === 0) return new Map();
  const ids = disputes.map(({ id }) => id);
  const rows = await selectWithOrders(db)
    .select(['disputes.id', 'orders.id as order_id', 'part_name'])
    .select(sql<Cents>`orders.total_cents + orders.delivery_cents`.as('amount_cents'))
    .where('disputes.id', 'in', ids)
    .orderBy('orders.id')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

/** The ids of orders with open and lost disputes. */
export function selectDisputedOrders(db: Database) {
  return selectWithOrders(db)
    .where(({ or, eb }) => or([eb('closed_at', 'is', null), eb('disputes.status', '=', 'lost')]))
    .select('orders.id');
}

/** A dispute concerns every order that its payment has paid, and the one that the payment names. */
function selectWithOrders(db: Database) {
  return selectOrders(db)
    .innerJoin('payments', 'payments.purchase_id', 'orders.purchase_id')
    .innerJoin('disputes', 'disputes.payment_id', 'payments.id')
    .where(({ or, eb }) =>
      or([
        eb('orders.transaction_id', '=', eb.ref('payments.provider_id')),
        eb('orders.id', '=', eb.ref('disputes.order_id')),
      ]),
    );
}

export type DisputeListQuery = PageRequest<SortedCursor> &
  DayFilter &
  CustomerFilter & { status?: 'open' | 'closed' | undefined };

export async function findDisputes(db: Database, query: DisputeListQuery): Promise<Page<ListedDispute>> {
  const { status } = query;
  let disputes = selectOrders(db).innerJoin('disputes', 'disputes.order_id', 'orders.id');
  if (status) disputes = disputes.where('disputes.closed_at', status === 'open' ? 'is' : 'is not', null);
  for (const condition of [...isWithinDays('disputes.opened_at', query), ...isOfCustomer(query)])
    disputes = disputes.where(condition);
  const rows = disputes
    .selectAll('disputes')
    .select(['orders.part_name', 'orders.buyer_name', 'orders.buyer_email']);
  return await readPageById(query, disputes, rows, { column: 'disputes.id' });
}

export function countOpenDisputes(db: Database): Promise<number> {
  return countRows(db.selectFrom('disputes').where('closed_at', 'is', null));
}
