/** The ledger: SQLite on disk, so that everything that was answered survives a crash. */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { MIGRATIONS } from './migrations.ts';

export type Ledger = ReturnType<typeof openLedger>;

/** How long to wait for another process that writes to the same ledger. */
const lockTimeoutMs = 10_000;

/**
 * Opens the ledger in `folder`, and creates or migrates it first. Several processes may share one folder: every change is
 * one transaction that waits for the others.
 */
export function openLedger(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, 'ledger.sqlite'), { timeout: lockTimeoutMs });
  // FULL, because in WAL mode anything less can lose an answered charge in a power failure.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const sql = database.createTagStore();

  /** Everything `work` does is on disk when this returns; nothing of it when it throws. */
  const transaction = <Result>(work: () => Result): Result => {
    // IMMEDIATE takes the write lock before the first read, so that what was read stays true until the commit.
    database.exec('begin immediate');
    try {
      const result = work();
      database.exec('commit');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('rollback');
      throw error;
    }
  };

  /** A value that is generated once. */
  const setting = (name: string, made: string): string => {
    sql.run`insert or ignore into settings (name, value) values (${name}, ${made})`;
    return String(sql.get`select value from settings where name = ${name}`?.value);
  };
  const { hashKey, account } = transaction(() => {
    migrate(database);
    const created = setting('account_created', String(seconds(new Date())));
    return {
      hashKey: setting('hash_key', randomBytes(32).toString('hex')),
      account: { id: setting('account', `acct_${randomText(16)}`), created: Number(created) },
    };
  });

  const prepared = new Map<string, StatementSync>();
  /** The rows of a query that this program has composed, with bound values. */
  const rows = (query: string, values: readonly SQLInputValue[]): unknown[] => {
    return prepared.getOrInsertComputed(query, () => database.prepare(query)).all(...values);
  };
  return {
    /** Runs SQL with bound values: ledger.sql.get`select … where id = ${id}`. */
    sql,
    /** The key of the hashes of card numbers and request parameters; generated once. */
    hashKey,
    /** The account, created with its ledger: a new ledger is another account. */
    account,
    ...{ rows, transaction, close: () => database.close() },
  };
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  for (const step of MIGRATIONS.slice(version)) database.exec(step);
  database.exec(`pragma user_version = ${Math.max(version, MIGRATIONS.length)}`);
}

/** In a transaction. */
export function clearTables({ rows }: Ledger): void {
  rows('pragma defer_foreign_keys = on', []);
  const tables = rows(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not in ('settings', 'webhook_endpoints')`,
    [],
  ) as { name: string }[];
  for (const { name } of tables) rows(`delete from ${name}`, []);
}

export type LedgerRow = { seq: number; id: string; created: number };

/** `metadata`: JSON. */
export type MoneyRow = LedgerRow & { amount: number; currency: string; metadata: string };

/** What a new row must state: what is never null, but for the columns that `add` fills in and those with a default. */
type NewRow<Row, Defaulted> = Partial<Row> & {
  [Column in keyof Row as Column extends 'seq' | 'id' | 'created' | Defaulted
    ? never
    : null extends Row[Column]
      ? never
      : Column]: Row[Column];
};

/** `what` names a row in errors, `prefix` begins the ids of new ones; `Defaulted`: its columns with a default. */
export function makeTable<Row extends { id: string }, Defaulted extends keyof Row = never>(
  table: string,
  what: string,
  prefix: IdPrefix,
) {
  const find = (ledger: Ledger, id: string) =>
    ledger.rows(`select * from ${table} where id = ?`, [id])[0] as Row | undefined;
  return {
    find,
    /** A row that must exist, because the ledger refers to it. */
    get(ledger: Ledger, id: string): Row {
      const row = find(ledger, id);
      if (!row) throw new Error(`The ledger lacks ${what} ${id}.`);
      return row;
    },
    /** Makes its id, if there is none yet. Columns that are left out have their defaults. */
    add({ ledger, now }: { ledger: Ledger; now: Date }, columnsOfRow: NewRow<Row, Defaulted>): Row {
      const row = { id: newId(prefix), created: seconds(now), ...columnsOfRow };
      const columns = Object.keys(row);
      const marks = columns.map(() => '?').join(', ');
      const query = `insert into ${table} (${columns.join(', ')}) values (${marks}) returning *`;
      return ledger.rows(query, Object.values(row))[0] as Row;
    },
    /** Saves every column that may change. The ledger's transaction excludes concurrent changes. */
    save(ledger: Ledger, row: Row): void {
      const values = Object.entries(row).filter(([column]) => column !== 'id' && column !== 'seq');
      const query = `update ${table} set ${values.map(([column]) => `${column} = ?`).join(', ')} where id = ?`;
      ledger.rows(query, [...values.map(([, value]) => value), row.id]);
    },
  };
}

/** The columns of a row, or the fields of an object, that are shown as they are. */
export function pick<Row extends object, Name extends keyof Row>(
  row: Row,
  ...names: Name[]
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

/** Fields of which the sandbox knows nothing. */
export function nulls<Name extends string>(...names: Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

/** Unix time in seconds, as Stripe writes times. */
export function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

/** Ids and secrets in Stripe's format. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

type IdPrefix = 'pi' | 'ch' | 'pm' | 're' | 'payatt' | 'evt' | 'we' | 'du' | 'txn';

/** An unguessable id: the prefix and 24 letters and digits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(24)}`;
}

export function newRequestId(): string {
  return `req_${randomText(14)}`;
}

/** A browser that has it may pay this intent. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_secret_${randomText(25)}`;
}

/** The key that signs the deliveries of a webhook endpoint. */
export function newWebhookSecret(): string {
  return `whsec_${randomText(32)}`;
}

/** Compares hashes in constant time, so that the duration reveals nothing about the secret. */
export function isSame(given: string, known: string): boolean {
  const [a, b] = [given, known].map((secret) => createHash('sha256').update(secret).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
