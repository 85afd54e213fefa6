/** Shop, PostgreSQL, card sandbox and launcher die together while orders pour in: what was confirmed is there, once. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { type Connection, connect } from '#database/connect.ts';
import { startEmbeddedPostgres } from '#database/embedded.ts';
import type { BodyAt, Method } from '../support/answers.ts';
import type { Answered } from '../support/given.ts';
import { unitsOf } from '../support/invariants.ts';
import { freePort } from '../support/ports.ts';
import {
  endShop,
  isLinux,
  killAll,
  onlyOnLinux,
  patience,
  type Shop,
  startShop,
} from '../support/processes.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';

/** The same seed kills after the same numbers of orders; what is in flight then differs from run to run. */
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);

const orderCount = 1_000;
const buyerCount = 5;
const connectionsPerBuyer = 4;
/** Units at the start; the last part sells out on the way. */
const startStocks = [20_000, 20_000, 20_000, 150];
const price = 49.99;

type Buyer = { email: string; token: string };
/** One order that a client wants, under one key, however often it has to be sent. */
type Wish = { key: string; buyer: Buyer; partsId: string; quantity: number };

const folder = isLinux ? makeFolder() : '';
const dataDir = path.join(folder, 'data');
let shop: Shop;
let port: number;
/** Pending while the shop is down. */
let isOpen: Promise<void>;

let parts: string[];
const wishes: Wish[] = [];
const confirmed = new Map<Wish, Order>();
const refused = new Set<Wish>();
/** How many requests got no answer, or none that says what happened. */
let unanswered = 0;

describe.skipIf(!isLinux)(`${orderCount} orders and three crashes, seed ${seed}${onlyOnLinux}`, () => {
  let database: Connection;

  beforeAll(async () => {
    port = await freePort();
    isOpen = open();
    await isOpen;
    const admin = await logIn('admin@compact.test', 'compact-demo');
    parts = await Promise.all(startStocks.map((stock) => addPart(admin, stock)));
    const buyers = await Promise.all(Array.from({ length: buyerCount }, signUp));
    for (let index = 0; index < orderCount; index++) {
      wishes.push({
        key: randomUUID(),
        buyer: buyers[index % buyerCount] as Buyer,
        partsId: parts[Math.floor(random() * parts.length)] as string,
        quantity: 1 + Math.floor(random() * 3),
      });
    }
    await orderAll(killMoments());

    const { connection } = await startEmbeddedPostgres({ dataDir, log: () => {}, whenRunning: 'join' });
    database = connect(connection, 2);
  }, 8 * patience);

  afterAll(async () => {
    await database?.close();
    if (shop) await endShop(shop, dataDir);
    removeFolder(folder);
  });

  test('every order is answered in the end: placed, or refused because its part was sold out', () => {
    expect(confirmed.size + refused.size).toBe(orderCount);
    expect([...refused].filter(({ partsId }) => partsId !== parts.at(-1))).toEqual([]);
    expect(unanswered).toBeGreaterThan(0); // or nothing was in flight when the shop died
  });

  test('every order that a client saw confirmed is there, once, as it was confirmed', async () => {
    const found = new Map((await ordersAtShop()).map((order) => [order._id, order]));
    for (const order of confirmed.values()) expect(found.get(order._id)).toEqual(order);
    expect(found.size).toBe(confirmed.size);
    for (const [{ partsId, quantity, buyer }, order] of confirmed) {
      expect(order).toMatchObject({ partsId, quantity, price, email: buyer.email, status: 'unpaid' });
    }
  });

  test('no key has made two orders, and a key sent again still answers its order', async () => {
    expect(new Set([...confirmed.values()].map(({ _id }) => _id)).size).toBe(confirmed.size);
    const { rows } = await sql`
      select key from idempotency_keys where not exists (
        select from orders where id::text = answer ->> 'orderId')`.execute(database.db);
    expect(rows).toEqual([]);
    const sample = [...confirmed].filter((_, index) => index % 20 === 0);
    for (const [wish, order] of sample) expect(await place(wish)).toMatchObject({ _id: order._id });
    expect(await ordersAtShop()).toHaveLength(confirmed.size);
  });

  test('of every part, stock and the units of its orders add up to what there was', async () => {
    for (const [index, part] of parts.entries()) {
      const { stock, held } = await unitsOf(database.db, part);
      expect(stock + held).toBe(startStocks[index]);
      expect(stock).toBeGreaterThanOrEqual(0);
      const wanted = [...confirmed.keys()].filter(({ partsId }) => partsId === part);
      expect(held).toBe(wanted.reduce((units, { quantity }) => units + quantity, 0));
    }
  });

  test('every order has its history and its mail job, written in the same commit', async () => {
    const { rows } = await sql`
      select orders.id from orders
      where (select count(*) from order_moves where order_id = orders.id) <> 1
      or (select count(*) from pgboss.job where data ->> 'orderId' = orders.id::text) <> 1`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  // kill -9 leaves the system's cache alive: that a power cut loses nothing either is what these settings say
  test.each(['fsync', 'synchronous_commit', 'full_page_writes'])(
    'a commit is on the disk: %s is on',
    async (name) => {
      const { rows } = await sql`select current_setting(${name}) as value`.execute(database.db);
      expect(rows).toEqual([{ value: 'on' }]);
    },
  );
});

/** Sends every wish until it is answered, by several buyers with several connections; crashes at the given moments. */
async function orderAll(moments: number[]): Promise<void> {
  const left = [...wishes];
  async function work(): Promise<void> {
    for (let wish = left.shift(); wish; wish = left.shift()) {
      const order = await place(wish);
      if (order) confirmed.set(wish, order);
      else refused.add(wish);
      if (confirmed.size + refused.size < (moments[0] ?? Number.POSITIVE_INFINITY)) continue;
      moments.shift();
      await isOpen;
      isOpen = crash();
    }
  }
  await Promise.all(Array.from({ length: buyerCount * connectionsPerBuyer }, work));
  await isOpen;
  expect(moments).toEqual([]);
}

/** Places an order, with the same key as often as it takes; undefined when it is refused. */
async function place({ key, buyer, partsId, quantity }: Wish): Promise<Order | undefined> {
  for (;;) {
    const answer = await send('POST', '/api/order', {
      headers: { authorization: `Bearer ${buyer.token}`, 'idempotency-key': key },
      body: { partsId, quantity, location: '1 Farm Lane, Little Village', phone: '+1 555 010 9999' },
    });
    if (answer?.status === 201) {
      const { insertedId, ...order } = answer.body;
      return order;
    }
    if (answer?.status === 409 && answer.body.refused === 'out-of-stock') return undefined;
    if (answer && answer.status < 500) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
    unanswered += 1;
    await isOpen;
  }
}

/** After how many answered orders everything is killed. */
function killMoments(): number[] {
  const third = Math.floor((orderCount - 200) / 3);
  return [0, 1, 2].map((index) => 100 + index * third + Math.floor(random() * third));
}

async function crash(): Promise<void> {
  await sleep(random() * 20); // milliseconds: in the middle of whatever is happening then
  await killAll(dataDir);
  await open();
}

async function open(): Promise<void> {
  shop = await startShop({ dataDir, port });
  await shop.untilOpen();
}

async function signUp(): Promise<Buyer> {
  const account = { name: 'Bulk Buyer', email: `${randomUUID()}@example.com`, password: 'a good password' };
  return await tokenOf(account.email, await send('POST', '/api/identity/sign-up/email', { body: account }));
}

async function logIn(email: string, password: string): Promise<Buyer> {
  const body = { email, password };
  return await tokenOf(email, await send('POST', '/api/identity/sign-in/email', { body }));
}

async function tokenOf(email: string, session: Answer | undefined): Promise<Buyer> {
  const answer = await send('PUT', `/api/user/${email}`, {
    headers: { cookie: session?.cookie ?? '' },
    body: { email },
  });
  if (answer?.status !== 200) throw new Error(`No token for ${email}: ${JSON.stringify([session, answer])}`);
  return { email, token: answer.body.token };
}

async function addPart(admin: Buyer, stock: number): Promise<string> {
  const answer = await send('POST', '/api/parts', {
    headers: { authorization: `Bearer ${admin.token}` },
    body: {
      name: `A part of which there are ${stock}`,
      img: '/pictures/none.webp',
      description: 'It is ordered a lot.',
      available_quantity: stock,
      minimum_order: 1,
      price,
    },
  });
  if (answer?.status !== 201) throw new Error(`The part was refused: ${JSON.stringify(answer)}`);
  return answer.body.insertedId;
}

/** All orders that the buyers find under My Orders. */
async function ordersAtShop(): Promise<Order[]> {
  const buyers = new Map(wishes.map(({ buyer }) => [buyer.email, buyer]));
  const lists = [...buyers.values()].map(async ({ email, token }) => {
    const answer = await send('GET', `/api/my_orders?email=${email}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer?.status).toBe(200);
    return answer?.body as Order[];
  });
  return (await Promise.all(lists)).flat();
}

type Answer<Body = unknown> = Pick<Answered<Body>, 'status' | 'body'> & { cookie: string };

/** Undefined when no whole answer came. */
async function send<M extends Method, const Url extends string>(
  method: M,
  url: Url,
  { body, headers = {} }: { body?: object; headers?: Record<string, string> },
): Promise<Answer<BodyAt<M, Url>> | undefined> {
  const content = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const answer = await fetch(shop.url + url, {
      method,
      ...content,
      headers: { origin: shop.url, ...content?.headers, ...headers },
      signal: AbortSignal.timeout(patience),
    });
    const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    return {
      status: answer.status,
      body: (await answer.json()) as BodyAt<M, Url>,
      cookie: cookie.join('; '),
    };
  } catch {
    return undefined;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
