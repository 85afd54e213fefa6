/** Whether the demo's trade is to be made, is made, or has ended because the shop was begun for real. */
import { type Selectable, sql } from 'kysely';
import pg from 'pg';
import { type Database, type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { runTransaction, type Transaction } from '#platform/database/transaction.ts';

/** Undefined: a shop without it. */
export function findTrade(db: Database): Promise<Selectable<DatabaseSchema['demo_trade']> | undefined> {
  return db.selectFrom('demo_trade').selectAll().executeTakeFirst();
}

export async function isTradeUnfinished(db: Database): Promise<boolean> {
  const trade = await findTrade(db);
  return trade !== undefined && trade.finished_at === null;
}

export async function insertTrade(db: Database, begunAt: Date): Promise<void> {
  await db.insertInto('demo_trade').values({ begun_at: begunAt }).execute();
}

/** What happened in the past is nothing that the owner is mailed of. */
export async function finishTrade(
  db: Database,
  { begun_at, at }: { begun_at: Date; at: Date },
): Promise<void> {
  await runTransaction(db, async (transaction) => {
    await transaction
      .deleteFrom('alerts')
      .where('period', 'is', null)
      .where('happened_at', '<=', begun_at)
      .execute();
    await transaction.updateTable('demo_trade').set({ finished_at: at }).execute();
  });
}

/** Nobody fills it with a demo again. */
export async function endTrade(db: Database, at: Date): Promise<void> {
  await db
    .insertInto('demo_trade')
    .values({ begun_at: at, finished_at: at, ended_at: at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ finished_at: at, ended_at: at }))
    .execute();
}

/** An advisory lock, which ends with its connection: of several processes one makes it. */
const tradeLock = 5_051_938;

/** Undefined while another process has it. */
export async function holdTradeLock(
  address: DatabaseAddress,
): Promise<{ release(): Promise<void> } | undefined> {
  const client = new pg.Client({ ...poolFields(address), application_name: 'compact-demo-trade' });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    tradeLock,
  ]);
  if (rows[0]?.locked) return { release: () => client.end() };
  await client.end();
  return undefined;
}

/** Until the transaction ends; false while it is being made. */
export async function lockTrade(transaction: Transaction): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean;
  }>`select pg_try_advisory_xact_lock(${tradeLock}) as locked`.execute(transaction);
  return rows[0]?.locked ?? false;
}
