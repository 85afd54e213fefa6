/** Opens the pool of connections and the typed query builder on it. */
import { type CompiledQuery, Kysely, type KyselyPlugin, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import {
  type ConnectionLimits,
  type LentClient,
  lendClient,
  makeStatementNames,
  type OpenClient,
  requestLimits,
} from '#platform/database/lend-client.ts';
import type { DatabaseSchema } from '#platform/database/schema.ts';
import { recordFailure, waitWithTimeout } from '#platform/database/time-budget.ts';
import { DatabaseUnavailable, isUnavailable } from '#platform/database/unavailable.ts';

export type Database = Kysely<DatabaseSchema>;

export type Connection = ReturnType<typeof connectWith>;

export type DatabaseAddress =
  | string
  | { host: string; port: number; user: string; database: string; password?: string };

export type Connect = (address: DatabaseAddress, size?: number, limits?: ConnectionLimits) => Connection;

/** Failures of the database, as opposed to the statement, are thrown as DatabaseUnavailable. */
export function connectWith(
  plugins: KyselyPlugin[],
  address: DatabaseAddress,
  size = 20,
  limits: ConnectionLimits = requestLimits,
) {
  const clients = trackClients();
  const nameStatement = makeStatementNames();
  const pool = new pg.Pool({
    ...poolFields(address),
    Client: class extends pg.Client {
      constructor(config?: string | pg.ClientConfig) {
        super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: limits.connectTimeoutMs });
      }
    },
    max: size,
    connectionTimeoutMillis: limits.queueTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    // releases the locks of a transaction whose process is gone
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    onConnect: clients.add,
  });
  pool.on('error', () => {}); // the pool replaces broken idle connections

  async function lend(): Promise<LentClient> {
    const connecting = pool.connect();
    // after the timeout a late connection goes back to the pool
    const onTimeout = () =>
      void connecting.then(
        (late) => late.release(),
        () => {},
      );
    try {
      const client = await waitWithTimeout(connecting, { limitMs: Number.POSITIVE_INFINITY, onTimeout });
      return lendClient(
        client as unknown as OpenClient & pg.PoolClient,
        limits.answerTimeoutMs,
        nameStatement,
      );
    } catch (error) {
      throw recordFailure(isUnavailable(error) ? error : new DatabaseUnavailable(error));
    }
  }

  const db = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({
      pool: { connect: lend, end: () => pool.end() } as unknown as PostgresPool,
    }),
    plugins,
  });
  return {
    db,
    async query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
      const client = await lend();
      try {
        return await client.query(text, values);
      } catch (error) {
        // it may have been several statements with a `begin`: the next borrower would get the failed transaction
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
    usage: () => ({
      lent: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    /** Grows when a connection is lost, or reaches another server than the one before. */
    lossCount: clients.lossCount,
    destroyAll: clients.destroyAll,
    close: () => db.destroy(),
  };
}

/** With other values for its parameters. For statements of nearly every call: Kysely builds and compiles one for most of its time. */
export async function runCompiled<Row>(
  db: Database,
  compiled: CompiledQuery<Row>,
  parameters: readonly unknown[],
): Promise<Row[]> {
  return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
}

function trackClients() {
  const clients = new Set<OpenClient>();
  let lossCount = 0;
  let server: string | undefined;
  return {
    async add(client: pg.ClientBase): Promise<void> {
      const open = client as OpenClient;
      clients.add(open);
      // the pool does not handle errors of a lent client, and an unhandled one ends the process
      open.on('error', () => {
        if (clients.delete(open) && !open.isAbandoned) lossCount += 1;
      });
      open.on('end', () => clients.delete(open));
      const identity = await readServerIdentity(open);
      if (server !== undefined && server !== identity) lossCount += 1;
      server = identity;
    },
    lossCount: () => lossCount,
    destroyAll() {
      for (const client of clients) client.connection.stream.destroy();
    },
  };
}

export function poolFields(address: DatabaseAddress): pg.PoolConfig {
  return typeof address === 'string' ? { connectionString: address } : address;
}

/** Identifies the running server: the cluster, its start, and its timeline, which changes with each promotion. */
export async function readServerIdentity(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server: string }>(`
    select concat_ws(' ', system_identifier, pg_postmaster_start_time(),
      case when pg_is_in_recovery() then 'standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end) as server
    from pg_control_system()`);
  return rows[0]?.server ?? '';
}

const numeric = 1700;
const bigint = 20;
const timestamptz = 1184;

export function getTypeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  if ((type === numeric || type === bigint) && format !== 'binary') return Number;
  if (type === timestamptz && format !== 'binary') return parseTime;
  return pg.types.getTypeParser(type, format as 'text');
}

const parseAnyTime: (text: string) => Date | number = pg.types.getTypeParser(timestamptz);

/** Takes '2026-11-30 10:56:06.909+00' in the form that JavaScript reads itself, in half of the time of the driver's patterns. */
function parseTime(text: string): Date | number {
  const isUsual = text[4] === '-' && text.endsWith('+00');
  return isUsual ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTime(text);
}
