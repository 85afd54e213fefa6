/** The invariants of the shop as database queries, for all tests with faults. */
import { sql } from 'kysely';
import { auditShop } from '#administration/use-cases/audit-shop.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
import { canTransition, type OrderState } from '#purchases/rules/orders.ts';
import { readRow } from './given.ts';
import type { TestShop } from './shop.ts';

/**
 * A part's stock and the units of its live orders: their sum never changes. Throws when the stock differs from its
 * ledger.
 */
export async function sumUnits(db: Database, partId: string): Promise<{ stock: number; held: number }> {
  const { stock } = await readRow({ db }, 'parts', { id: partId });
  const { held } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('held'))
    .where('part_id', '=', partId)
    .where('state', 'in', ['unpaid', 'paid', 'shipped', 'delivered'])
    .executeTakeFirstOrThrow();
  const { moved } = await db
    .selectFrom('stock_movements')
    .select(sql<number>`coalesce(sum(units), 0)::int`.as('moved'))
    .where('part_id', '=', partId)
    .executeTakeFirstOrThrow();
  if (moved !== stock) throw new Error(`The stock of ${partId} is ${stock}, its movements come to ${moved}.`);
  return { stock, held };
}

/** The differences that the audit finds, without those of other shops in the shared sandbox. */
export async function findDifferences(shop: Pick<TestShop, 'db' | 'dependencies'>): Promise<string[]> {
  const audited = await auditShop(shop.dependencies);
  if (isRefused(audited)) throw new Error(explainRefusal(audited));
  return audited.differences.filter((difference) => !difference.endsWith('is not known to the shop.'));
}

/** Faults in order histories: unknown transitions, gaps, a wrong final state. */
export async function findTransitionFaults(db: Database): Promise<string[]> {
  const orders = await db.selectFrom('orders').select(['id', 'state']).execute();
  const transitions = await db
    .selectFrom('order_moves')
    .select(['order_id', 'from_state', 'to_state'])
    .orderBy('id')
    .execute();
  return orders.flatMap(({ id, state }) => {
    let now: string | null = null;
    const faults: string[] = [];
    for (const { from_state: from, to_state: to } of transitions.filter(
      (transition) => transition.order_id === id,
    )) {
      const isAllowed = from === null ? to === 'unpaid' : canTransition(from as OrderState, to as OrderState);
      if (from !== now || !isAllowed)
        faults.push(`order ${id} moved from ${from} to ${to} when it was ${now}`);
      now = to;
    }
    if (now !== state) faults.push(`order ${id} is ${state}, its history says ${now}`);
    return faults;
  });
}
