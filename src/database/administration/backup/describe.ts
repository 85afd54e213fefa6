/** Describes the content of a snapshot, for the manifest of a backup. */
import pg from 'pg';
import type { Snapshot } from '#database/administration/backup/snapshot.ts';
import { listSequences } from '#database/administration/backup/tables.ts';
import type { BackupManifest } from '#domain/administration/backups.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

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
