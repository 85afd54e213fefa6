/** The wire to the database is cut, slowed down, cut within an answer, swallows everything, or refuses: the shop stays well. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { connect } from '#app/connect.ts';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import { givenOrder, givenPart, orderBody } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenShop, readWebBuild, type TestShop, type TestShopOptions } from '../support/shop.ts';
import { readTarget, startTcpProxy, type WireFault } from '../support/tcp-proxy.ts';

const beside = await givenShop();
const web = await readWebBuild();
const shop = await givenWiredShop(beside, { web, onQueueError: () => {} });
const { buyer, admin } = await givenPeople(beside, { buyer: {}, admin: { role: 'admin' } });

/** Milliseconds within which every request is answered, whatever the wire does. */
const answeredWithin = 5000;
/** So old nothing may be that is shown while the wire is broken, in milliseconds. */
const freshFor = 5000;
const everyFault: WireFault[] = ['cut', 'cut in answer', 'swallow', 'refuse', 800];
const faults = await Array.fromAsync(everyFault, async (fault) => ({
  fault,
  shop: await givenWiredShop(beside, { web, onQueueError: () => {} }),
}));

const part = await givenPart(beside, { name: 'Wired Kit', stock: 1000 });

test.concurrent.each(faults)(
  'a wire with the fault “$fault”: every request is answered in time, nothing old is shown, and the shop is well again after it',
  async ({ fault, shop }) => {
    const own = await givenPart(beside, { name: `Kit ${fault}` });
    await get('/parts', shop); // kept from now on
    const busy = Promise.all([1, 2, 3].map(() => order(shop))); // in flight while it happens
    await shop.wire.fail(fault);
    const name = `Renamed ${randomUUID().slice(0, 8)}`;
    await admin.ask('PATCH', `/api/parts/${own}`, { name });
    const first = [...(await busy), ...(await askEverything(shop))];
    await sleep(freshFor);
    const later = await askEverything(shop);
    for (const { url, status, tookMs, headers } of [...first, ...later]) {
      expect(tookMs, url).toBeLessThan(answeredWithin);
      expect([200, 201, 503], url).toContain(status);
      if (status === 503 && url !== '/readyz') expect(headers['retry-after'], url).toBe('2');
    }
    if (typeof fault !== 'number') expect(later.map(({ status }) => status)).toEqual(later.map(() => 503));
    const meanwhile = await get('/parts', shop);
    expect(meanwhile.status === 503 || meanwhile.body.includes(name)).toBe(true);

    await shop.wire.heal();
    await untilReady(shop);
    for (const url of ['/api/parts', '/parts']) expect((await get(url, shop)).body, url).toContain(name);
    expect((await order(shop)).status).toBe(201);
  },
);

test('a page says in a readable way that the database is away, and leads back to itself', async () => {
  await shop.wire.fail('refuse');
  const page = await get('/parts?q=kit');
  expect(page.status).toBe(503);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain('The shop cannot reach its database at the moment.');
  expect(page.body).toContain('href="/parts?q=kit"');
  expect(page.headers['cache-control']).toBe('no-store');
  const call = await get('/api/parts');
  expect(JSON.parse(call.body)).toMatchObject({ status: 503, refused: 'database-unavailable' });
  expect((await get('/about')).status).toBe(200);
  await shop.wire.heal();
  await untilReady(shop);
});

test('a log in is not refused, but cannot be tried, while the database is away', async () => {
  await shop.wire.fail('refuse');
  await sleep(50); // the pool hears of its broken connections
  const credentials = { email: buyer.email, password: buyer.password };
  const signIn = await ask(shop, 'POST', '/api/identity/sign-in/email', credentials);
  expect([signIn.status, JSON.parse(signIn.body).refused]).toEqual([503, 'database-unavailable']);
  const session = await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie: buyer.cookie });
  expect(session.status).toBe(503);
  await shop.wire.heal();
  await untilReady(shop);
});

test('whoever has logged in is told to come again; a page comes, and asks for what it shows itself', async () => {
  const { cookie, email, password } = buyer;
  const own = (url: string) => ask(shop, 'GET', url, undefined, { cookie });
  await own('/api/basket'); // the library fails in another way before its first session
  await shop.wire.fail('refuse');
  await sleep(50); // as above
  const passwords = { currentPassword: password, newPassword: password };
  const calls = [
    await own('/api/basket'),
    await ask(shop, 'PUT', `/api/user/${email}`, { email }, { cookie }),
    await ask(shop, 'POST', '/api/identity/change-password', passwords, { cookie }),
  ];
  for (const { url, status, headers } of calls)
    expect([status, headers['retry-after']], url).toEqual([503, '2']);
  for (const page of ['/dashboard', '/login']) expect((await own(page)).status, page).toBe(200);
  await shop.wire.heal();
  await untilReady(shop);
});

test('a commit whose answer is lost is told as such, and the same key answers the order that it has made', async () => {
  const key = randomUUID();
  shop.wire.cut('before the answer', 1, /commit\0/); // as the simple protocol sends it
  const lost = await order(shop, key);
  expect([lost.status, JSON.parse(lost.body).refused]).toEqual([503, 'outcome-unknown']);
  const again = await order(shop, key);
  expect(again.status).toBe(201);
  const { rows } = await sql`select from orders where id = ${JSON.parse(again.body)._id}`.execute(beside.db);
  expect(rows).toHaveLength(1);
  const { rows: keys } = await sql`select from idempotency_keys where key = ${key}`.execute(beside.db);
  expect(keys).toHaveLength(1);
});

test('every connection may be ended by the server, in the middle of orders', async () => {
  const orders = Promise.all(Array.from({ length: 30 }, () => order(shop)));
  for (let turn = 0; turn < 5; turn += 1) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(beside.db)
      .catch(() => {});
  }
  for (const { status } of await orders) expect([201, 503]).toContain(status);
  await untilReady(shop);
  await givenOrder(beside, buyer, part);
});

test('a connection that the server has ended between two statements is lost, also before it closes', async () => {
  await shop.wire.fail('hold close');
  const connection = connect(shop.address);
  const work = connection.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    const pid = rows[0]?.pid;
    await sql`select pg_terminate_backend(${pid})`.execute(beside.db);
    await expect.poll(() => connection.lossCount()).toBe(1);
    await sql`select 1`.execute(transaction);
  });
  await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  await connection.close();
  await shop.wire.heal();
  await untilReady(shop);
});

test('a connection is whole again after the queue of jobs has failed within a transaction of its own', async () => {
  const connection = connect(beside.address, 1);
  await expect(connection.query('begin; select 1 / 0; commit')).rejects.toThrow('division by zero');
  await expect(connection.query('select 1 as one')).resolves.toMatchObject({ rows: [{ one: 1 }] });
  await connection.close();
});

type Answer = {
  url: string;
  status: number;
  body: string;
  headers: Record<string, unknown>;
  tookMs: number;
};

async function ask(
  { app, url: origin }: TestShop,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const begun = performance.now();
  const answer = await app.inject({
    method,
    url,
    headers: { origin, ...headers },
    ...(body ? { payload: body } : {}),
  });
  const { statusCode: status, body: text } = answer;
  return { url, status, body: text, headers: answer.headers, tookMs: performance.now() - begun };
}

function get(url: string, of: TestShop = shop): Promise<Answer> {
  return ask(of, 'GET', url);
}

function order(of: TestShop, key: string = randomUUID()): Promise<Answer> {
  const headers = { authorization: `Bearer ${buyer.token}`, 'idempotency-key': key };
  return ask(of, 'POST', '/api/order', orderBody(part, 1), headers);
}

/** Well within ten seconds of the wire. */
async function untilReady(of: TestShop): Promise<void> {
  await vi.waitUntil(async () => (await get('/readyz', of)).status === 200, {
    timeout: 10_000,
    interval: 100,
  });
}

/** What people, programs and supervisors ask, each once. */
function askEverything(of: TestShop): Promise<Answer[]> {
  const page = `/parts?q=kit%20${Math.ceil(Math.random() * 1e6)}`; // kept by nobody, and never beyond the last page
  const urls = ['/api/parts', page, '/api/parts?q=wired', '/readyz'];
  return Promise.all([...urls.map((url) => get(url, of)), order(of)]);
}

/** A second shop on the database of `beside`, with a separate proxy. */
async function givenWiredShop(beside: TestShop, options: TestShopOptions = {}) {
  const address = beside.address as EmbeddedConnection;
  const wire = await startTcpProxy(readTarget(address));
  afterAll(wire.close);
  const wired = { ...address, host: '127.0.0.1', port: wire.port };
  return { ...(await givenShop({ ...options, beside: { ...beside, address: wired } })), wire };
}
