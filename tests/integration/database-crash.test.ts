/** What a process has read of the catalogue is read anew when the database may have forgotten what it was read from. */
import { existsSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { connect } from '#app/connect.ts';
import { openCatalogue } from '#catalogue/database/catalogue.ts';
import { followContent } from '#platform/database/content-version.ts';
import { migrate } from '#platform/database/migrate.ts';
import { restoreSocketDir } from '#platform/postgres/connection.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { givenPart, readRow } from '../support/given.ts';
import { givenDatabases } from '../support/postgres.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { readTarget, startTcpProxy } from '../support/tcp-proxy.ts';

const folder = givenFolder();
const makeDatabase = givenDatabases();

const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: () => {} });
const connection = connect(postgres.connection, 4);
await migrate(connection.db);
const version = await followContent(postgres.connection, {
  startedAt: new Date(),
  connections: [connection],
});
afterAll(async () => {
  await version.close();
  await connection.close();
  await postgres.stop();
});

test('a change is seen whose transaction id was given out before the crash to one that was rolled back', async () => {
  const { db } = connection;
  const part = await givenPart({ db }, { name: 'Crash Kit', price: 100 });
  const catalogue = openCatalogue({ db, version });
  const price = async () => (await catalogue.list(question, { size: 1 })).rows[0]?.price_cents;
  expect(await price()).toBe(100);
  const writers = await findWriters();
  for (const pid of writers) process.kill(pid, 'SIGSTOP');
  const burnt = await burnIds(20); // nothing of them reaches the disk
  expect(await price()).toBe(100); // what the process has seen lies after them
  await crash(writers);
  await db.updateTable('parts').set({ price_cents: 200 }).where('id', '=', part).execute();
  const { changed_in } = await readRow({ db }, 'parts', { id: part });
  expect(Number(changed_in)).toBeLessThanOrEqual(burnt); // or this test would prove nothing
  await burnIds(100);
  expect(await price()).toBe(200);
});

test('a review that nobody announces is noticed by the next heartbeat', async () => {
  const before = version.current();
  await sql`insert into reviews (id, author_name, review, rating, created_at)
    values (gen_random_uuid(), 'Rae', 'Good', 5, now())`.execute(connection.db);
  await vi.waitUntil(() => version.current() !== before, { timeout: 10_000 });
});

test('a new connection that reaches another server counts as a loss, without a lost connection', async () => {
  const elsewhere = await makeDatabase();
  const name = elsewhere.database;
  await sql`create database ${sql.id(name)}`.execute(connection.db);
  const wire = await startTcpProxy(readTarget(postgres.connection));
  const through = connect({ ...postgres.connection, host: '127.0.0.1', port: wire.port, database: name }, 2);
  try {
    await through.db.transaction().execute(async (transaction) => {
      await sql`select 1`.execute(transaction);
      expect(through.lossCount()).toBe(0);
      wire.retarget(readTarget(elsewhere));
      await sql`select 1`.execute(through.db);
      expect(through.lossCount()).toBe(1);
    });
  } finally {
    await through.close();
    await wire.close();
  }
});

test('PostgreSQL is started again when the folder of its socket is removed, also while it starts', async () => {
  const { host } = postgres.connection;
  for (const _ of ['running', 'starting']) {
    rmSync(host, { recursive: true });
    while (!existsSync(join(host, '.s.PGSQL.5432'))) await setImmediate();
  }
  await vi.waitUntil(() => connection.query('select').then(Boolean, () => false), { timeout: 20_000 });
});

test('a folder that another user has made where that of the socket was is not used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compact-db-'));
  const systemUser = { kind: 'user', uid: statSync(folder).uid + 1, gid: 1 } as const;
  expect(() => restoreSocketDir(systemUser, folder)).toThrow('belongs to another user');
  rmdirSync(folder);
});

const question = { category: undefined, q: 'crash', choices: new Map(), sort: 'newest', page: 1 };

/** Takes transaction ids and gives their work up; answers the last one. */
async function burnIds(count: number): Promise<number> {
  let last = 0;
  for (let turn = 0; turn < count; turn += 1) {
    const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
      connection.db,
    );
    last = Number(rows[0]?.id);
  }
  return last;
}

/** The server processes that write the log by themselves, while nobody waits for it. */
async function findWriters(): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where backend_type in ('walwriter', 'background writer', 'checkpointer')`.execute(connection.db);
  return rows.map(({ pid }) => pid);
}

/** Kills its writers: PostgreSQL then ends all its other processes and recovers from its log. */
async function crash(writers: number[]): Promise<void> {
  for (const pid of writers) process.kill(pid, 'SIGKILL');
  const hasRecovered = async () => {
    const running = await findWriters().catch(() => writers);
    return !running.some((pid) => writers.includes(pid));
  };
  await vi.waitUntil(hasRecovered, { timeout: 30_000, interval: 50 });
}
