/** How processes of the shop recognize one another in the database: by the name of their listeners. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/connect.ts';

/** The name of the connection that each server keeps open. */
export const listenerName = 'compact-listener';

/** Every server loses its listener, after which it reads all anew: it looks for changed rows otherwise, not for rows that are gone. */
export async function disconnectListeners(db: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`.execute(db);
}
