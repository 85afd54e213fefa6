/** Visitors read from a replica, and never less than was promised: what was announced, and what they wrote themselves. */
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest';
import { connect } from '#app/connect.ts';
import * as paths from '#kernel/paths.ts';
import { announceContentChange } from '#platform/database/announce-changes.ts';
import { firstPosition } from '#platform/database/log-positions.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openReplica } from '#platform/database/replica.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { startStandby } from '../../simulation/standby.ts';
import { ask, givenOrder, givenPaidOrder, givenPart, readRow } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { uploadPicture } from '../support/pictures.ts';
import { findPostmaster } from '../support/running-database.ts';
import { givenShop, readWebBuild, type TestShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';
import { readTarget, startTcpProxy } from '../support/tcp-proxy.ts';

const cluster = await givenCluster();
const web = await readWebBuild();
const sentences: string[] = [];
const isBehind = 'The replica at DATABASE_READ_URL is behind: the primary serves all reads.';
const replica = {
  address: { ...cluster.standby, host: '127.0.0.1', port: cluster.wire.port },
  log: (text: string) => sentences.push(text),
};
/** Takes the writes; the other is read, as a second process. */
const writing = await givenShop({ web, beside: cluster, replica, isLocal: true });
const shop = await givenShop({ web, beside: cluster, replica, isLocal: true });
const { buyer } = await givenPeople(writing, { buyer: {} });

await serves('replica');

afterEach(async () => {
  await cluster.onStandby('select pg_wal_replay_resume()');
  await serves('replica');
});

test('pages and calls of visitors are read from the replica, those of people are not', async () => {
  const part = await givenPart(writing, { name: 'Replicated Kit' });
  await waitUntil(async () => (await visit('/api/parts?q=replicated')).json().length === 1);
  const path = await findPath(part);
  const before = await countReads();
  const pages = [path, '/parts?sort=price', '/parts?q=kit', '/', paths.delivery];
  const calls = [`/api/parts/${part}`, '/api/parts?q=kit', '/api/parts/facets', '/api/ratings'];
  for (const url of [...pages, ...calls, '/api/parts/suggestions?q=rep', `/api/fit?parts=${part}`])
    expect([url, (await visit(url)).statusCode]).toEqual([url, 200]);
  const after = await countReads();
  // a moment at which the replica is late sends one read to the primary
  expect(after.replica - before.replica).toBeGreaterThan(after.primary - before.primary);
  await waitUntil(async () => {
    await visit('/api/ratings');
    const others = 'select query from pg_stat_activity where pid <> pg_backend_pid()';
    return (await readStandby(others)).some(({ query }) => String(query).includes('from "reviews"'));
  });
  const counted = await countReads();
  for (const url of ['/api/parts?q=kit', '/api/ratings'] as const)
    expect((await buyer.ask('GET', url)).status).toBe(200);
  expect(await countReads()).toEqual(counted);
});

test('who has written reads it at every process, although nobody announces it and the replica stands still', async () => {
  const part = await givenPart(writing, { price: 100 });
  const path = await findPath(part);
  await waitUntil(async () => (await visit(path)).statusCode === 200);
  await pauseReplay();
  expect((await visit(path)).statusCode).toBe(200); // kept until a heartbeat finds the change
  await setPrice(writing.db, part, 12_345);
  const saved = await ask(writing, 'POST', '/api/builds', { parts: part });
  expect(saved.status).toBe(201);
  const cookie = readWritten(saved.headers);
  expect(cookie).toMatch(/^compact\.written=[\dA-F]+\/[\dA-F]+\.\d+\.[\w-]{43}$/);
  expect(String(saved.headers['set-cookie'])).toMatch(/; Max-Age=60; Path=\/; SameSite=Lax; HttpOnly$/);
  const page = paths.savedBuild(saved.body.id);
  expect((await visit(path, cookie)).body.includes('$123.45')).toBe(true);
  expect((await visit(page, cookie)).statusCode).toBe(200);
  expect(await readStandby(`select from builds where id = '${saved.body.id}'`)).toHaveLength(0);
});

test('what was announced is shown to everybody, whatever the replica does', async () => {
  const part = await givenPart(writing, { name: 'Sold Out Kit', stock: 3 });
  const path = await findPath(part);
  const list = '/parts?q=sold+out+kit';
  const isSoldOut = async () => (await visit(list)).body.includes('part-sold-out');
  await waitUntil(
    async () => (await visit(list)).body.includes(path) && (await visit(path)).statusCode === 200,
  );
  await givenPaidOrder(writing, buyer, part);
  const img = await uploadPicture(buyer);
  sentences.length = 0;
  await pauseReplay();
  expect(await isSoldOut()).toBe(false);
  await givenOrder(writing, buyer, part, 2);
  const review = { partsId: part, review: 'Splendid memory', rating: 5, img };
  const posted = await buyer.ask('POST', '/api/user_rating', review);
  expect(posted.status).toBe(200);
  const own = await visit(path, readWritten(posted.headers)); // before this process has heard of it, perhaps
  expect(own.body.includes('Splendid memory')).toBe(true);
  await waitUntil(async () => (await visit(path)).body.includes('Splendid memory'));
  expect((await visit(path)).headers.etag).toBe(own.headers.etag);
  expect(await isSoldOut()).toBe(true);
  expect(await readStandby(`select from reviews where part_id = '${part}'`)).toHaveLength(0);
  await serves('primary');
  await waitUntil(() => sentences.includes(isBehind));
});

test('a change of a transaction that was open while later ones were read is not missed', async () => {
  const [open, later] = [await givenPart(writing, { price: 100 }), await givenPart(writing, { price: 100 })];
  const readPrices = async () =>
    Promise.all([open, later].map(async (id) => (await visit(`/api/parts?q=${id}`)).json()[0]?.price));
  await waitUntil(async () => (await readPrices()).every((price) => price === 1));
  await writing.db.transaction().execute(async (transaction) => {
    await setPrice(transaction, open, 200);
    await setPrice(writing.db, later, 300);
    await announceContentChange(writing.db);
    await waitUntil(async () => (await readPrices())[1] === 3);
  });
  await waitUntil(async () => (await readPrices())[0] === 2);
});

test('no request fails while the replica is killed, or answers nothing', async () => {
  const parts = await Promise.all([1, 2, 3].map(() => givenPart(writing)));
  const visits = parts.flatMap((part) => [`/api/parts/${part}`, `/parts?q=${part}`, `/api/parts?q=${part}`]);
  const visitAll = async () => {
    const answers = await Promise.all(visits.map((url) => visit(url)));
    return answers.filter(({ statusCode }) => statusCode !== 200).map(({ body }) => body);
  };
  const failures: string[] = [];
  cluster.killStandby();
  for (let round = 0; round < 20; round += 1) failures.push(...(await visitAll()));
  expect(failures).toEqual([]);
  await serves('replica');
  await cluster.wire.fail('swallow');
  expect(await visitAll()).toEqual([]);
  await serves('primary');
  await cluster.wire.heal();
});

test('a server that is no standby, or of another cluster, is not read', async () => {
  const elsewhere = inject('postgres');
  // both have a database of the same name
  for (const [target, sentence] of [
    [cluster.address, 'is no standby'],
    [elsewhere, 'is not a copy of the database at DATABASE_URL'],
  ] as const) {
    cluster.wire.retarget(readTarget(target));
    await cluster.wire.fail('cut');
    await cluster.wire.heal();
    const expected = `The replica at DATABASE_READ_URL ${sentence}: the primary serves all reads.`;
    await waitUntil(() => sentences.includes(expected));
    expect((await visit('/api/parts')).statusCode).toBe(200);
  }
  cluster.wire.retarget(readTarget(cluster.standby));
  await cluster.wire.fail('cut');
  await cluster.wire.heal();
});

test('a replica that follows another history is not read, whatever position it has reached', async () => {
  const { rows } = await sql<{
    id: string;
  }>`select system_identifier::text as id from pg_control_system()`.execute(writing.db);
  const known = { settled: firstPosition, position: firstPosition, cluster: rows[0]?.id ?? '' };
  let lastBeat = new Date(0);
  const version = { requiredProgress: () => ({ ...known, at: lastBeat.toISOString() }) };
  const logged: string[] = [];
  const log = (sentence: string) => logged.push(sentence);
  const opened = openReplica(replica.address, { version, log, connect });
  const read = () => opened.read(undefined, async () => 'read' as const);
  await waitUntil(() => opened.serves());
  expect(await read()).toEqual({ answer: 'read' });
  lastBeat = new Date(Date.now() + 3_600_000); // no transaction of its own is as new
  expect(await read()).toBeUndefined();
  await waitUntil(() => logged.includes(isBehind));
  await opened.close();
});

test.each([
  ['made up', () => `compact.written=FFFFFFFF/FFFFFFFF.${Date.now() + 50_000}.${'x'.repeat(43)}`],
  ['as long, in letters of two bytes', () => `compact.written=1/1.${Date.now()}.${'é'.repeat(43)}`],
  ['no position', () => 'compact.written=1/..%00'],
])('a cookie that is %s changes nothing', async (_, cookie) => {
  const before = await countReads();
  for (let count = 0; count < 5; count += 1)
    expect((await visit('/api/ratings', cookie())).statusCode).toBe(200);
  expect((await countReads()).replica).toBeGreaterThan(before.replica);
});

function waitUntil(check: () => boolean | Promise<boolean>) {
  return vi.waitUntil(check, { timeout: 20_000 });
}

async function visit(url: string, cookie?: string) {
  return await shop.app.inject({ url, headers: cookie ? { cookie } : {} });
}

/** Announces nothing. */
async function setPrice(db: TestShop['db'], part: string, price_cents: number): Promise<void> {
  await db.updateTable('parts').set({ price_cents }).where('id', '=', part).execute();
}

async function serves(server: 'replica' | 'primary'): Promise<void> {
  for (const { app } of [writing, shop])
    await waitUntil(async () => (await app.inject('/readyz')).json().visitorsReadFrom === server);
}

async function countReads(): Promise<{ replica: number; primary: number }> {
  const { body } = await shop.app.inject('/metrics');
  const read = (server: string) =>
    Number(new RegExp(`^compact_visitor_reads\\{server="${server}"\\} (\\d+)$`, 'm').exec(body)?.[1]);
  return { replica: read('replica'), primary: read('primary') };
}

function readStandby(text: string) {
  return cluster.onStandby<Record<string, unknown>>(text);
}

/** What was written before is there, what is written from now on is not. */
async function pauseReplay(): Promise<void> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
    writing.db,
  );
  const hasReplayed = `select pg_last_wal_replay_lsn() >= '${rows[0]?.position}' as reached`;
  await waitUntil(async () => (await readStandby(hasReplayed))[0]?.reached === true);
  await readStandby('select pg_wal_replay_pause()');
  await waitUntil(
    async () => (await readStandby('select pg_get_wal_replay_pause_state() as state'))[0]?.state === 'paused',
  );
}

function readWritten(headers: Record<string, unknown>): string {
  const lines = [headers['set-cookie']].flat().map(String);
  return lines.find((line) => line.startsWith('compact.written='))?.split(';')[0] ?? '';
}

async function findPath(part: string): Promise<string> {
  const row = await readRow(writing, 'parts', { id: part });
  return paths.part(row);
}

/** A PostgreSQL of this test’s own with a streaming standby, and the wire on which shops reach the standby. */
async function givenCluster() {
  const folder = givenFolder();
  const [primaryDir, standbyDir] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const settings = { fsync: 'off', full_page_writes: 'off' };
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, log: () => {}, settings });
  const { db, close } = connect(primary.connection, 1);
  await migrate(db);
  await close();
  const options = { isAsynchronous: true };
  const standby = await startStandby({ ...primary, dataDir: primaryDir }, standbyDir, options);
  const wire = await startTcpProxy(readTarget(standby.connection));
  let client: pg.Client | undefined;
  afterAll(async () => {
    await client?.end();
    await wire.close();
    await standby.stop();
    await primary.stop();
  });

  return {
    address: primary.connection,
    standby: standby.connection,
    /** Between shops and the standby. */
    wire,
    /** Sends a statement to the standby itself. */
    async onStandby<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
      if (!client) {
        client = new pg.Client(standby.connection);
        client.on('error', () => {});
        client.on('end', () => {
          client = undefined;
        });
        await client.connect();
      }
      return (await client.query<Row>(text)).rows;
    },
    /** It is started again by itself. */
    killStandby: () => process.kill(findPostmaster(standbyDir).pid, 'SIGKILL'),
  };
}
