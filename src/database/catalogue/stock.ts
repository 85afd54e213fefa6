/** Changes of the stock, each with its movement in the same transaction, so that the ledger adds up. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { changeCatalogue, type Transaction } from '#database/transaction.ts';
import type { StockReason } from '#domain/payments/ledgers.ts';

export type StockMovement = {
  partId: string;
  units: number;
  reason: StockReason;
  orderId?: string;
  at: Date;
};

export async function recordStockMovements(db: Database, movements: StockMovement[]): Promise<void> {
  const rows = movements.filter(({ units }) => units !== 0).map(makeRow);
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    await db
      .insertInto('stock_movements')
      .values(rows.slice(start, start + maxRowsPerInsert))
      .execute();
  }
}

export type OrderUnits = { partId: string; orderId: string; units: number; at: Date };

/** False when there are not enough. Locks the part until the transaction ends: call it as late as possible. */
export async function takeStock(
  transaction: Transaction,
  { partId, orderId, units, at }: OrderUnits,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with taken as (
      update parts set stock = stock - ${units}, updated_at = ${at}
      where id = ${partId} and stock >= ${units} and off_sale_at is null and price_cents is not null
      returning id)
    insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
    select ${randomUUIDv7()}::uuid, id, ${orderId}::uuid, ${-units}::integer, 'order', ${at}::timestamptz from taken`.execute(
    changeCatalogue(transaction),
  );
  return numAffectedRows === 1n;
}

export async function returnStock(
  transaction: Transaction,
  { partId, orderId, units, at }: OrderUnits,
  reason: Extract<StockReason, 'cancel' | 'expiry' | 'return'>,
): Promise<void> {
  await sql`
    with given as (
      update parts set stock = stock + ${units}, updated_at = ${at} where id = ${partId} returning id)
    insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
    select ${randomUUIDv7()}::uuid, id, ${orderId}::uuid, ${units}::integer, ${reason}, ${at}::timestamptz from given`.execute(
    changeCatalogue(transaction),
  );
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const maxRowsPerInsert = 5000;

function makeRow({
  partId,
  orderId,
  units,
  reason,
  at,
}: StockMovement): Insertable<DatabaseSchema['stock_movements']> {
  return { id: randomUUIDv7(), part_id: partId, order_id: orderId ?? null, units, reason, moved_at: at };
}
