/** Kept pages while others order: each is rendered once for all who wait, and for changed stock at most once a second. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type * as pageHandler from '#app/layout/page-handler.server.ts';
import { resolvePage } from '#app/rendering/resolve-page.ts';
import { listenerName } from '#platform/database/listener-name.ts';
import { readPosition } from '#platform/database/log-positions.ts';
import { openPageCache } from '#platform/pages/page-cache.ts';
import { givenPart, orderBody, partBody } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { saveSettings } from '../support/given-rules.ts';
import { givenShop, readWebBuild, type TestShop } from '../support/shop.ts';

const metricsToken = 'a token of the tests';
const web = await readWebBuild();
let elapsed = 0;
const elapsedMs = () => elapsed;
const shop = await givenShop({ web: { ...web, elapsedMs }, metricsToken });
const other = await givenShop({ web: { ...web, elapsedMs }, metricsToken, beside: shop });
const small = await givenShop({ web: { ...web, cacheBytes: 1e6 }, metricsToken });

const { buyer, admin } = await givenPeople(shop, { buyer: {}, admin: { role: 'admin' } });

const ordered = await givenPart(shop, { name: 'Meadow Kit', stock: 900 });
const left = await givenPart(shop, { name: 'Harbor Kit', stock: 900 });
const rare = await givenPart(shop, { name: 'Rare Kit', stock: 3 });
await sql`update parts set featured_rank = 1 where id = ${ordered}`.execute(shop.db);
const position = await readPosition(shop.db);
for (const { catalogue } of [shop, other])
  await vi.waitUntil(() => position !== undefined && catalogue.hasHeardUntil(position), {
    timeout: 20_000,
  });
// from now on the processes know that these can be bought
for (const part of [ordered, left, rare]) await order(part);

const pagesWithoutStock = [
  ...['/portfolio', '/about', '/delivery', '/money-back', '/terms', '/contact', '/privacy', '/reviews'],
];

describe('an order', () => {
  test('voids the pages that show the stock of its part, once a second, and no other', async () => {
    const showing = [
      ...['/', '/parts', '/parts/memory', '/parts/memory/meadow-kit', '/compare/memory?part=meadow-kit'],
      `/build?parts=${ordered}`,
    ];
    const others = [
      ...[...pagesWithoutStock, '/compare/memory?part=harbor-kit', '/parts/memory?q=harbor'],
      `/build?parts=${left}`,
    ];
    const pages = [...showing, ...others];
    for (const page of pages) expect((await get(shop, page)).statusCode).toBe(200);
    for (let second = 0; second < 2; second += 1) {
      for (let turn = 0; turn < 3; turn += 1) await order(ordered);
      expect(await listRendered(shop, pages)).toEqual([]);
      elapsed += 1000;
      expect(await listRendered(shop, pages)).toEqual(showing);
      expect(await listRendered(shop, pages)).toEqual([]);
    }
    expect(await readStock(shop, 'meadow-kit')).toBe(900 - 7);
  });

  test('is on the buyer’s own next page at once, at any process, and a second later on everybody’s', async () => {
    elapsed += 1000;
    const before = await readStock(other, 'meadow-kit');
    expect(before).toBe(893);
    const cookie = await order(ordered);
    expect(await readStock(other, 'meadow-kit', cookie)).toBe(892);
    expect(await readStock(shop, 'meadow-kit', cookie)).toBe(892);
    await order(ordered, other);
    expect(await readStock(other, 'meadow-kit')).toBe(892);
    elapsed += 1000;
    expect(await readStock(other, 'meadow-kit')).toBe(891);
  });

  test('that takes the last units changes the lists that count them, and leaves all else', async () => {
    const lists = ['/parts/memory?q=harbor', '/parts?q=harbor'];
    const pages = [...lists, ...pagesWithoutStock];
    for (const page of pages) await get(shop, page);
    await order(rare);
    elapsed += 1000;
    expect(await listRendered(shop, pages)).toEqual([]);
    await order(rare);
    elapsed += 1000;
    expect(await listRendered(shop, pages)).toEqual(lists);
  });
});

test('what nobody announces is found with the next heartbeat: stock alone voids no other page', async () => {
  const pages = ['/about', '/parts/memory?q=meadow', '/parts/memory/harbor-kit'];
  for (const page of pages) await get(shop, page);
  const version = shop.catalogue.current();
  const { count } = shop.catalogue.stock;
  const counted = count();
  await sql`update parts set stock = 17 where id = ${left}`.execute(shop.db);
  await vi.waitUntil(() => count() > counted, { timeout: 20_000 });
  elapsed += 1000;
  expect(shop.catalogue.current()).toBe(version);
  expect(await listRendered(shop, pages)).toEqual(['/parts/memory/harbor-kit']);
  expect(await readStock(shop, 'harbor-kit')).toBe(17);
});

describe('everybody who waits for a page', () => {
  test('gets the same render, with a changed price at once', async () => {
    const page = '/parts/memory?q=kit';
    expect(await countRenders(shop, () => getMany(page, 20))).toBe(1);
    const version = shop.catalogue.current();
    await admin.ask('PATCH', `/api/parts/${left}`, { price: 77.77 });
    await vi.waitUntil(() => shop.catalogue.current() !== version, { interval: 5 });
    const answers: Awaited<ReturnType<typeof getMany>> = [];
    expect(await countRenders(shop, async () => answers.push(...(await getMany(page, 20))))).toBe(1);
    for (const { body } of answers) expect(body).toContain('$77.77');
  });

  test('gets a nonce of their own where the page has scripts', async () => {
    const policies = (await getMany('/login', 3)).map(({ headers }) => headers['content-security-policy']);
    expect(new Set(policies).size).toBe(3);
  });
});

test('what changes beside the stock is new at once, however the clock stands', async () => {
  const page = '/parts?q=kit';
  expect((await get(shop, page)).body).toContain('/parts/memory/rare-kit');
  await admin.ask('POST', '/api/parts', partBody({ name: 'Wholly New Kit' }));
  await expect.poll(async () => (await get(shop, page)).body).toContain('Wholly New Kit');
  await admin.ask('DELETE', `/api/manage_products/${rare}`);
  await expect.poll(async () => (await get(shop, page)).body).not.toContain('/parts/memory/rare-kit');
  await saveSettings(admin, { postalAddress: 'Newly Street 9' });
  await expect.poll(async () => (await get(shop, '/contact')).body).toContain('Newly Street 9');
  // by hand, under an order that is announced
  await get(shop, '/parts/memory/meadow-kit');
  await sql`update parts set description = 'Described by hand.' where id = ${ordered}`.execute(shop.db);
  await order(ordered);
  await expect
    .poll(async () => (await get(shop, '/parts/memory/meadow-kit')).body, { timeout: 20_000 })
    .toContain('Described by hand.');
});

test('a setting is on the next page of who changed it, before any process has heard of the change', async () => {
  await get(shop, '/about');
  const { version } = (await admin.ask('GET', '/api/settings')).body;
  const { rows: listeners } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name = ${listenerName}`.execute(shop.db);
  for (const { pid } of listeners) process.kill(pid, 'SIGSTOP');
  try {
    const { headers } = await admin.ask('PATCH', '/api/settings', { version, name: 'Unheard Parts' });
    expect((await get(shop, '/about', findWrittenCookie(headers))).body).toContain('Unheard Parts');
  } finally {
    for (const { pid } of listeners) process.kill(pid, 'SIGCONT');
  }
});

test('an answer is sent in one turn: nobody waits for its end, and keeps all of it in memory meanwhile', async () => {
  const waiting: number[] = [];
  const count = (_: unknown, answer: ServerResponse) =>
    answer.prependOnceListener('finish', () => waiting.push(answer.listenerCount('close')));
  shop.app.server.on('request', count);
  for (const page of ['/about', '/about', '/speculation-rules.json'])
    await (await fetch(shop.url + page)).text();
  shop.app.server.off('request', count);
  expect(waiting).toEqual([0, 0, 0]);
});

describe('an answer to a visitor is kept', () => {
  test('until what it shows changes, and is never older than its call, at any process', async () => {
    const calls = ['/api/parts?q=meadow', `/api/parts/${ordered}`];
    const tags = new Set<unknown>();
    for (const units of [500, 499, 498]) {
      await sql`update parts set stock = ${units} where id = ${ordered}`.execute(shop.db); // nobody announces it
      for (const each of [shop, other])
        for (const url of calls) {
          const answer = await get(each, url);
          expect([answer.json()].flat()[0].available_quantity).toBe(units);
          tags.add(answer.headers.etag);
          const headers = { 'if-none-match': String(answer.headers.etag) };
          const again = await fetch(each.url + url, { headers });
          expect([again.status, await again.text()]).toEqual([304, '']);
        }
    }
    expect(tags.size).toBe(2 * 3);
    const facets = (await get(shop, '/api/parts/facets')).headers.etag;
    await order(ordered);
    expect((await get(shop, '/api/parts/facets')).headers.etag).toBe(facets);
    await admin.ask('PATCH', `/api/parts/${ordered}`, { price: 66.66 });
    expect((await get(other, calls[0] ?? '')).json()[0].price).toBe(66.66);
  });

  test('but not for people, nor at addresses that are not its own', async () => {
    await get(shop, `/api/parts/${ordered}`);
    const managed = await admin.ask('GET', `/api/parts/${ordered}`);
    expect(managed.body).toHaveProperty('low_stock');
    expect((await get(shop, '/api/parts?q=kit&made-up=1')).headers.etag).toBeUndefined();
    const compressed = { 'accept-encoding': 'br' };
    const { headers, rawPayload } = await shop.app.inject({ url: '/api/parts?q=kit', headers: compressed });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    const plain = await get(shop, '/api/parts?q=kit');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(plain.body);
  });

  test('is sent in front of the hooks as they would send it, with an id of its own, and is counted', async () => {
    const url = `/api/parts/${ordered}`;
    const usual = await get(shop, url);
    const before = await readMetrics(shop);
    const answer = await fetch(shop.url + url, { headers: { 'accept-encoding': 'identity' } });
    const counted = 'http_request_duration_seconds_count{method="GET",route="/api/parts/:id",status="200"}';
    expect((await readMetrics(shop))[counted]).toBe(Number(before[counted]) + 1);
    expect(await answer.text()).toBe(usual.body);
    const { date: _, 'x-request-id': id, ...headers } = Object.fromEntries(answer.headers);
    expect(id).not.toBe(usual.headers['x-request-id']);
    const { date: __, 'x-request-id': ___, connection: ____, ...usualHeaders } = usual.headers;
    expect(headers).toMatchObject(usualHeaders);
  });

  test('and what a call waits in front of the hooks is in the metrics, too, when it is made again', async () => {
    const spent = 'http_request_duration_seconds_sum{method="GET",route="/api/parts/:id",status="200"}';
    const url = `${shop.url}/api/parts/${ordered}`;
    await (await fetch(url)).text();
    const before = await readMetrics(shop);
    const { answer } = await shop.db.transaction().execute(async (locking) => {
      await sql`update parts set stock = stock - 1 where id = ${ordered}`.execute(shop.db);
      await sql`lock table parts`.execute(locking);
      const answer = fetch(url);
      await sleep(300);
      return { answer };
    });
    await (await answer).text();
    expect(Number((await readMetrics(shop))[spent]) - Number(before[spent])).toBeGreaterThan(0.25);
  });
});

test.each(['/api/parts?q=kit&limit=', '/parts/memory?q=kit&price-max='])(
  'what is kept of %s keeps no request',
  async (address) => {
    const ask = async (end: number) => new WeakRef((await get(shop, `${address}${end}`)).raw.req);
    const requests: WeakRef<object>[] = [];
    for (const end of [1, 2, 3, 4, 5]) requests.push(await ask(end));
    const countKept = async () => {
      await readHeapBytes();
      return requests.slice(0, -1).filter((request) => request.deref()).length;
    };
    // some may still be in the hands of whoever answered them, the last one until the next
    await expect.poll(countKept).toBe(0);
  },
);

describe('an address that strangers make up', () => {
  test('leaves no more memory than it counts: 100,000 of them', async () => {
    const { makePublicRouteFinder } = web.build.entry.module as unknown as typeof pageHandler;
    const findPublicRoute = makePublicRouteFinder(web.build);
    const maxBytes = 4e6;
    const cache = openPageCache({
      version: { current: () => 'v', stock: { count: () => 0, hasChanged: () => false } },
      maxBytes,
      now: () => new Date(),
    });
    const long = 'x'.repeat(2000);
    const addresses = [
      (turn: number) => `/parts.data?_routes=${turn}${long}`,
      (turn: number) => `/parts.data?_routes=app%2Fpages%2Fparts%2Fparts%2Ccategory%2C${turn}`,
      (turn: number) => `/parts?${turn}${long}=1&q=word${turn}`,
      (turn: number) => `/parts/ssd?part=p-${turn}&part=q-${turn}-${'y'.repeat(100)}`,
      (turn: number) => `/build?parts=${turn}${long}`,
      (turn: number) => `/${turn}${long}`,
      (turn: number) => `/login?${turn}${long}`,
      (turn: number) => `/about.data?${turn}${long}`,
      (turn: number) => `/dashboard/${turn}.data`,
    ];
    const render = async () => {
      const [body] = ['x'.repeat(2000), 'y'.repeat(30_000)].map((text) => Buffer.from(text)); // of one block
      if (!body) throw new Error('unreachable');
      return { status: 200, isPublic: true, body, shownStock: undefined, keptUntil: undefined };
    };
    const before = await readHeapBytes();
    for (let turn = 0; turn < 100_000; turn += 1) {
      const address = resolvePage(addresses[turn % addresses.length]?.(turn) ?? '');
      const route = findPublicRoute(address.path);
      if (!route || (address.dataRoutes !== null && address.dataRoutes !== route)) continue;
      await cache.render(address.cachedAddress, render, { isShared: true });
    }
    expect(cache.usage().bytes).toBeLessThanOrEqual(maxBytes);
    expect(cache.usage().pages).toBeLessThan(maxBytes / 1000);
    // memory outside of the heap is freed a little after the collection
    await expect.poll(async () => (await readHeapBytes()) - before).toBeLessThan(2 * maxBytes);
  });

  test('is kept only where it is a page’s', async () => {
    const kept = async () => (await readMetrics(small)).compact_cached_pages;
    for (let turn = 0; turn < 100; turn += 1)
      for (const address of [
        `/parts.data?_routes=${turn}${'x'.repeat(8000)}`,
        `/dashboard.data?${turn}`,
        `/nothing-${turn}`,
        `/login?${turn}`,
      ])
        await get(small, address);
    expect(await kept()).toBe(0);
    for (const address of [
      '/parts.data?_routes=app%2Fpages%2Fparts%2Fparts&x=1',
      '/parts.data?x=2',
      '/about?x=3',
      '/about?x=4',
    ])
      expect((await get(small, address)).statusCode).toBe(200);
    expect(await kept()).toBe(3);
    expect((await get(small, '/parts.data?_routes=app%2Fpages%2Fparts%2Fparts')).body).toContain(
      'app/pages/parts/parts',
    );
  });
});

function get({ app }: TestShop, url: string, cookie?: string) {
  return app.inject({ method: 'GET', url, headers: cookie ? { cookie } : {} });
}

function getMany(url: string, count: number) {
  return Promise.all(Array.from({ length: count }, () => get(shop, url)));
}

/** Waits until the process has heard of it; the cookie of who has written. */
async function order(part: string, listener: TestShop = shop): Promise<string> {
  const { count } = listener.catalogue.stock;
  const counted = count();
  const { status, headers } = await buyer.ask('POST', '/api/order', orderBody(part));
  expect(status).toBe(201);
  await vi.waitUntil(() => count() > counted, { interval: 2 });
  return findWrittenCookie(headers);
}

function findWrittenCookie(headers: Awaited<ReturnType<typeof buyer.ask>>['headers']): string {
  const cookies = [headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0] ?? '');
  return cookies.find((cookie) => cookie.startsWith('compact.written=')) ?? '';
}

/** The units that the part's page says are there. */
async function readStock(of: TestShop, slug: string, cookie?: string): Promise<number> {
  const { body } = await get(of, `/parts/memory/${slug}`, cookie);
  return Number(/Available quantity<\/dt> <dd>(\d+)/.exec(body)?.[1] ?? Number.NaN);
}

async function listRendered(of: TestShop, pages: readonly string[]): Promise<string[]> {
  const rendered: string[] = [];
  for (const page of pages) if ((await countRenders(of, () => get(of, page))) > 0) rendered.push(page);
  return rendered;
}

async function countRenders(of: TestShop, work: () => Promise<unknown>): Promise<number> {
  const before = (await readMetrics(of)).compact_pages_rendered ?? 0;
  await work();
  return ((await readMetrics(of)).compact_pages_rendered ?? 0) - before;
}

async function readMetrics({ app }: TestShop): Promise<Record<string, number>> {
  const { body } = await app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  return Object.fromEntries(
    [...body.matchAll(/^((?:compact|http)_\S+) ([\d.]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

async function readHeapBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
