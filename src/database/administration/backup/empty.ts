/** Says whether a database is free for a restore. */
import pg from 'pg';
import { type ListedTable, listTables } from '#database/administration/backup/tables.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

/** Refuses a database in which there is something, in a sentence. Tables of the shop without rows are nothing. */
export async function refuseOccupied(client: pg.ClientBase): Promise<void> {
  const occupied = await findOccupied(client);
  if (!occupied) return;
  throw new StartupRefusal(
    `The database is not empty (there is something in “${occupied.name}”); a backup is restored into an empty one. Set DATA_DIR to a new folder, or DATABASE_URL to a new database.`,
  );
}

/** Refuses an empty database whose schema has more than the backup's: rows of before do not fit into it. */
export async function refuseLaterSchema(
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

/** True while a process of a shop works on this database; each listens for changes under this name. */
export async function isShopRunning(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name = 'compact-listener'`,
  );
  return rowCount !== 0;
}

/** A table that has rows, or that no migration of the shop has made. */
async function findOccupied(client: pg.ClientBase): Promise<ListedTable | undefined> {
  const tables = await listTables(client);
  if (!(await hasSchema(client))) return tables[0];
  for (const table of tables) {
    const found = await client.query(`select from ${pg.escapeIdentifier(table.name)} limit 1`);
    if (found.rowCount !== 0) return table;
  }
  return undefined;
}

async function hasSchema(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(`select where to_regclass('schema_migrations') is not null`);
  return rowCount === 1;
}
