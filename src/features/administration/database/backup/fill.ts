/** Fills an empty database with the rows of a backup, in one transaction; refuses any other. */
import pg from 'pg';
import { lockTables } from '#administration/database/backup/snapshot.ts';
import {
  copySettings,
  copyTableIn,
  type ListedTable,
  listTables,
  withClient,
} from '#administration/database/backup/tables.ts';
import { type BackupEntry, type BackupManifest, entryNames } from '#administration/rules/backups.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { listenerName } from '#platform/database/process-mark.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export async function withEmptyDatabase(
  address: DatabaseAddress,
  work: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await withClient(address, async (client) => {
    await client.query(`begin; ${copySettings}`);
    const tables = await listTables(client);
    await lockTables(
      client,
      tables.map(({ name }) => pg.escapeIdentifier(name)),
      'access exclusive',
    );
    await refuseNonEmptyDatabase(client);
    await work(client);
    await client.query('commit');
  });
}

export async function fillTables(
  client: pg.ClientBase,
  { tables, sequences }: Pick<BackupManifest, 'tables' | 'sequences'>,
  entries: AsyncIterable<BackupEntry>,
  onProgress: (rows: number) => void,
): Promise<void> {
  const source = entries[Symbol.asyncIterator]();
  let next = await source.next();
  async function* readChunks(table: string): AsyncGenerator<Uint8Array> {
    for (
      ;
      !next.done && next.value.name.startsWith(`${entryNames.tables}${table}/`);
      next = await source.next()
    )
      yield next.value.bytes;
  }
  for (const table of tables) {
    const rows = await copyTableIn(client, table, readChunks(table.name));
    if (rows !== table.rows) throw new Error(`${table.name} got ${rows} rows instead of ${table.rows}`);
    onProgress(rows);
  }
  if (!next.done) throw new Error(`The backup has ${next.value.name}, which its manifest does not name`);
  for (const { table, column, lastValue, isCalled } of sequences) {
    await client.query('select setval(pg_get_serial_sequence(quote_ident($1), $2), $3::bigint, $4)', [
      table,
      column,
      lastValue,
      isCalled,
    ]);
  }
}

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
