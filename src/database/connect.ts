/** Opens the pool of connections and the typed query builder on it. */
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import {
  type ConnectionLimits,
  type LentClient,
  lendClient,
  type OpenClient,
  requestLimits,
} from '#database/lend-client.ts';
import type { DatabaseSchema } from '#database/schema.ts';
import { recordFailure, waitWithin } from '#database/time-budget.ts';
import { DatabaseUnavailable, isUnavailable } from '#database/unavailable.ts';

/** The one type of a database for verbs and reads: the pool or a transaction. */
export type Database = Kysely<DatabaseSchema>;

export type Connection = {
  db: Database;
  /** Runs one statement on a connection of the pool, for libraries that bring their own SQL. */
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  /** How many connections are lent and idle, and how many requests wait for one. */
  usage(): { lent: number; idle: number; waiting: number };
  /** Grows whenever a connection was lost, or reached another server than the ones before it. */
  lossCount(): number;
  /** Gives up every open connection, because the way to the server is dead; the next statement opens a new one. */
  breakAll(): void;
  close(): Promise<void>;
};

/** Where PostgreSQL is: an address (`postgres://…`) or the fields of one. */
export type DatabaseAddress =
  | string
  | { host: string; port: number; user: string; database: string; password?: string };

/**
 * Opens at most `size` connections, lazily; numeric columns are read as numbers. Whatever fails because of the database
 * and not of the statement is thrown as DatabaseUnavailable, within the limits.
 */
export function connect(
  address: DatabaseAddress,
  size = 20,
  limits: ConnectionLimits = requestLimits,
): Connection {
  const clients = trackClients();
  const pool = makePool(address, size, limits, clients.add);
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the pool

  async function lend(): Promise<LentClient> {
    const connecting = pool.connect();
    // whoever gave up waiting has no use for the connection that comes after all
    const giveUp = () =>
      void connecting.then(
        (late) => late.release(),
        () => {},
      );
    try {
      const client = await waitWithin(connecting, { limitMs: Number.POSITIVE_INFINITY, giveUp });
      return lendClient(client as unknown as OpenClient & pg.PoolClient, limits.answerTimeoutMs);
    } catch (error) {
      throw recordFailure(isUnavailable(error) ? error : new DatabaseUnavailable(error));
    }
  }

  const db = new Kysely<DatabaseSchema>({
    dialect: new PostgresDialect({
      pool: { connect: lend, end: () => pool.end() } as unknown as PostgresPool,
    }),
  });
  return {
    db,
    async query(text, values) {
      const client = await lend();
      try {
        return await client.query(text, values);
      } finally {
        client.release();
      }
    },
    usage: () => ({
      lent: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    lossCount: clients.lossCount,
    breakAll: clients.breakAll,
    close: () => db.destroy(),
  };
}

function makePool(
  address: DatabaseAddress,
  size: number,
  limits: ConnectionLimits,
  onConnect: ReturnType<typeof trackClients>['add'],
) {
  return new pg.Pool({
    ...poolFields(address),
    Client: connectWithin(limits.connectTimeoutMs),
    max: size,
    connectionTimeoutMillis: limits.queueTimeoutMs,
    statement_timeout: limits.statementTimeoutMs,
    // a transaction whose shop has vanished keeps its locks no longer than this
    idle_in_transaction_session_timeout: limits.idleTransactionTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
    onConnect,
  });
}

/** The open connections of a pool, and how many were lost or reached another server than the ones before. */
function trackClients() {
  const clients = new Set<OpenClient>();
  let lossCount = 0;
  let server: string | undefined;
  return {
    async add(client: pg.ClientBase): Promise<void> {
      const open = client as OpenClient;
      clients.add(open);
      // the pool does not listen to a client that is checked out, and an unhandled error ends the process
      open.on('error', () => {
        if (clients.delete(open) && !open.isAbandoned) lossCount += 1;
      });
      open.on('end', () => clients.delete(open));
      const reached = await readServerIdentity(open);
      if (server !== undefined && server !== reached) lossCount += 1;
      server = reached;
    },
    lossCount: () => lossCount,
    breakAll() {
      for (const client of clients) client.connection.stream.destroy();
    },
  };
}

/** The fields that `pg` takes for an address. */
export function poolFields(address: DatabaseAddress): pg.PoolConfig {
  return typeof address === 'string' ? { connectionString: address } : address;
}

/** The pool's own limit counts the wait for a free connection, too. */
function connectWithin(connectTimeoutMs: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super({ ...(config as pg.ClientConfig), connectionTimeoutMillis: connectTimeoutMs });
    }
  };
}

/**
 * Which server this is, and since when: the cluster, its timeline (a new one after each promotion) and the start of its
 * processes. What was read from one tells nothing of another.
 */
export async function readServerIdentity(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server: string }>(`
    select concat_ws(' ', system_identifier, pg_postmaster_start_time(),
      case when pg_is_in_recovery() then 'standby' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end) as server
    from pg_control_system()`);
  return rows[0]?.server ?? '';
}

const numeric = 1700;
const bigint = 20;

function getTypeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  if ((type === numeric || type === bigint) && format !== 'binary') return Number;
  return pg.types.getTypeParser(type, format as 'text');
}
