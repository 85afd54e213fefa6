/** Fills an empty database with the rows of a backup, in one transaction. */
import pg from 'pg';
import { withClient } from '#database/administration/backup/client.ts';
import { copySettings, copyTableIn } from '#database/administration/backup/copy.ts';
import { refuseNonEmptyDatabase } from '#database/administration/backup/empty.ts';
import { lockTables } from '#database/administration/backup/snapshot.ts';
import { listTables } from '#database/administration/backup/tables.ts';
import type { DatabaseAddress } from '#database/connect.ts';
import { type BackupEntry, type BackupManifest, entryNames } from '#domain/administration/backups.ts';

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
