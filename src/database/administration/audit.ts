/** Reads all records about orders and parts, for the audit. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { OrderRow } from '#database/orders/orders.ts';
import type { OrderBooks } from '#domain/administration/audit-records.ts';

export async function readOrderBooks(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OrderBooks[]> {
  const page = db.selectFrom('orders').selectAll().orderBy('id').limit(limit);
  const orders = await (after === undefined ? page : page.where('id', '>', after)).execute();
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const records = await readRecords(db, ids);
  return orders.map((order) => presentBooks(order, records));
}

async function readRecords(db: Database, ids: string[]) {
  return {
    moves: groupByOrder(
      await db.selectFrom('order_moves').selectAll().where('order_id', 'in', ids).orderBy('id').execute(),
    ),
    units: groupByOrder(await sumUnits(db, ids)),
    money: groupByOrder(
      await db.selectFrom('money_movements').selectAll().where('order_id', 'in', ids).orderBy('id').execute(),
    ),
    payments: groupByOrder(
      await db.selectFrom('payments').selectAll().where('order_id', 'in', ids).orderBy('id').execute(),
    ),
    refunds: groupByOrder(
      await db.selectFrom('refunds').selectAll().where('order_id', 'in', ids).orderBy('id').execute(),
    ),
    disputes: groupByOrder(
      await db.selectFrom('disputes').selectAll().where('order_id', 'in', ids).orderBy('id').execute(),
    ),
  };
}

function presentBooks(order: OrderRow, records: Awaited<ReturnType<typeof readRecords>>): OrderBooks {
  const { moves: transitions, units, money, payments, refunds, disputes } = records;
  return {
    id: order.id,
    state: order.state,
    quantity: order.quantity,
    total: order.total_cents,
    refunded: order.refunded_cents,
    transactionId: order.transaction_id,
    transitions: (transitions.get(order.id) ?? []).map(({ from_state, to_state }) => ({
      from: from_state,
      to: to_state,
    })),
    units: units.get(order.id)?.[0]?.units ?? 0,
    money: (money.get(order.id) ?? []).map(({ kind, provider_id, payment_id, amount_cents }) => ({
      kind,
      providerId: provider_id,
      paymentId: payment_id,
      amount: amount_cents,
    })),
    payments: (payments.get(order.id) ?? []).map((payment) => ({
      id: payment.id,
      providerId: payment.provider_id,
      status: payment.status,
      amount: payment.amount_cents,
      provider_account: payment.provider_account,
      provider_is_live: payment.provider_is_live,
    })),
    refunds: (refunds.get(order.id) ?? []).map((refund) => ({
      id: refund.id,
      providerId: refund.provider_id,
      paymentId: refund.payment_id,
      status: refund.status,
      amount: refund.amount_cents,
      returnedUnits: refund.returned_units,
      hasSucceeded: refund.succeeded_at !== null,
    })),
    disputes: (disputes.get(order.id) ?? []).map(({ provider_id, payment_id, amount_cents, status }) => ({
      providerId: provider_id,
      paymentId: payment_id,
      amount: amount_cents,
      status,
    })),
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

function groupByOrder<Row extends { order_id: string | null }>(rows: Row[]): Map<string | null, Row[]> {
  return Map.groupBy(rows, ({ order_id }) => order_id);
}

function sumUnits(db: Database, ids: string[]) {
  return db
    .selectFrom('stock_movements')
    .select(['order_id', sql<number>`sum(units)::int`.as('units')])
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .execute();
}
