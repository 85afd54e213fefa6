/** A backup holds everything that a shop has, and a restore makes the same shop of it, in another place. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { withSnapshot } from '#administration/database/backup.ts';
import { backUpShop } from '#administration/use-cases/back-up-shop.ts';
import { connect } from '#app/connect.ts';
import { openQueue, restoreJobs, waitingJobs } from '#app/jobs/job-queue.ts';
import { ledgerFile, openSandboxLedger } from '#app/sandbox/sandbox-ledger.ts';
import { removeUnusedImages } from '#images/use-cases/remove-unused-images.ts';
import { listImageFileNames } from '#kernel/uploaded-images.ts';
import { type Connection, type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { findSchemaProblem, migrate, readProgramVersion } from '#platform/database/migrate.ts';
import { openDiskStore } from '#platform/images/disk-store.ts';
import { readAddress, runCommandHere } from '../support/command-line.ts';
import { fillEveryTable, imageKey } from '../support/every-table.ts';
import { createDatabase, givenDatabases } from '../support/postgres.ts';
import { startS3Server } from '../support/s3-server.ts';
import { givenFolder } from '../support/shop-folders.ts';

const libraryQueue = '__pgboss__send-it';
const folder = givenFolder();
const makeDatabase = givenDatabases();
const file = join(folder, 'shop.tar.gz');
const oldDir = join(folder, 'old');
const newDir = join(folder, 'new', 'data');
const secrets = JSON.stringify({
  authSecret: 'of the shop that was'.repeat(2),
  sandboxSecretKey: 'sk_test_12345678',
  sandboxPublishableKey: 'pk_test_12345678',
});

const bucket = await startS3Server();
const addresses = await Promise.all([makeDatabase(), makeDatabase(createDatabase)]);
const [from, to] = addresses;
const [source, target] = [connect(from, 5, commandLimits), connect(to, 2, commandLimits)];
afterAll(() => Promise.all([source.close(), target.close(), bucket.close()]));
await fillEveryTable(source.db);
await sql`select nextval('parts_number_seq')`.execute(source.db); // of a part that is gone again
await askForJobs(source);
writeDataFolder();
const backedUp = await runCommandHere(['backup', file], {
  DATABASE_URL: readAddress(from),
  DATA_DIR: oldDir,
});
const restored = await runCommandHere(['restore', file], {
  ...{ DATABASE_URL: readAddress(to), DATA_DIR: newDir, S3_URL: bucket.url },
});

describe('a backup and its restore', () => {
  test('say what they have done', () => {
    expect(backedUp).toMatchObject({ code: 0, output: expect.stringMatching(/^“.*” holds the shop now: /) });
    expect(backedUp.output).toContain('6 files of pictures. It was read back and is whole.');
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('6 files of pictures.') });
    expect(restored.output).toContain('Invoices of after that moment are not in it');
  });

  test('leave every table with the same rows, but for the notes of the backup itself', async () => {
    const notes = source.db.deleteFrom('probes').where('item', 'in', ['Backup', 'Newest backup']);
    expect(await notes.executeTakeFirst()).toMatchObject({ numDeletedRows: 2n });
    const tables = await readTables(source);
    expect(await readTables(target)).toEqual(tables);
    for (const table of tables) {
      const rows = await readRows(source, table);
      expect(rows.length, `${table} has no row that could be lost`).toBeGreaterThan(0);
      expect(await readRows(target, table), table).toEqual(rows);
    }
  });

  test('renew the transaction ids of parts, and continue the sequences', async () => {
    const { rows } = await sql`select changed_in < pg_current_xact_id() as "isPast",
      changed_in >= (select changed_in from parts limit 1) as "isOwn" from parts`.execute(target.db);
    expect(rows).toEqual([{ isPast: true, isOwn: true }]);
    const next = sql`select nextval('parts_number_seq')::int as next`;
    expect((await next.execute(target.db)).rows).toEqual((await next.execute(source.db)).rows);
  });

  test('enqueue the waiting jobs again, and no others', async () => {
    const waitingJobs = sql`select id, name, data, start_after::text from pgboss.job where state = 'created' order by id`;
    const jobs = (await waitingJobs.execute(target.db)).rows;
    expect(jobs).toHaveLength(2);
    expect((await waitingJobs.execute(source.db)).rows).toEqual(expect.arrayContaining(jobs));
    expect(jobs).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ name: 'finish-refund', data: { refundId: 'later' } }),
      ]),
    );
  });

  test('enqueue a job of the library not even from a backup that has one', async () => {
    const { boss, close } = await openQueue(target, () => {});
    const client = new pg.Client(poolFields(addresses[1] as DatabaseAddress));
    await client.connect();
    const restore = (line: string) => restoreJobs(boss, client, Readable.from([Buffer.from(line)]));
    await client.query('begin');
    await restore(`${randomUUID()}\t${libraryQueue}\t{}\t2031-02-03\n`);
    const libraryJobs = 'select count(*)::int from pgboss.job where name = $1';
    const { rows } = await client.query(libraryJobs, [libraryQueue]);
    expect(rows).toEqual([{ count: 0 }]);
    await client.query('drop table restored_jobs');
    await expect(restore(`${randomUUID()}\tunknown\t{}\t2031-02-03\n`)).rejects.toThrow('(unknown)');
    await client.query('rollback');
    await client.end();
    await close();
  });

  test('put images into the store of the new shop, secrets and ledger into its folder', async () => {
    for (const name of listImageFileNames(imageKey))
      expect(readFileSync(join(bucket.folder, `${name}._S3rver_object`), 'utf8')).toBe(name);
    expect(readFileSync(join(newDir, 'secrets.json'), 'utf8')).toBe(secrets);
    const ledger = new DatabaseSync(ledgerFile(newDir));
    expect(ledger.prepare('select * from charges').all()).toEqual([{ id: 'ch_1' }]);
    ledger.close();
  });

  test.skipIf(process.platform === 'win32')('show nothing of it to other users', () => {
    for (const kept of [file, join(newDir, 'secrets.json'), ledgerFile(newDir)])
      expect(statSync(kept).mode & 0o777, kept).toBe(0o600);
    expect(statSync(newDir).mode & 0o777).toBe(0o700);
  });

  test.skipIf(process.platform === 'win32')(
    'leave a file that every tar reads, and nothing beside it',
    () => {
      const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).split('\n');
      expect(names.slice(0, 3)).toEqual(['manifest.json', 'secrets.json', 'card-sandbox/000001']);
      expect(names).toContain(`images/${imageKey}-320.avif`);
      const refunds = execFileSync('tar', ['-xzOf', file, 'tables/refunds/000001'], { encoding: 'utf8' });
      expect(refunds).toMatch(/^[^\n]*\tpending\t[^\n]*\n$/);
      expect(readdirSync(folder).filter((name) => name.startsWith('shop'))).toEqual(['shop.tar.gz']);
    },
  );
});

describe('while a backup is made', () => {
  test('what is written afterwards is not in it, in the ledger as little as in the database', async () => {
    const { seen } = await backUpWhile(async () => {
      await source.db.updateTable('people').set({ name: 'too late' }).execute();
      writeLedger(`insert into charges values ('too late')`);
    });
    expect(seen.get('people')).toContain('a@example.com');
    expect(seen.get('ledger')).toContain('ch_1');
    for (const text of seen.values()) expect(text).not.toContain('too late');
  });

  test('no migration runs between the snapshot and its reading, which would make a table look empty', async () => {
    let migrated: Promise<unknown> | undefined;
    const migrate = async (take: () => Promise<void>) => {
      await take();
      migrated = sql`alter table ceo_letters alter column email type varchar`.execute(source.db);
      const waiting = sql`select from pg_locks where not granted and relation = 'ceo_letters'::regclass`;
      await expect.poll(async () => (await waiting.execute(source.db)).rows.length).toBe(1);
    };
    const letters = await withSnapshot(
      addresses[0] as DatabaseAddress,
      { extraTables: [], aroundSnapshot: migrate },
      ({ client }) => client.query('select from ceo_letters'),
    );
    expect(letters.rowCount).toBe(1);
    await migrated;
  });

  test('no image is removed', async () => {
    const images = await openDiskStore(join(oldDir, 'images'), () => {});
    const inAMonth = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
    const tidy = () => removeUnusedImages({ db: source.db, images }, { at: inAMonth });
    const key = `${'cd'.repeat(20)}-300x300`;
    await source.db.insertInto('uploaded_pictures').values({ key, uploaded_at: new Date() }).execute();
    expect((await backUpWhile(tidy)).meanwhile).toBe(0);
    expect(await tidy()).toBe(1);
  });
});

test('a backup of an older schema gets its rows first and the later migrations then', async () => {
  const [old, renewed] = [await makeDatabase(createDatabase), await makeDatabase(createDatabase)];
  const older = connect(old, 2, commandLimits);
  await migrate(older.db, { ...(await readProgramVersion()), lastMigration: '0191-refunds-without-order' });
  await sql`insert into search_words values ('a')`.execute(older.db); // until 0333 drops the table
  await sql`insert into reviews (id, author_name, review, rating, created_at)
    values (gen_random_uuid(), 'a', 'b', 5, now())`.execute(older.db);
  await sql`insert into people values
    (gen_random_uuid(), 'a', 'a@b.example', true, null, 'customer', now(), now())`.execute(older.db);
  const queue = await openQueue(older, () => {});
  await queue.boss.send('mail-order', { orderId: 'a', change: 'placed' }); // as before 0192
  await queue.close();
  await older.close();
  const oldFile = join(folder, 'old.tar.gz');
  const into = { DATABASE_URL: readAddress(renewed), DATA_DIR: join(folder, 'renewed') };
  for (const [command, environment] of [
    ['backup', { DATABASE_URL: readAddress(old), DATA_DIR: oldDir }],
    ['restore', into],
  ] as const)
    expect(await runCommandHere([command, oldFile], environment)).toMatchObject({ code: 0 });
  const { db, close } = connect(renewed, 2, commandLimits);
  expect(await findSchemaProblem(db)).toBeUndefined();
  expect((await sql`select from reviews`.execute(db)).rows).toHaveLength(1);
  const jobs = sql`select data -> 'orderIds' as orders from pgboss.job where name = 'mail-order'`;
  expect((await jobs.execute(db)).rows).toEqual([{ orders: ['a'] }]);
  await close();
});

/** Backs the source up, does something between its moment and its reading, and shows the text of what came. */
async function backUpWhile<Answer>(happens: () => Promise<Answer>) {
  const ledger = openSandboxLedger(oldDir, join(folder, 'scratch'));
  const seen = new Map<string, string>();
  let meanwhile: Answer | undefined;
  await backUpShop(source, {
    address: addresses[0] as DatabaseAddress,
    add: async ({ name, bytes }) => {
      if (name === 'manifest.json') meanwhile = await happens();
      const [first = '', second = ''] = name.split('/');
      seen.set(
        { tables: second, 'card-sandbox': 'ledger' }[first] ?? first,
        Buffer.from(bytes).toString('latin1'),
      );
    },
    ...{ store: await openDiskStore(join(oldDir, 'images'), () => {}), ledger, jobs: waitingJobs },
    ...{ secrets: Buffer.from(secrets), onProgress: () => {} },
    manifest: { program: '1', madeAt: '', hasOwnAuthSecret: false },
  });
  ledger?.close();
  return { seen, meanwhile };
}

/** Two that wait, one of them for later; one that is done, and one that belongs to every minute. */
async function askForJobs(connection: Connection): Promise<void> {
  const { boss, close } = await openQueue(connection, () => {});
  await boss.send('mail-order', { orderIds: ['a'], change: 'placed' });
  await boss.send(
    'finish-refund',
    { refundId: 'later' },
    { startAfter: new Date('2031-02-03T04:05:06.789Z') },
  );
  const done = await boss.send('mail-order', { orderIds: ['done'], change: 'placed' });
  await boss.send('sweep', {});
  await boss.cancel('mail-order', done ?? '');
  // of the library: a scheduled job on its way to its queue
  await sql`insert into pgboss.job (name, data) values (${libraryQueue}, '{}')`.execute(connection.db);
  await close();
}

function writeDataFolder(): void {
  mkdirSync(join(oldDir, 'images'), { recursive: true });
  mkdirSync(dirname(ledgerFile(oldDir)));
  writeFileSync(join(oldDir, 'secrets.json'), secrets);
  for (const name of listImageFileNames(imageKey)) writeFileSync(join(oldDir, 'images', name), name);
  writeLedger(
    `pragma journal_mode = wal; create table charges (id text); insert into charges values ('ch_1')`,
  );
}

function writeLedger(statements: string): void {
  const ledger = new DatabaseSync(ledgerFile(oldDir));
  ledger.exec(statements);
  ledger.close();
}

/** All tables that the shop's migrations make and fill with nothing of their own. */
async function readTables({ db }: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'schema\\_%'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** Every row with all its columns, but for the transaction that wrote it last. */
async function readRows({ db }: Connection, table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(${sql.table(table)}) - '{changed_in,described_in}'::text[])::text as row from ${sql.table(table)} order by 1`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}
