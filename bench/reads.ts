/** Measures public reads, kept pages and My Orders beside a bare Fastify route with the same bytes; fails on a wrong answer. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import fastify from 'fastify';
import pg from 'pg';
import { demoAccounts } from '#app/demo.ts';
import { poolFields } from '#platform/database/connect.ts';
import { logInVisitor, type Visitor } from '../tests/support/visitor.ts';
import { openClients } from './clients.ts';
import { computeMedian, connections, type Measurement, readCpuMs } from './measure.ts';
import { insertOtherOrders } from './other-orders.ts';
import type { Selling } from './sellers.ts';
import { type ThrowAwayShop, withThrowAwayShop } from './throw-away-shop.ts';

/** Short and many, so that other work on the machine disturbs both. */
const phaseSeconds = 0.5;
const rounds = 9;
const unitsPerSecond = 100;
const ownOrders = 10;

/** `cpuUs`: of the thread of the shop, which is the bare server's, too, for one answer. */
type Reading = Measurement & { cpuUs: number };
type Read = { name: string; path: string; token?: string; bare?: string; otherOrders?: number };
type Server = { address: string; close(): Promise<void> };
type Clients = ReturnType<typeof openClients>;

export function benchReads(names: string[]): Promise<string> {
  return withThrowAwayShop(async (shop) => {
    const client = new pg.Client(poolFields(shop.database));
    await client.connect();
    const clients = openClients();
    try {
      const buyer = await logInVisitor(shop.address, demoAccounts[1]);
      const parts = await stockUp(client);
      for (let order = 0; order < ownOrders; order += 1) await placeOrder(buyer, parts[0] ?? '');
      const selling: Selling = { database: shop.database, parts, unitsPerSecond };
      const reads = listReads(parts, buyer).filter(
        // others' orders take minutes to make
        ({ name, otherOrders }) => names.includes(name) || (names.length === 0 && !otherOrders),
      );
      const rows: string[] = [];
      for (const read of reads) {
        if (read.otherOrders) {
          await insertOtherOrders(client, read.otherOrders);
          read.token = (await logInVisitor(shop.address, demoAccounts[1])).token; // it may have run out
        }
        rows.push(...(await compare(shop, read, selling, { client, clients })));
      }
      return [
        `${connections} connections without a pause, on a thread of their own; ${rounds} rounds of ${phaseSeconds} s each, bare and shop in turn; the median of each, and of the ratios.`,
        '',
        '| | stock | bare, a second | shop | ratio | p99, bare | shop | CPU of one, bare | shop | ratio |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    } finally {
      clients.close();
      await client.end();
    }
  });
}

function listReads(parts: string[], buyer: Visitor): Read[] {
  const bareOrders = `select * from orders where buyer_email = '${buyer.email}' order by id desc limit ${ownOrders}`;
  const myOrders = `/api/my_orders?email=${buyer.email}&limit=${ownOrders}`;
  return [
    { name: 'list', path: '/api/parts?limit=6' },
    { name: 'part', path: `/api/parts/${parts[0]}` },
    { name: 'search', path: '/api/parts?q=ddr5&limit=10' },
    { name: 'facets', path: '/api/parts/facets?category=graphics-card' },
    { name: 'orders', path: myOrders, token: buyer.token, bare: bareOrders },
    { name: 'home', path: '/' },
    { name: 'category', path: '/parts/graphics-card' },
    { name: 'orders100', path: myOrders, token: buyer.token, bare: bareOrders, otherOrders: 90 },
    { name: 'orders10000000', path: myOrders, token: buyer.token, bare: bareOrders, otherOrders: 9_999_900 },
  ];
}

/** The parts of the home page: so many units of each that all sales succeed. */
async function stockUp(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with stocked as (update parts set stock = 1000000 where price_cents > 100 returning id, featured_rank)
    select id from stocked order by featured_rank nulls last, id limit 6`,
  );
  return rows.map(({ id }) => id);
}

async function placeOrder(buyer: Visitor, partsId: string): Promise<void> {
  const order = { partsId, quantity: 1, location: '1 Farm Lane', phone: '5550109999' };
  await buyer.call('POST', '/api/order', order);
}

async function compare(
  shop: ThrowAwayShop,
  read: Read,
  selling: Selling,
  { client, clients }: Measuring,
): Promise<string[]> {
  const bare = await openBare(shop, read);
  try {
    const unsold = await measureRounds(shop, bare, read, { client, clients });
    const seller = new Worker(new URL('sellers.ts', import.meta.url), { workerData: selling });
    const sold = await measureRounds(shop, bare, read, { client, clients }).finally(() => {
      seller.postMessage('stop');
      return once(seller, 'message');
    });
    return [describe(read, 'quiet', unsold), describe(read, 'sold', sold)];
  } finally {
    await bare.close();
  }
}

type Round = { bare: Reading; shop: Reading };
type Measuring = { client: pg.Client; clients: Clients };

async function measureRounds(
  shop: ThrowAwayShop,
  bare: Server,
  read: Read,
  { client, clients }: Measuring,
): Promise<Round[]> {
  for (const { address } of [shop, bare]) await measureRead(clients, address, read); // not counted
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({
      bare: await measureRead(clients, bare.address, read),
      shop: await measureRead(clients, shop.address, read),
    });
    await checkStock(shop.address, read, client);
  }
  return measured;
}

/** Sends what the shop sends, or, with SQL, its rows. */
async function openBare({ address, database }: ThrowAwayShop, { path, token, bare }: Read): Promise<Server> {
  const answer = await ask(address, path, token);
  const [type, body] = [answer.headers.get('content-type') ?? '', Buffer.from(await answer.arrayBuffer())];
  const pool = new pg.Pool(poolFields(database));
  pool.on('error', () => {}); // the shop stops PostgreSQL
  const app = fastify();
  if (bare === undefined) app.get('/*', (_, reply) => reply.header('content-type', type).send(body));
  else app.get('/*', async () => (await pool.query(bare)).rows);
  return {
    address: await app.listen({ host: '127.0.0.1', port: 0 }),
    close: async () => void (await Promise.all([app.close(), pool.end()])),
  };
}

async function ask(address: string, path: string, token: string | undefined): Promise<Response> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(address + path, { headers });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}.`);
  return answer;
}

async function measureRead(clients: Clients, address: string, { path, token }: Read): Promise<Reading> {
  const before = readCpuMs();
  const measured = await clients.run({
    address,
    visits: [[path]],
    connections,
    duration: phaseSeconds,
    token,
  });
  const cpuUs = (readCpuMs() - before) * 1000;
  if (measured.failed > 0) throw new Error(`${measured.failed} answers to ${path} were no success.`);
  return { ...measured, cpuUs: cpuUs / (measured.perSecond * phaseSeconds) };
}

type ListedPart = { _id: string; available_quantity: number };

/** Units are only sold: the call answers none that were gone before it, and none that went after it. */
async function checkStock(address: string, { path, token }: Read, client: pg.Client): Promise<void> {
  const before = await readStock(client);
  const answer = await ask(address, path, token);
  if (!answer.headers.get('content-type')?.includes('json')) return;
  const listed = [await answer.json()].flat() as ListedPart[];
  const after = await readStock(client);
  for (const { _id: id, available_quantity: units } of listed) {
    if (units === undefined) continue;
    const [earlier, later] = [before.get(id) ?? Number.NaN, after.get(id) ?? Number.NaN];
    if (!(units <= earlier && units >= later))
      throw new Error(`${path} says that there are ${units} of ${id}: there were ${earlier}, then ${later}.`);
  }
}

async function readStock(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; stock: number }>('select id, stock from parts');
  return new Map(rows.map(({ id, stock }) => [id, stock]));
}

function describe({ name }: Read, stock: string, measured: Round[]): string {
  const median = (figure: (round: Round) => number) => computeMedian(measured.map(figure));
  const cells = [
    name,
    stock,
    median(({ bare }) => bare.perSecond).toFixed(0),
    median(({ shop }) => shop.perSecond).toFixed(0),
    median(({ bare, shop }) => shop.perSecond / bare.perSecond).toFixed(2),
    `${median(({ bare }) => bare.p99).toFixed(1)} ms`,
    `${median(({ shop }) => shop.p99).toFixed(1)} ms`,
    `${median(({ bare }) => bare.cpuUs).toFixed(0)} µs`,
    `${median(({ shop }) => shop.cpuUs).toFixed(0)} µs`,
    median(({ bare, shop }) => bare.cpuUs / shop.cpuUs).toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
