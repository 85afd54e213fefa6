/** Reads and writes of refunds. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { SortedCursor } from '#kernel/cursors.ts';
import { findDisputesOfOrder } from '#payments/database/disputes.ts';
import { findCharges, isOfMerchant, type PaymentRow } from '#payments/database/payments.ts';
import type { Merchant } from '#payments/rules/payments.ts';
import {
  computeLeft,
  computeRefundable,
  type Refundable,
  type RefundedOrder,
  type RefundLine,
  type refundFilters,
} from '#payments/rules/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import {
  type CustomerFilter,
  type DayFilter,
  isOfCustomer,
  isWithinDays,
} from '#platform/database/list-filters.ts';
import { countRows, type Page, type PageRequest, readPageById } from '#platform/database/pages.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { type OrderRow, readOfOrders, selectOrders } from '#purchases/database/orders.ts';
import { shippedAt } from '#purchases/database/shipments.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';

export type RefundRow = Selectable<DatabaseSchema['refunds']>;
export type ListedRefund = RefundRow & { part_name: string; buyer_name: string; buyer_email: string };
/** One order's part of a refund. */
export type OrderRefund = RefundRow & Pick<RefundLineRow, 'amount_cents' | 'returned_units'>;
export type RefundLineRow = Selectable<DatabaseSchema['refund_lines']> & { part_name: string };

/** A pending one of the sum of its lines. Undefined when the provider's refund is there already. */
export async function insertRefund(
  db: Database,
  { at, ...refund }: Omit<Insertable<DatabaseSchema['refunds']>, DecidedColumn> & { at: Date },
  lines: readonly RefundLine[],
): Promise<RefundRow | undefined> {
  const row = await db
    .insertInto('refunds')
    .values({ ...refund, status: 'pending', created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .insertInto('refund_lines')
    .values(
      lines.map(({ orderId, amount, returnedUnits }) => ({
        refund_id: row.id,
        order_id: orderId,
        amount_cents: amount,
        returned_units: returnedUnits,
      })),
    )
    .execute();
  return row;
}
type DecidedColumn = 'status' | 'created_at' | 'updated_at';

export function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findRefundAtProvider(db: Database, providerId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

export function findRefundsOfOrder(db: Database, orderId: string): Promise<OrderRefund[]> {
  return selectOrderRefunds(db).where('refund_lines.order_id', '=', orderId).execute();
}

/** What is left to be refunded of those that the payment has paid. */
export async function findLeftOfOrders(
  db: Database,
  payment: Pick<PaymentRow, 'id' | 'provider_id'>,
  orders: readonly OrderRow[],
): Promise<RefundedOrder[]> {
  const lefts: RefundedOrder[] = [];
  for (const order of orders.filter(({ transaction_id }) => transaction_id === payment.provider_id)) {
    const refunds = await findRefundsOfOrder(db, order.id);
    const ofPayment = refunds.filter(({ payment_id }) => payment_id === payment.id);
    lefts.push({ id: order.id, ...computeLeft(computeTotal(order), ofPayment) });
  }
  return lefts;
}

/** The columns of a line are in place of those of its refund. */
function selectOrderRefunds(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('refund_lines', 'refund_id', 'refunds.id')
    .selectAll('refunds')
    .select(['refund_lines.amount_cents', 'refund_lines.returned_units'])
    .orderBy('refunds.id');
}

/** By the ids of their orders. */
export function findRefundLines(db: Database, refundId: string): Promise<RefundLineRow[]> {
  return selectLines(db, [refundId]).execute();
}

/** The lines of each refund by its id, by the ids of their orders. */
export async function findLinesOfRefunds(
  db: Database,
  refunds: readonly { id: string }[],
): Promise<Map<string, RefundLineRow[]>> {
  if (refunds.length === 0) return new Map();
  const ids = refunds.map(({ id }) => id);
  return Map.groupBy(await selectLines(db, ids).execute(), ({ refund_id }) => refund_id);
}

function selectLines(db: Database, refundIds: readonly string[]) {
  return selectOrders(db)
    .innerJoin('refund_lines', 'refund_lines.order_id', 'orders.id')
    .selectAll('refund_lines')
    .select('part_name')
    .where('refund_id', 'in', refundIds)
    .orderBy('refund_lines.order_id');
}

/** Of the order of the statement around: all of what paid it is on its way back. */
const isBeingRefunded = sql<boolean>`(orders.total_cents + orders.delivery_cents <= (
  select coalesce(sum(amount_cents), 0) from refund_lines
  where order_id = orders.id and (
    select status = 'succeeded' or status = 'pending' and elsewhere_at is null from refunds
    where id = refund_id and payment_id in (select id from payments where provider_id = orders.transaction_id))))`;

/** Of the order of the statement around: its units without those that went back into the stock before it was shipped. */
export const parcelUnits = sql<number>`(case when orders.state = 'paid' and ${isBeingRefunded} then 0 else orders.quantity - (
  select coalesce(sum(returned_units), 0) from refund_lines
  where order_id = orders.id and (
    select (status <> 'failed' or succeeded_at is not null) and created_at < coalesce(${shippedAt}, 'infinity')
    from refunds where id = refund_id)) end)::int`;

/** Of the order of the statement around: a refund may still fail. */
export const hasPendingRefund = sql<boolean>`exists (
  select from refund_lines join refunds on refunds.id = refund_id
  where order_id = orders.id and refunds.status = 'pending')`;

/** By the id of the order. */
export function findParcelUnits(db: Database, orders: readonly { id: string }[]) {
  return readOfOrders(db, orders, parcelUnits);
}

/** The order of its first line, which stands for all of them in lists. */
export const firstOrderOfRefund = sql<string>`(
  select order_id from refund_lines where refund_id = refunds.id order by order_id limit 1)`;

/** In whole, with the provider's id of their payment. */
export function findRefundsOfPurchase(
  db: Database,
  purchaseId: string,
): Promise<(RefundRow & { transaction_id: string | null })[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .selectAll('refunds')
    .select('payments.provider_id as transaction_id')
    .where('purchase_id', '=', purchaseId)
    .orderBy('refunds.id')
    .execute();
}

/** Of another account only when that is `account`; of an unknown account after a tenth of their age. */
export function findStaleRefunds(
  db: Database,
  { at, before, merchant, limit }: { at: Date; before: Date; merchant: Merchant | undefined; limit: number },
): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .where('refunds.status', '=', 'pending')
    .where('refunds.updated_at', '<=', before)
    .where((refund) =>
      refund.or([
        refund('elsewhere_at', 'is', null),
        isOfMerchant(merchant),
        refund.and([
          refund('payments.provider_account', 'is', null),
          sql<boolean>`elsewhere_at + greatest(interval '30 seconds', (${at}::timestamptz - refunds.created_at) / 10)
            <= ${at}::timestamptz`,
        ]),
      ]),
    )
    .orderBy('refunds.updated_at')
    .limit(limit)
    .execute();
}

export async function markRefundOfOtherMerchant(
  db: Database,
  id: string,
  at: Date,
): Promise<RefundRow | undefined> {
  return await db
    .updateTable('refunds')
    .set({ elsewhere_at: at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
}

export function updateRefund(
  db: Database,
  id: string,
  changes: Partial<
    Pick<RefundRow, 'status' | 'provider_id' | 'failure' | 'succeeded_at' | 'failed_at' | 'elsewhere_at'>
  > & {
    updated_at: Date;
  },
): Promise<RefundRow> {
  return db.updateTable('refunds').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/**
 * Undefined without a charge. Of several payments it is one with money left, preferably undisputed. Of the payment that
 * paid the order its own total can be refunded; a late payment goes back by the order that it names.
 */
export async function findRefundable(
  db: Database,
  order: OrderRow,
): Promise<(Refundable & { paymentId: string }) | undefined> {
  const [charges, refunds, disputes] = await Promise.all([
    findCharges(db, order.purchase_id),
    findRefundsOfOrder(db, order.id),
    findDisputesOfOrder(db, order.id),
  ]);
  const refundables: (Refundable & { paymentId: string })[] = [];
  for (const { payment_id: paymentId, amount_cents, order_id, status, provider_id } of charges) {
    const isSettling = status === 'succeeded' && provider_id === order.transaction_id;
    if (!isSettling && (status !== 'late' || order_id !== order.id)) continue;
    // the units of a late payment are in the stock already, or paid by another payment
    const charge = isSettling
      ? { paid: computeTotal(order), quantity: order.quantity }
      : { paid: amount_cents, quantity: 0 };
    // of a late payment those of all orders count
    const earlier = isSettling
      ? refunds.filter(({ payment_id }) => payment_id === paymentId)
      : await selectOrderRefunds(db).where('payment_id', '=', paymentId).execute();
    const ofPayment = disputes.filter(({ payment_id }) => payment_id === paymentId);
    refundables.push({ paymentId, ...computeRefundable(charge, earlier, ofPayment) });
  }
  const open = refundables.filter(({ amount }) => amount > 0);
  return open.find(({ isDisputed }) => !isDisputed) ?? open[0] ?? refundables[0];
}

export type RefundListQuery = PageRequest<SortedCursor> &
  DayFilter &
  CustomerFilter & { status?: (typeof refundFilters)[number] | undefined };

export async function findRefunds(db: Database, query: RefundListQuery): Promise<Page<ListedRefund>> {
  const { status } = query;
  let refunds = selectOrders(db).innerJoin('refunds', (join) =>
    join.on('orders.id', '=', firstOrderOfRefund),
  );
  if (status)
    refunds = refunds.where(status === 'to-repeat' ? isToRepeat : sql<boolean>`refunds.status = ${status}`);
  for (const condition of [...isWithinDays('refunds.created_at', query), ...isOfCustomer(query)])
    refunds = refunds.where(condition);
  const rows = refunds
    .selectAll('refunds')
    .select(['orders.part_name', 'orders.buyer_name', 'orders.buyer_email']);
  return await readPageById(query, refunds, rows, { column: 'refunds.id' });
}

/** Of the refund of the statement around: what was requested of the same payment for its orders, itself too. */
const ofSameOrders = sql`(
  select requested.*, line.amount_cents as cents from refunds as requested
  join refund_lines as line on line.refund_id = requested.id
  where requested.payment_id = refunds.payment_id
    and line.order_id in (select order_id from refund_lines where refund_id = refunds.id))`;

/**
 * Failed, and not requested again since then. What the provider had made is repeated when as much has been made since one of
 * them failed as failed until this one did; one that fails again counts itself. Of those that the provider refused, any
 * later refund stands for those before it, of refused ones one of the same amount.
 */
const isToRepeat = sql<boolean>`(refunds.status = 'failed' and case when refunds.provider_id is null
  then not exists (
    select from ${ofSameOrders} as later
    where id > refunds.id and created_at >= refunds.failed_at
      and (status <> 'failed' or provider_id is not null or amount_cents = refunds.amount_cents))
  else exists (
    select from ${ofSameOrders} as first
    where status = 'failed' and provider_id is not null and (failed_at, id) <= (refunds.failed_at, refunds.id)
      and (
        select coalesce(sum(cents) filter (
            where (failed_at, id) between (first.failed_at, first.id) and (refunds.failed_at, refunds.id)), 0)
          - coalesce(sum(cents) filter (where id > first.id and created_at >= first.failed_at), 0)
        from ${ofSameOrders} as made
        where status <> 'failed' or provider_id is not null) > 0) end)`;

export function countRefundsToRepeat(db: Database): Promise<number> {
  return countRows(db.selectFrom('refunds').where(isToRepeat));
}
