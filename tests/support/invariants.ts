/** The invariants of the design as questions to the database, so that every test about faults asks the same ones. */
import { sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { canMove, liveStates, type OrderState } from '#domain/orders.ts';

/** A part's stock, and the units that its live orders hold: together they are what the shop began with. */
export async function unitsOf(db: Database, partId: string): Promise<{ stock: number; held: number }> {
  const { stock } = await db
    .selectFrom('parts')
    .select('stock')
    .where('id', '=', partId)
    .executeTakeFirstOrThrow();
  const { held } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('held'))
    .where('part_id', '=', partId)
    .where('state', 'in', liveStates)
    .executeTakeFirstOrThrow();
  return { stock, held };
}

/** Whatever is wrong with the histories of orders: moves that the table does not know, gaps, a wrong end. */
export async function faultsInMoves(db: Database): Promise<string[]> {
  const orders = await db.selectFrom('orders').select(['id', 'state']).execute();
  const moves = await db
    .selectFrom('order_moves')
    .select(['order_id', 'from_state', 'to_state'])
    .orderBy('id')
    .execute();
  return orders.flatMap(({ id, state }) => {
    let now: string | null = null;
    const faults: string[] = [];
    for (const { from_state: from, to_state: to } of moves.filter((move) => move.order_id === id)) {
      const isAllowed = from === null ? to === 'unpaid' : canMove(from as OrderState, to as OrderState);
      if (from !== now || !isAllowed)
        faults.push(`order ${id} moved from ${from} to ${to} when it was ${now}`);
      now = to;
    }
    if (now !== state) faults.push(`order ${id} is ${state}, its history says ${now}`);
    return faults;
  });
}
