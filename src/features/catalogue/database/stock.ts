/** Changes of the stock, each with its movement in the same transaction, so that the ledger adds up. */
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { StockedPart } from '#catalogue/rules/low-stock.ts';
import type { StockReason } from '#catalogue/rules/parts.ts';
import type { Cents } from '#kernel/money.ts';
import type { Database } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { changeStock, type Transaction } from '#platform/database/transaction.ts';

/** `note`: what an administrator says of it. */
type NewStockMovement = Omit<Insertable<DatabaseSchema['stock_movements']>, 'id'>;

export async function recordStockMovements(db: Database, movements: NewStockMovement[]): Promise<void> {
  const moving = movements.filter(({ units }) => units !== 0);
  const rows = moving.map((movement) => ({ ...movement, id: randomUUIDv7() }));
  for (let start = 0; start < rows.length; start += maxRowsPerInsert) {
    await db
      .insertInto('stock_movements')
      .values(rows.slice(start, start + maxRowsPerInsert))
      .execute();
  }
}

type UnitsOfPart = {
  id: string;
  part_id: string;
  quantity: number;
  unit_price_cents: Cents;
  placed_at: Date;
};

/**
 * Takes the units of orders. Returns the parts after it, with all their units; those that have not enough, are off sale, have
 * another price or are sold in larger numbers only are missing. Locks the parts until the transaction ends, in no certain order:
 * lock several before.
 */
export async function takeStock(
  transaction: Transaction,
  orders: readonly UnitsOfPart[],
): Promise<(StockedPart & { units: number })[]> {
  const lines = orders.map(({ id, part_id, quantity, unit_price_cents, placed_at }) => ({
    movement_id: randomUUIDv7(),
    order_id: id,
    part_id,
    units: quantity,
    unit_price_cents,
    moved_at: placed_at,
  }));
  const { rows } = await sql<StockedPart & { units: number }>`
    with line as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as line (movement_id uuid, order_id uuid, part_id uuid, units integer, unit_price_cents integer,
          moved_at timestamptz)),
    wanted as (
      select part_id, sum(units)::integer as units, min(units) as fewest, min(unit_price_cents) as lowest,
        max(unit_price_cents) as highest, max(moved_at) as at
      from line group by part_id),
    taken as (
      update parts set stock = stock - units, updated_at = at
      from wanted where parts.id = part_id and stock >= units and off_sale_at is null
        and price_cents = lowest and price_cents = highest and minimum_order <= fewest
      returning units, parts.id, stock, minimum_order, low_stock, price_cents, off_sale_at),
    moved as (
      insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
      select movement_id, part_id, order_id, -line.units, 'order', moved_at
      from taken join line on line.part_id = taken.id)
    select id, units, stock, minimum_order, low_stock, price_cents, off_sale_at from taken`.execute(
    changeStock(
      transaction,
      orders.map(({ part_id }) => part_id),
    ),
  );
  return rows;
}

export async function returnStock(
  transaction: Transaction,
  { partId, orderId, units, at }: { partId: string; orderId: string; units: number; at: Date },
  reason: Extract<StockReason, 'cancel' | 'expiry' | 'return'>,
): Promise<void> {
  await sql`
    with given as (
      update parts set stock = stock + ${units}, updated_at = ${at} where id = ${partId} returning id)
    insert into stock_movements (id, part_id, order_id, units, reason, moved_at)
    select ${randomUUIDv7()}::uuid, id, ${orderId}::uuid, ${units}::integer, ${reason}, ${at}::timestamptz from given`.execute(
    changeStock(transaction, [partId]),
  );
}

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const maxRowsPerInsert = 5000;
