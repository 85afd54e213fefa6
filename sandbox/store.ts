/** The ledger: SQLite on disk, so that whatever was answered is still there after a crash. */

import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newAccountId } from './ids.ts';

export type Ledger = {
  /** Runs SQL with its values bound: ledger.sql.get`select … where id = ${id}`. */
  sql: ReturnType<DatabaseSync['createTagStore']>;
  /** Rows of SQL that was put together from pieces of this program, with its values bound in their order. */
  rows(query: string, values: readonly (string | number)[]): unknown[];
  /** Key of the keyed hashes of card numbers and request parameters, made once and kept. */
  hashKey: string;
  /** The account whose books these are: it is born with its ledger, so that a new ledger is another account. */
  account: { id: string; created: number };
  /** All of `work` is kept, on disk, before this returns; or, when it throws, none of it. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
};

/** Milliseconds to wait for another process that is writing to the same ledger. */
const LOCK_PATIENCE = 10_000;

/** Numbered by their place: a step that has landed never changes, new ones are added at the end. */
const MIGRATIONS = [
  `
  create table settings (
    name text primary key,
    value text not null
  ) strict;

  create table payment_intents (
    seq integer primary key autoincrement,
    id text not null unique,
    client_secret text not null,
    amount integer not null check (amount > 0),
    currency text not null,
    status text not null,
    description text,
    receipt_email text,
    metadata text not null,
    allow_redirects text,
    allowed_types text,
    payment_method text references payment_methods (id),
    latest_charge text references charges (id),
    cancellation_reason text,
    canceled_at integer,
    created integer not null
  ) strict;

  create table payment_methods (
    id text primary key,
    brand text not null,
    last4 text not null check (length(last4) = 4),
    exp_month integer not null,
    exp_year integer not null,
    fingerprint text not null,
    cvc_check text,
    billing_details text not null,
    created integer not null
  ) strict;

  create table charges (
    seq integer primary key autoincrement,
    id text not null unique,
    payment_intent text not null references payment_intents (id),
    payment_method text not null references payment_methods (id),
    amount integer not null check (amount > 0),
    currency text not null,
    status text not null check (status in ('succeeded', 'failed')),
    failure_code text,
    decline_code text,
    failure_message text,
    description text,
    receipt_email text,
    metadata text not null,
    created integer not null
  ) strict;

  create index charges_of_intent on charges (payment_intent);
  create unique index one_success_per_intent on charges (payment_intent) where status = 'succeeded';

  create table idempotency_keys (
    caller text not null,
    key text not null,
    endpoint text not null,
    parameters_hash text not null,
    status integer not null,
    body text not null,
    created integer not null,
    primary key (caller, key)
  ) strict;

  create index idempotency_keys_by_age on idempotency_keys (created);
  `,
  `
  alter table payment_methods add column test_card text;

  create table authentications (
    id text primary key,
    payment_intent text not null references payment_intents (id),
    payment_method text not null references payment_methods (id),
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    url text not null,
    return_url text,
    created integer not null
  ) strict;

  alter table payment_intents add column authentication text references authentications (id);
  alter table charges add column authentication text references authentications (id);

  create table refunds (
    seq integer primary key autoincrement,
    id text not null unique,
    charge text not null references charges (id),
    payment_intent text not null references payment_intents (id),
    amount integer not null check (amount > 0),
    currency text not null,
    reason text,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    failure_reason text,
    metadata text not null,
    created integer not null
  ) strict;

  create index refunds_of_charge on refunds (charge);

  create table outcomes (
    seq integer primary key autoincrement,
    kind text not null,
    subject text not null,
    due integer not null
  ) strict;

  create index outcomes_by_time on outcomes (due);
  `,
  `
  create table events (
    seq integer primary key autoincrement,
    id text not null unique,
    type text not null,
    api_version text not null,
    object text not null,
    previous_attributes text,
    request text,
    idempotency_key text,
    created integer not null
  ) strict;

  create index events_by_time on events (created);

  create table webhook_endpoints (
    seq integer primary key autoincrement,
    id text not null unique,
    url text not null,
    secret text not null,
    enabled_events text not null,
    description text,
    metadata text not null,
    api_version text,
    status text not null check (status in ('enabled', 'disabled')),
    hold integer not null default 0,
    delay integer not null default 0,
    shuffle integer not null default 0,
    repeat integer not null default 1,
    created integer not null
  ) strict;

  create table deliveries (
    seq integer primary key autoincrement,
    event text not null references events (id) on delete cascade,
    endpoint text not null references webhook_endpoints (id) on delete cascade,
    attempts integer not null default 0,
    due integer,
    claimed_until integer not null default 0,
    claimed_by integer,
    is_released integer not null default 0,
    arrived integer
  ) strict;

  create index deliveries_by_time on deliveries (due) where due is not null;
  create index deliveries_of_event on deliveries (event);
  create index deliveries_of_endpoint on deliveries (endpoint);
  `,
  `
  create table disputes (
    seq integer primary key autoincrement,
    id text not null unique,
    charge text not null unique references charges (id),
    payment_intent text not null references payment_intents (id),
    amount integer not null check (amount > 0),
    currency text not null,
    reason text not null,
    status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
    evidence text not null,
    submissions integer not null default 0,
    withdrawal text not null,
    reinstatement text,
    reinstated integer,
    metadata text not null,
    created integer not null
  ) strict;
  `,
  `
  alter table charges add column receipt_url text;
  `,
];

/**
 * Opens the ledger in `folder`, making or migrating it first. Several processes may share one folder: every change is
 * one transaction that waits for the others.
 */
export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, 'ledger.sqlite'), { timeout: LOCK_PATIENCE });
  // FULL, because in WAL mode anything less lets a power cut take back a charge that was answered.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  const sql = database.createTagStore();

  const transaction = <Result>(work: () => Result): Result => {
    // IMMEDIATE takes the write lock before the first read, so that what was read is still true when it is acted upon.
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

  /** A value that is made once, and kept. */
  const setting = (name: string, made: string): string => {
    sql.run`insert or ignore into settings (name, value) values (${name}, ${made})`;
    return String(sql.get`select value from settings where name = ${name}`?.value);
  };
  const { hashKey, account } = transaction(() => {
    migrate(database);
    const created = setting('account_created', String(Math.floor(Date.now() / 1_000)));
    return {
      hashKey: setting('hash_key', randomBytes(32).toString('hex')),
      account: { id: setting('account', newAccountId()), created: Number(created) },
    };
  });

  const rows = (query: string, values: readonly (string | number)[]) =>
    database.prepare(query).all(...values);
  return { sql, rows, hashKey, account, transaction, close: () => database.close() };
}

function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('pragma user_version').get()?.user_version);
  for (const step of MIGRATIONS.slice(version)) database.exec(step);
  database.exec(`pragma user_version = ${Math.max(version, MIGRATIONS.length)}`);
}
