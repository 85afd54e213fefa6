/** How processes of the shop recognize one another in the database: by their listeners, and a lock that marks them. */
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#platform/database/connect.ts';

/** The name of the connection that each server keeps open. */
export const listenerName = 'compact-listener';

/** The first half of an advisory lock's key. Release 0.4.0 sells no several parts at once beside a process without it. */
const processMark = 0x707572;

/** Marks the process behind the connection, as long as it is open, and then names the connection: no listener is without a mark. */
export async function markProcess(listener: pg.Client): Promise<void> {
  await listener.query('select pg_advisory_lock_shared($1, 1)', [processMark]);
  await listener.query(`select set_config('application_name', $1, false)`, [listenerName]);
}

/** Every server loses its listener, after which it reads all anew: it looks for changed rows otherwise, not for rows that are gone. */
export async function disconnectListeners(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`.execute(db);
}
