/** Reads and writes of refunds. */

import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { type CustomerFilter, type DayFilter, isOfCustomer, isWithinDays } from '#database/list-filters.ts';
import type { OrderRow } from '#database/orders/orders.ts';
import { countSkippedRows, makePage, type Page, type PageRequest } from '#database/pages.ts';
import { type ConcernedOrder, findDisputesOfOrder } from '#database/payments/disputes.ts';
import { findCharges } from '#database/payments/money-movements.ts';
import { isOfAccount } from '#database/payments/payments.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { type SortedCursor, sortedCursor } from '#domain/cursors.ts';
import { computeTotal } from '#domain/orders/purchases.ts';
import type { ProviderAccount } from '#domain/payments/payments.ts';
import type { RefundShare } from '#domain/payments/refund-shares.ts';
import { computeRefundable, type Refundable, type RefundStatus } from '#domain/payments/refunds.ts';

export type RefundRow = Selectable<DatabaseSchema['refunds']>;
export type ListedRefund = RefundRow & { part_name: string; buyer_name: string; buyer_email: string };

export function insertRefund(
  db: Database,
  refund: Insertable<DatabaseSchema['refunds']>,
): Promise<RefundRow | undefined> {
  return db
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('provider_id').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockRefund(db: Database, id: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function findRefundAtProvider(db: Database, providerId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('provider_id', '=', providerId).executeTakeFirst();
}

/** Its refunds, and its shares of refunds of several orders, as refunds of their amounts. */
export async function findRefundsOfOrder(db: Database, orderId: string): Promise<RefundRow[]> {
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('refund_shares as own', (join) =>
      join.onRef('own.refund_id', '=', 'refunds.id').on('own.order_id', '=', orderId),
    )
    .selectAll('refunds')
    .select('own.amount_cents as share')
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        eb('own.order_id', 'is not', null),
        and([
          eb('refunds.order_id', '=', orderId),
          not(
            exists(selectFrom('refund_shares').select('refund_id').whereRef('refund_id', '=', 'refunds.id')),
          ),
        ]),
      ]),
    )
    .orderBy('refunds.id')
    .execute();
  return rows.map(({ share, ...refund }) => (share === null ? refund : { ...refund, amount_cents: share }));
}

export async function insertRefundShares(
  db: Database,
  refundId: string,
  shares: readonly RefundShare[],
): Promise<void> {
  if (shares.length === 0) return;
  await db
    .insertInto('refund_shares')
    .values(
      shares.map(({ orderId, amount }) => ({ refund_id: refundId, order_id: orderId, amount_cents: amount })),
    )
    .execute();
}

/** None when all of the refund is of its own order. */
export async function findRefundShares(db: Database, refundId: string): Promise<RefundShare[]> {
  const rows = await db
    .selectFrom('refund_shares')
    .select(['order_id', 'amount_cents'])
    .where('refund_id', '=', refundId)
    .orderBy('order_id')
    .execute();
  return rows.map(({ order_id, amount_cents }) => ({ orderId: order_id, amount: amount_cents }));
}

/** Whose they are: of their own order, or of several by their shares; by the id of the refund. */
export async function findOrdersOfRefunds(
  db: Database,
  refunds: readonly { id: string }[],
): Promise<Map<string, ConcernedOrder[]>> {
  if (refunds.length === 0) return new Map();
  const rows = await db
    .selectFrom('refunds')
    .leftJoin('refund_shares', 'refund_id', 'refunds.id')
    .innerJoin('orders', (join) =>
      join.on('orders.id', '=', sql`coalesce(refund_shares.order_id, refunds.order_id)`),
    )
    .select([
      'refunds.id',
      'orders.id as order_id',
      'part_name',
      sql<number>`coalesce(refund_shares.amount_cents, refunds.amount_cents)`.as('amount_cents'),
    ])
    .where(
      'refunds.id',
      'in',
      refunds.map(({ id }) => id),
    )
    .orderBy('orders.id')
    .execute();
  return Map.groupBy(rows, ({ id }) => id);
}

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

/** In whole, whatever orders they are of. */
function findRefundsOfPayment(db: Database, paymentId: string): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute();
}

/** Of another account only when that is `account`; of an unknown account after a tenth of their age. */
export function findStaleRefunds(
  db: Database,
  {
    at,
    before,
    account,
    limit,
  }: { at: Date; before: Date; account: ProviderAccount | undefined; limit: number },
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
        isOfAccount(account),
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

export async function markRefundOfOtherAccount(
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
    const earlier = isSettling
      ? refunds.filter(({ payment_id }) => payment_id === paymentId)
      : await findRefundsOfPayment(db, paymentId);
    const ofPayment = disputes.filter(({ payment_id }) => payment_id === paymentId);
    refundables.push({ paymentId, ...computeRefundable(charge, earlier, ofPayment) });
  }
  const open = refundables.filter(({ amount }) => amount > 0);
  return open.find(({ isDisputed }) => !isDisputed) ?? open[0] ?? refundables[0];
}

export type RefundListQuery = PageRequest<SortedCursor> &
  DayFilter &
  CustomerFilter & { status?: RefundStatus | undefined };

export async function findRefunds(db: Database, query: RefundListQuery): Promise<Page<ListedRefund>> {
  const { limit, cursor, status } = query;
  let refunds = db.selectFrom('refunds').innerJoin('orders', 'orders.id', 'refunds.order_id');
  if (status) refunds = refunds.where('refunds.status', '=', status);
  for (const condition of [...isWithinDays('refunds.created_at', query), ...isOfCustomer(query)])
    refunds = refunds.where(condition);
  const listed = refunds
    .selectAll('refunds')
    .select(['orders.part_name', 'orders.buyer_name', 'orders.buyer_email'])
    .orderBy('refunds.id', 'desc')
    .limit(limit + 1)
    .offset(countSkippedRows(query));
  const [rows, { total }] = await Promise.all([
    (cursor ? listed.where('refunds.id', '<', cursor.id) : listed).execute(),
    refunds.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return makePage(rows, total, limit, ({ id }) => sortedCursor.encode({ place: 0, id }));
}

/** Counts failed refunds without a later refund of the same order and payment. */
export async function countFailedRefunds(db: Database): Promise<number> {
  const { total } = await db
    .selectFrom('refunds as failed')
    .where('failed.status', '=', 'failed')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('refunds as later')
            .select('later.id')
            .whereRef('later.payment_id', '=', 'failed.payment_id')
            .whereRef('later.order_id', '=', 'failed.order_id')
            .whereRef('later.id', '>', 'failed.id')
            .where('later.status', '<>', 'failed'),
        ),
      ),
    )
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
