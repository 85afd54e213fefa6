/** Lists the tables to back up from PostgreSQL's system catalog, so that none is forgotten, and streams their rows on a connection of its own. */

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackupManifest } from '#administration/rules/backups.ts';
import { type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import { commandLimits, type OpenClient } from '#platform/database/lend-client.ts';
import { classifyFailure, DatabaseUnavailable } from '#platform/database/unavailable.ts';

export type ListedTable = { name: string; columns: string[] };

type TableWithNeeds = ListedTable & { needs: string[] };

/** Each after those it references. Excludes `schema_…` tables, generated columns and transaction ids. */
export async function listTables(client: pg.ClientBase): Promise<ListedTable[]> {
  const { rows } = await client.query<TableWithNeeds>(
    `select relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
        and atttypid not in ('xid'::regtype, 'xid8'::regtype)) as columns,
      (select coalesce(json_agg(needed.relname), '[]') from pg_constraint join pg_class needed on needed.oid = confrelid
        where conrelid = tables.oid and contype = 'f' and not condeferrable and confrelid <> conrelid) as needs
    from pg_class tables
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'schema\\_%'
    and not exists (select from pg_depend
      where classid = 'pg_class'::regclass and objid = tables.oid and deptype = 'e') -- an extension's own
    order by relname`,
  );
  return sortByReferences(rows).map(({ name, columns }) => ({ name, columns }));
}

/** The sequences of columns with their current values, at or after those of any earlier snapshot. */
export async function listSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select owner.relname as table, attname as column, sequence.oid::regclass::text as sequence
    from pg_class sequence
    join pg_depend on classid = 'pg_class'::regclass and objid = sequence.oid and deptype in ('a', 'i')
    join pg_class owner on owner.oid = refobjid
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where sequence.relkind = 'S' and owner.relnamespace = current_schema()::regnamespace
    order by 1, 2`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
    );
    for (const { lastValue, isCalled } of state.rows) sequences.push({ table, column, lastValue, isCalled });
  }
  return sequences;
}

function sortByReferences(tables: TableWithNeeds[]): TableWithNeeds[] {
  const ordered: TableWithNeeds[] = [];
  for (let remaining = tables; remaining.length > 0; ) {
    const isOrdered = (name: string) => ordered.some((table) => table.name === name);
    const ready = remaining.filter(({ needs }) => needs.every(isOrdered));
    if (ready.length === 0) {
      const names = remaining.map(({ name }) => name).join(', ');
      throw new Error(`These tables refer to each other in a circle, so none can be filled first: ${names}`);
    }
    ordered.push(...ready);
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return ordered;
}

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

/** Destroys the connection after the work. A lost connection is thrown as DatabaseUnavailable. */
export async function withClient<Answer>(
  address: DatabaseAddress,
  work: (client: pg.ClientBase) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: commandLimits.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  client.on('error', () => {}); // the query in progress rejects, too
  const stream = () => (client as unknown as OpenClient).connection.stream; // TLS replaces it
  try {
    await client.connect();
    stream().setTimeout(commandLimits.answerTimeoutMs, () => stream().destroy());
    return await work(client);
  } catch (error) {
    throw classifyFailure(error, !stream().destroyed) ? new DatabaseUnavailable(error) : error;
  } finally {
    stream().destroy(); // client.end() would wait for an unfinished COPY
  }
}
