/** Shows the whole database as it was at one moment, however long it takes to read and whatever changes meanwhile. */
import pg from 'pg';
import { withClient } from '#database/administration/backup/client.ts';
import { copySettings } from '#database/administration/backup/copy.ts';
import { type ListedTable, listTables } from '#database/administration/backup/tables.ts';
import type { DatabaseAddress } from '#database/connect.ts';

export type Snapshot = { client: pg.ClientBase; tables: ListedTable[] };

export type SnapshotOptions = {
  /** Tables outside the shop's schema that are read, too, as SQL names them; they may be absent. */
  besides: readonly string[];
  /** Is handed what takes the snapshot, so that something else can be kept still for that moment. */
  atTheMoment(take: () => Promise<void>): Promise<void>;
};

/**
 * Opens a read-only snapshot for the work. Its tables are locked before it is taken: a migration that rewrote one
 * afterwards would make it look empty to this snapshot.
 */
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

/** Locks tables until the transaction ends. */
export async function lockTables(
  client: pg.ClientBase,
  names: readonly string[],
  mode: 'access share' | 'access exclusive',
): Promise<void> {
  if (names.length > 0) await client.query(`lock table ${names.join(', ')} in ${mode} mode`);
}

/** The tables of the snapshot; undefined when others had appeared before it was taken. */
async function takeSnapshot(
  client: pg.ClientBase,
  { besides, atTheMoment }: SnapshotOptions,
): Promise<ListedTable[] | undefined> {
  const expected = await listTables(client);
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [besides],
  );
  await client.query(`begin isolation level repeatable read read only; ${copySettings}`);
  // neither of these takes the snapshot yet: https://www.postgresql.org/docs/current/sql-lock.html
  const names = [...expected.map(({ name }) => pg.escapeIdentifier(name)), ...rows.map(({ name }) => name)];
  await lockTables(client, names, 'access share');
  await atTheMoment(async () => void (await client.query('select 1')));
  const tables = await listTables(client);
  if (JSON.stringify(tables) === JSON.stringify(expected)) return tables;
  await client.query('rollback');
  return undefined;
}
