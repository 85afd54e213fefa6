/** Reads of purchases, and the processes that know no purchase of several orders. */
import { type Selectable, sql } from 'kysely';
import type { Database } from '#database/connect.ts';
import { migrationLockId } from '#database/migrate.ts';
import { listenerName, processMark } from '#database/process-mark.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import type { Viewer } from '#domain/people/people.ts';

export type PurchaseRow = Selectable<DatabaseSchema['purchases']>;

export function findVisiblePurchase(
  db: Database,
  viewer: Viewer,
  id: string,
): Promise<PurchaseRow | undefined> {
  const purchase = db.selectFrom('purchases').selectAll().where('id', '=', id);
  return (viewer.role === 'admin' ? purchase : purchase.where('buyer_id', '=', viewer.id)).executeTakeFirst();
}

/** Several orders in one purchase end the support of the previous release; while it runs there must be none. */
export async function isOlderReleaseConnected(db: Database): Promise<boolean> {
  const processes = await readProcesses(db);
  if (processes.isSupportEnded) return processes.isOlderConnected;
  // held until the commit: no program finds a schema that it may run on and connects meanwhile
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(migrationLockId)}::bigint)`.execute(db);
  await sql`select pg_stat_clear_snapshot()`.execute(db); // or pg_stat_activity stays as it was read above
  return (await readProcesses(db)).isOlderConnected;
}

async function readProcesses(db: Database): Promise<{ isSupportEnded: boolean; isOlderConnected: boolean }> {
  const { rows } = await sql<{ isSupportEnded: boolean; isOlderConnected: boolean }>`
    select exists (select from schema_releases where migration = '0060-purchases') as "isSupportEnded",
      exists (
        select from pg_stat_activity
        where datname = current_database() and application_name = ${listenerName}
        and pid not in (
          select pid from pg_locks
          where locktype = 'advisory' and granted and classid = ${processMark}::oid)) as "isOlderConnected"`.execute(
    db,
  );
  return rows[0] ?? { isSupportEnded: false, isOlderConnected: true };
}
