/** Streams rows out of and into PostgreSQL by COPY, in the text format that every version reads. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ListedTable } from '#database/administration/backup/tables.ts';

export const copySettings = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;`;

export function copyTableOut(client: pg.ClientBase, table: ListedTable): AsyncIterable<Buffer> {
  return copyOut(client, formatCopyTarget(table));
}

export function copyQueryOut(client: pg.ClientBase, query: string): AsyncIterable<Buffer> {
  return copyOut(client, `(${query})`);
}

export async function copyTableIn(
  client: pg.ClientBase,
  table: ListedTable,
  chunks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const sink = client.query(copyFrom(`copy ${formatCopyTarget(table)} from stdin`));
  await pipeline(Readable.from(chunks, { objectMode: false }), sink);
  return sink.rowCount;
}

function copyOut(client: pg.ClientBase, source: string): AsyncIterable<Buffer> {
  return client.query(copyTo(`copy ${source} to stdout`));
}

function formatCopyTarget({ name, columns }: ListedTable): string {
  return `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
}
