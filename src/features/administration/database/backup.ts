/** The whole database for a backup: a consistent snapshot, whatever changes while it is read, and an empty database that it fills. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type BackupEntry, type BackupManifest, entryNames } from '#administration/rules/backups.ts';
import { type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import { commandLimits, type OpenClient } from '#platform/database/lend-client.ts';
import { listenerName } from '#platform/database/listener-name.ts';
import { classifyFailure, DatabaseUnavailable } from '#platform/database/unavailable.ts';
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
  return {
    migrations: migrations.rows.map(({ name }) => name),
    tables: await Array.fromAsync(tables, async (table) => ({
      ...table,
      rows: await countRows(client, pg.escapeIdentifier(table.name)),
    })),
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

/** Fills an empty database with the rows of a backup, in one transaction; refuses any other. */
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
  if (!(await tableExists(client, 'schema_migrations'))) return;
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
  if (!(await tableExists(client, 'schema_migrations'))) return tables[0];
  for (const table of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(table.name)} limit 1`);
    if (rowCount !== 0) return table;
  }
  return undefined;
}

/** Lists the tables to back up from PostgreSQL's system catalog, so that none is forgotten, and streams their rows on a connection of its own. */
export type ListedTable = { name: string; columns: string[] };

type TableWithNeeds = ListedTable & { needs: string[] };

/** Each after those it references. Excludes `schema_…` tables, generated columns and transaction ids. */
async function listTables(client: pg.ClientBase): Promise<ListedTable[]> {
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
async function listSequences(client: pg.ClientBase): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select owner.relname as table, attname as column, sequence.oid::regclass::text as sequence
    from pg_class sequence
    join pg_depend on classid = 'pg_class'::regclass and objid = sequence.oid and deptype in ('a', 'i')
    join pg_class owner on owner.oid = refobjid
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where sequence.relkind = 'S' and owner.relnamespace = current_schema()::regnamespace
    order by 1, 2`,
  );
  const sequences = await Array.fromAsync(rows, async ({ table, column, sequence }) => {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
    );
    return state.rows.map(({ lastValue, isCalled }) => ({ table, column, lastValue, isCalled }));
  });
  return sequences.flat();
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

const copySettings = `
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
