/** Opens the pool of connections and the typed query builder on it. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Tables } from '#database/schema.ts';

/** The one type of a database for verbs and reads: the pool or a transaction. */
export type Database = Kysely<Tables>;

export type Connection = { db: Database; pool: pg.Pool; close(): Promise<void> };

/** Where PostgreSQL is: an address (`postgres://…`) or the fields of one. */
export type Address =
  | string
  | { host: string; port: number; user: string; database: string; password?: string };

/** Opens at most `size` connections, lazily; numeric columns are read as numbers. */
export function connect(address: Address, size = 20): Connection {
  const pool = new pg.Pool({
    ...poolFields(address),
    max: size,
    connectionTimeoutMillis: 10_000,
    types: { getTypeParser },
  });
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the pool; the next query tells
  // while a client is checked out the pool does not listen to it, and an unheard error ends the process
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** The fields that `pg` takes for an address. */
export function poolFields(address: Address): pg.PoolConfig {
  return typeof address === 'string' ? { connectionString: address } : address;
}

const numeric = 1700;
const bigint = 20;

function getTypeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  if ((type === numeric || type === bigint) && format !== 'binary') return Number;
  return pg.types.getTypeParser(type, format as 'text');
}
