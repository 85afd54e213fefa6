/** Reads all records about orders and parts, for the audit. */
import { sql } from 'kysely';
import type { PurchaseBooks } from '#administration/rules/audit.ts';
import type { Tax } from '#delivery/rules/tax.ts';
import type { Database } from '#platform/database/connect.ts';
import type { PurchaseRow } from '#purchases/database/purchases.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';

export async function readPurchaseBooks(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PurchaseBooks[]> {
  const page = db.selectFrom('purchases').selectAll().orderBy('id').limit(limit);
  const purchases = await (after === undefined ? page : page.where('id', '>', after)).execute();
  if (purchases.length === 0) return [];
  const ids = purchases.map(({ id }) => id);
  const records = await readRecords(db, ids);
  return purchases.map((purchase) => presentBooks(purchase, records));
}

/** By the names of the books. */
async function readRecords(db: Database, ids: string[]) {
  const ofOrders = db.selectFrom('orders').where('purchase_id', 'in', ids);
  const ofPayments = db.selectFrom('payments').where('payments.purchase_id', 'in', ids);
  const orders = await ofOrders
    .select(['purchase_id', 'id', 'state', 'quantity', 'total_cents', 'delivery_cents'])
    .select(['refunded_cents as refunded', 'transaction_id as transactionId'])
    .orderBy('id')
    .execute();
  const transitions = await ofOrders
    .innerJoin('order_moves', 'order_id', 'orders.id')
    .select(['order_id', 'from_state as from', 'to_state as to'])
    .orderBy('order_moves.id')
    .execute();
  const units = await ofOrders
    .innerJoin('stock_movements', 'order_id', 'orders.id')
    .select(['orders.id', sql<number>`sum(units)::int`.as('units')])
    .groupBy('orders.id')
    .execute();
  const payments = await ofPayments
    .select(['purchase_id', 'id', 'provider_id as providerId', 'status', 'amount_cents as amount'])
    .select(['provider_account', 'provider_is_live'])
    .orderBy('id')
    .execute();
  const money = await ofPayments
    .innerJoin('money_movements as money', 'money.payment_id', 'payments.id')
    .select(['payments.purchase_id', 'money.payment_id as paymentId', 'money.provider_id as providerId'])
    .select(['money.kind', 'money.amount_cents as amount'])
    .orderBy('money.id')
    .execute();
  const refunds = await ofPayments
    .innerJoin('refunds', 'payment_id', 'payments.id')
    .select(['payments.purchase_id', 'payment_id as paymentId', 'refunds.provider_id as providerId'])
    .select(['refunds.id', 'refunds.status', 'refunds.amount_cents as amount'])
    .select(sql<boolean>`succeeded_at is not null`.as('hasSucceeded'))
    .orderBy('refunds.id')
    .execute();
  const lines = await ofPayments
    .innerJoin('refunds', 'payment_id', 'payments.id')
    .innerJoin('refund_lines', 'refund_id', 'refunds.id')
    .select(['refund_id', 'refund_lines.order_id as orderId', 'refund_lines.amount_cents as amount'])
    .select('returned_units as returnedUnits')
    .execute();
  const disputes = await ofPayments
    .innerJoin('disputes', 'payment_id', 'payments.id')
    .select(['payments.purchase_id', 'payment_id as paymentId', 'disputes.provider_id as providerId'])
    .select(['disputes.status', 'disputes.amount_cents as amount'])
    .orderBy('disputes.id')
    .execute();
  const invoices = await db
    .selectFrom('invoices')
    .where('purchase_id', 'in', ids)
    .select(['purchase_id', 'id', 'kind', 'number', 'payment_id as paymentId', 'refund_id as refundId'])
    .select(['invoice_id as invoiceId', 'total_cents as total', 'tax_cents as tax'])
    .select(sql<Tax | null>`content -> 'tax'`.as('rate'))
    .orderBy('number')
    .execute();
  return {
    orders: groupByPurchase(orders),
    payments: groupByPurchase(payments),
    money: groupByPurchase(money),
    refunds: groupByPurchase(refunds),
    disputes: groupByPurchase(disputes),
    invoices: groupByPurchase(invoices),
    transitions: Map.groupBy(transitions, ({ order_id }) => order_id),
    units: new Map(units.map((row) => [row.id, row.units])),
    lines: Map.groupBy(lines, ({ refund_id }) => refund_id),
  };
}

type Records = Awaited<ReturnType<typeof readRecords>>;

function presentBooks(
  { id, order_count, delivery, delivery_cents }: PurchaseRow,
  { orders, payments, money, refunds, disputes, invoices, transitions, units, lines }: Records,
): PurchaseBooks {
  return {
    id,
    orderCount: order_count,
    delivery: delivery_cents,
    quotedDelivery: delivery?.priceCents ?? null,
    orders: (orders.get(id) ?? []).map((order) => ({
      ...{ ...order, delivery: order.delivery_cents, total: computeTotal(order) },
      transitions: transitions.get(order.id) ?? [],
      units: units.get(order.id) ?? 0,
    })),
    money: money.get(id) ?? [],
    payments: payments.get(id) ?? [],
    refunds: (refunds.get(id) ?? []).map((refund) => ({ ...refund, lines: lines.get(refund.id) ?? [] })),
    disputes: disputes.get(id) ?? [],
    invoices: invoices.get(id) ?? [],
  };
}

export async function findWrongStocks(
  db: Database,
): Promise<{ id: string; name: string; stock: number; moved: number }[]> {
  return await db
    .selectFrom('parts')
    .leftJoin('stock_movements', 'stock_movements.part_id', 'parts.id')
    .select(['parts.id', 'parts.name', 'parts.stock', sql<number>`coalesce(sum(units), 0)::int`.as('moved')])
    .groupBy('parts.id')
    .having(sql<boolean>`coalesce(sum(units), 0) <> parts.stock`)
    .orderBy('parts.id')
    .execute();
}

function groupByPurchase<Row extends { purchase_id: string }>(rows: Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ purchase_id }) => purchase_id);
}
