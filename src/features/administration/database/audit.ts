/** Reads all records about orders and parts, for the audit. */
import { type Selectable, sql } from 'kysely';
import type { OrderBooks, PurchaseBooks } from '#administration/rules/audit.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import type { PurchaseRow } from '#purchases/database/purchases.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';

export async function readPurchaseBooks(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<PurchaseBooks[]> {
  const page = db.selectFrom('purchases').selectAll().orderBy('id').limit(limit);
  const purchases = await (after === undefined ? page : page.where('id', '>', after)).execute();
  if (purchases.length === 0) return [];
  const records = await readRecords(
    db,
    purchases.map(({ id }) => id),
  );
  return purchases.map((purchase) => presentBooks(purchase, records));
}

async function readRecords(db: Database, ids: string[]) {
  const ofOrders = db.selectFrom('orders').where('purchase_id', 'in', ids);
  const ofPayments = db.selectFrom('payments').where('purchase_id', 'in', ids);
  const transitions = await ofOrders
    .innerJoin('order_moves', 'order_id', 'orders.id')
    .selectAll('order_moves')
    .orderBy('order_moves.id')
    .execute();
  const units = await ofOrders
    .innerJoin('stock_movements', 'order_id', 'orders.id')
    .select(['orders.id', sql<number>`sum(units)::int`.as('units')])
    .groupBy('orders.id')
    .execute();
  const lines = await ofPayments
    .innerJoin('refunds', 'payment_id', 'payments.id')
    .innerJoin('refund_lines', 'refund_id', 'refunds.id')
    .selectAll('refund_lines')
    .execute();
  /** The rows of their payments. */
  async function readByPurchase<Table extends 'money_movements' | 'refunds' | 'disputes'>(table: Table) {
    const rows = await sql<Selectable<DatabaseSchema[Table]> & { purchase_id: string }>`
      select ${sql.table(table)}.*, purchase_id from ${sql.table(table)}
      join payments on payments.id = payment_id
      where purchase_id = any(${ids}) order by ${sql.table(table)}.id`.execute(db);
    return groupByPurchase(rows.rows);
  }

  return {
    orders: groupByPurchase(await ofOrders.selectAll().orderBy('id').execute()),
    payments: groupByPurchase(await ofPayments.selectAll().orderBy('id').execute()),
    money: await readByPurchase('money_movements'),
    refunds: await readByPurchase('refunds'),
    disputes: await readByPurchase('disputes'),
    invoices: groupByPurchase(
      await db.selectFrom('invoices').selectAll().where('purchase_id', 'in', ids).orderBy('number').execute(),
    ),
    transitions: Map.groupBy(transitions, ({ order_id }) => order_id),
    units: new Map(units.map((row) => [row.id, row.units])),
    lines: Map.groupBy(lines, ({ refund_id }) => refund_id),
  };
}

type Records = Awaited<ReturnType<typeof readRecords>>;

function presentBooks(
  { id, order_count, delivery, delivery_cents }: PurchaseRow,
  records: Records,
): PurchaseBooks {
  return {
    id,
    orderCount: order_count,
    delivery: delivery_cents,
    quotedDelivery: delivery?.priceCents ?? null,
    orders: (records.orders.get(id) ?? []).map((order) => presentOrder(order, records)),
    money: (records.money.get(id) ?? []).map(({ kind, provider_id, payment_id, amount_cents }) => ({
      kind,
      providerId: provider_id,
      paymentId: payment_id,
      amount: amount_cents,
    })),
    payments: (records.payments.get(id) ?? []).map((payment) => ({
      id: payment.id,
      providerId: payment.provider_id,
      status: payment.status,
      amount: payment.amount_cents,
      provider_account: payment.provider_account,
      provider_is_live: payment.provider_is_live,
    })),
    refunds: (records.refunds.get(id) ?? []).map((refund) => ({
      id: refund.id,
      lines: (records.lines.get(refund.id) ?? []).map((line) => ({
        orderId: line.order_id,
        amount: line.amount_cents,
        returnedUnits: line.returned_units,
      })),
      providerId: refund.provider_id,
      paymentId: refund.payment_id,
      status: refund.status,
      amount: refund.amount_cents,
      hasSucceeded: refund.succeeded_at !== null,
    })),
    disputes: (records.disputes.get(id) ?? []).map(({ provider_id, payment_id, amount_cents, status }) => ({
      providerId: provider_id,
      paymentId: payment_id,
      amount: amount_cents,
      status,
    })),
    invoices: (records.invoices.get(id) ?? []).map((invoice) => ({
      id: invoice.id,
      kind: invoice.kind,
      number: invoice.number,
      paymentId: invoice.payment_id,
      refundId: invoice.refund_id,
      invoiceId: invoice.invoice_id,
      total: invoice.total_cents,
      tax: invoice.tax_cents,
      rate: invoice.content.tax,
    })),
  };
}

function presentOrder(order: OrderRow, { transitions, units }: Records): OrderBooks {
  return {
    id: order.id,
    state: order.state,
    quantity: order.quantity,
    total: computeTotal(order),
    delivery: order.delivery_cents,
    refunded: order.refunded_cents,
    transactionId: order.transaction_id,
    transitions: (transitions.get(order.id) ?? []).map(({ from_state, to_state }) => ({
      from: from_state,
      to: to_state,
    })),
    units: units.get(order.id) ?? 0,
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
