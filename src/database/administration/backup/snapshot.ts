/** Opens a consistent snapshot of the whole database, whatever changes while it is read. */
import pg from 'pg';
import { withClient } from '#database/administration/backup/client.ts';
import { copySettings } from '#database/administration/backup/copy.ts';
import { type ListedTable, listTables } from '#database/administration/backup/tables.ts';
import type { DatabaseAddress } from '#database/connect.ts';

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
