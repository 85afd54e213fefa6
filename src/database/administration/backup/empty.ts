/** Checks whether a backup can be restored into a database. */
import pg from 'pg';
import { type ListedTable, listTables } from '#database/administration/backup/tables.ts';
import { listenerName } from '#database/process-mark.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

export async function refuseNonEmptyDatabase(client: pg.ClientBase): Promise<void> {
  const table = await findNonEmptyTable(client);
  if (!table) return;
  throw new StartupRefusal(
    `The database is not empty (there is something in “${table.name}”); a backup is restored into an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
  );
}

/** Refuses an empty database with a newer schema than the backup's: the older rows do not fit into it. */
export async function refuseNewerSchema(
  client: pg.ClientBase,
  { migrations }: { migrations: readonly string[] },
): Promise<void> {
  if (!(await hasSchema(client))) return;
  const { rowCount } = await client.query('select from schema_migrations where name <> all ($1)', [
    migrations,
  ]);
  if (rowCount === 0) return;
  throw new StartupRefusal(
    'The database is empty, but a newer COMPACT than the one of the backup has made its tables; use a new one.',
  );
}

export async function isShopRunning(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [listenerName],
  );
  return rowCount !== 0;
}

async function findNonEmptyTable(client: pg.ClientBase): Promise<ListedTable | undefined> {
  const tables = await listTables(client);
  if (!(await hasSchema(client))) return tables[0];
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table.name)} limit 1`);
    if (rowCount !== 0) return table;
  }
  return undefined;
}

async function hasSchema(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select where to_regclass('schema_migrations') is not null`);
  return rowCount === 1;
}
