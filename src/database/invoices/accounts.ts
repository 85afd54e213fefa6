/** Reads what accountants get of a period. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { readTax, taxColumns } from '#database/orders/purchases.ts';
import type { AccountMovement, AccountOrder } from '#domain/invoices/accounts.ts';
import { formatInvoiceNumber } from '#domain/invoices/invoices.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';

/** `until`: exclusive. */
export type Period = { from: Date; until: Date };

/** Those that were placed in it. */
export async function findAccountOrders(db: Database, { from, until }: Period): Promise<AccountOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('purchases', 'purchases.id', 'purchase_id')
    .selectAll('orders')
    .select(taxColumns)
    .where('orders.placed_at', '>=', from)
    .where('orders.placed_at', '<', until)
    .orderBy('orders.id')
    .execute();
  return rows.map((order) => ({
    placedAt: order.placed_at,
    number: formatOrderNumber(order.id),
    purchaseId: order.purchase_id,
    state: order.state,
    buyerName: order.buyer_name,
    buyerEmail: order.buyer_email,
    part: order.part_name,
    quantity: order.quantity,
    unitCents: order.unit_price_cents,
    cents: order.total_cents,
    deliveryCents: order.delivery_cents,
    refundedCents: order.refunded_cents,
    tax: readTax(order),
    transactionId: order.transaction_id,
  }));
}

/** All rows of the ledger of money in it. */
export async function findAccountMovements(
  db: Database,
  { from, until }: Period,
): Promise<AccountMovement[]> {
  const rows = await db
    .selectFrom('money_movements')
    .innerJoin('payments', 'payments.id', 'money_movements.payment_id')
    .innerJoin('orders', 'orders.id', 'money_movements.order_id')
    .leftJoin('refunds', 'refunds.provider_id', 'money_movements.provider_id')
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.payment_id', '=', 'money_movements.payment_id')
        .on(
          sql<boolean>`invoices.kind = case money_movements.kind
            when 'charge' then 'invoice' when 'refund' then 'credit-note' when 'refund-failure' then 'reversal' end`,
        )
        .on(sql<boolean>`invoices.refund_id is not distinct from refunds.id`),
    )
    .select([
      ...([
        'moved_at',
        'money_movements.kind',
        'money_movements.provider_id',
        'payments.purchase_id',
      ] as const),
      ...(['buyer_name', 'buyer_email', 'money_movements.amount_cents'] as const),
      ...(['series', 'number', 'tax_cents', 'content'] as const),
    ])
    .where('moved_at', '>=', from)
    .where('moved_at', '<', until)
    .orderBy('money_movements.id')
    .execute();
  return rows.map((row) => ({
    at: row.moved_at,
    kind: row.kind,
    providerId: row.provider_id,
    purchaseId: row.purchase_id,
    buyerName: row.buyer_name,
    buyerEmail: row.buyer_email,
    cents: row.amount_cents,
    document:
      row.content && row.series && row.number
        ? {
            number: formatInvoiceNumber(row.content.prefix, row.series, row.number),
            taxCents: row.tax_cents ?? 0,
            tax: row.content.tax,
          }
        : null,
  }));
}
