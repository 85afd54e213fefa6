/** Opens a consistent snapshot of the whole database, whatever changes while it is read, and describes it for the manifest. */
import pg from 'pg';
import {
  copySettings,
  type ListedTable,
  listSequences,
  listTables,
  withClient,
} from '#administration/database/backup/tables.ts';
import type { BackupManifest } from '#administration/rules/backups.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export type Snapshot = { client: pg.ClientBase; tables: ListedTable[] };

export type SnapshotOptions = {
  extraTables: readonly string[];
  /** Takes the snapshot by `take`; what must not change at that moment is locked around the call. */
  aroundSnapshot(take: () => Promise<void>): Promise<void>;
};

/** The tables are locked first: a table that a migration rewrites later would look empty to the snapshot. */
export async function withSnapshot<Answer>(
  address: DatabaseAddress,
  options: SnapshotOptions,
  work: (snapshot: Snapshot) => Promise<Answer>,
): Promise<Answer> {
  return await withClient(address, async (client) => {
    let tables: ListedTable[] | undefined;
    while (!tables) tables = await takeSnapshot(client, options);
    return await work({ client, tables });
  });
}

export async function lockTables(
  client: pg.ClientBase,
  names: readonly string[],
  mode: 'access share' | 'access exclusive',
): Promise<void> {
  if (names.length > 0) await client.query(`lock table ${names.join(', ')} in ${mode} mode`);
}

async function takeSnapshot(
  client: pg.ClientBase,
  { extraTables, aroundSnapshot }: SnapshotOptions,
): Promise<ListedTable[] | undefined> {
  const expected = await listTables(client);
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [extraTables],
  );
  await client.query(`begin isolation level repeatable read read only; ${copySettings}`);
  // neither of these takes the snapshot yet: https://www.postgresql.org/docs/current/sql-lock.html
  const names = [...expected.map(({ name }) => pg.escapeIdentifier(name)), ...rows.map(({ name }) => name)];
  await lockTables(client, names, 'access share');
  await aroundSnapshot(async () => void (await client.query('select 1')));
  const tables = await listTables(client);
  if (JSON.stringify(tables) === JSON.stringify(expected)) return tables;
  await client.query('rollback');
  return undefined;
}

export type JobsQuery = { table: string; query: string };

export type Description = Pick<BackupManifest, 'migrations' | 'tables' | 'sequences' | 'jobs'>;

export async function describeSnapshot({ client, tables }: Snapshot, jobs: JobsQuery): Promise<Description> {
  if (!(await tableExists(client, 'schema_migrations'))) {
    throw new StartupRefusal('There is no shop in this database yet, so there is nothing to back up.');
  }
  const migrations = await client.query<{ name: string }>('select name from schema_migrations order by name');
  const countedTables: BackupManifest['tables'] = [];
  for (const table of tables) {
    countedTables.push({ ...table, rows: await countRows(client, pg.escapeIdentifier(table.name)) });
  }
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: countedTables,
    sequences: await listSequences(client),
    jobs: (await tableExists(client, jobs.table)) ? await countRows(client, `(${jobs.query}) as waiting`) : 0,
  };
}

async function tableExists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [table]);
  return rowCount === 1;
}

async function countRows(client: pg.ClientBase, source: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${source}`);
  return Number(rows[0]?.count);
}
