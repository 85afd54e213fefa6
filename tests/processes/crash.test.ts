/** Shop, PostgreSQL, card sandbox and launcher die together while orders pour in: what was confirmed is there, once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { type Connection, connect } from '#database/connect.ts';
import { startEmbeddedPostgres } from '#database/embedded.ts';
import type { BodyAt } from '../support/answers.ts';
import { orderBody, partBody } from '../support/given.ts';
import { unitsOf } from '../support/invariants.ts';
import { givenMortalShop } from '../support/mortal-shop.ts';
import { isLinux, onlyOnLinux, patience } from '../support/processes.ts';
import { enterShop, joinShop, type Visitor } from '../support/visitor.ts';

/** The same seed kills after the same numbers of orders; what is in flight then differs from run to run. */
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
const random = randomFrom(seed);

const orderCount = 1_000;
const buyerCount = 5;
const connectionsPerBuyer = 4;
/** Units at the start; the last part sells out on the way. */
const startStocks = [20_000, 20_000, 20_000, 150];
const price = 49.99;

/** One order that a client wants, under one key, however often it has to be sent. */
type Wish = { key: string; buyer: Visitor; partsId: string; quantity: number };

const shop = givenMortalShop();
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
    isOpen = shop.open();
    await isOpen;
    const admin = await enterShop(shop.url, { email: 'admin@compact.test', password: 'compact-demo' });
    parts = await Promise.all(startStocks.map((stock) => addPart(admin, stock)));
    const buyers = await Promise.all(Array.from({ length: buyerCount }, signUp));
    for (let index = 0; index < orderCount; index++) {
      wishes.push({
        key: randomUUID(),
        buyer: buyers[index % buyerCount] as Visitor,
        partsId: parts[Math.floor(random() * parts.length)] as string,
        quantity: 1 + Math.floor(random() * 3),
      });
    }
    await orderAll(killMoments());

    const { connection } = await startEmbeddedPostgres({
      dataDir: shop.dataDir,
      log: () => {},
      whenRunning: 'join',
    });
    database = connect(connection, 2);
  }, 8 * patience);

  afterAll(async () => {
    await database?.close();
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
async function place(wish: Wish): Promise<Order | undefined> {
  for (;;) {
    const answer = await send(wish);
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
  await shop.kill();
  await shop.open();
}

function signUp(): Promise<Visitor> {
  const account = { name: 'Bulk Buyer', email: `${randomUUID()}@example.com`, password: 'a good password' };
  return joinShop(shop.url, account);
}

async function addPart(admin: Visitor, stock: number): Promise<string> {
  const part = partBody({ name: `A part of which there are ${stock}`, available_quantity: stock, price });
  const { insertedId } = await admin.call('POST', '/api/parts', part);
  return insertedId;
}

/** All orders that the buyers find under My Orders. */
async function ordersAtShop(): Promise<Order[]> {
  const buyers = new Set(wishes.map(({ buyer }) => buyer));
  const lists = [...buyers].map((buyer) => buyer.call('GET', `/api/my_orders?email=${buyer.email}`));
  return (await Promise.all(lists)).flat();
}

/** What the shop says to a wish; undefined when no whole answer came. */
async function send({ key, buyer, partsId, quantity }: Wish) {
  try {
    const answer = await fetch(`${shop.url}/api/order`, {
      method: 'POST',
      headers: {
        origin: shop.url,
        authorization: `Bearer ${buyer.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(orderBody(partsId, quantity)),
      signal: AbortSignal.timeout(patience),
    });
    return { status: answer.status, body: (await answer.json()) as BodyAt<'POST', '/api/order'> };
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
