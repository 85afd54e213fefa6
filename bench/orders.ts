/** Measures orders a second and what each costs, beside routes that only write the rows of an order on the same PostgreSQL. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { demoAccounts } from '#app/demo.ts';
import { signAccessToken } from '#people/identity/access-tokens.ts';
import { poolFields } from '#platform/database/connect.ts';
import { openShop } from '../simulation/shops.ts';
import { endShop, findProcesses } from '../tests/support/processes.ts';
import { logInVisitor } from '../tests/support/visitor.ts';
import { computeMedian, type Measurement, measure, readCpuMs } from './measure.ts';
import { copyOrder, runBareTransaction, startReplay } from './order-changes.ts';
import { type Buying, type OrderChange, runBuyers } from './order-clients.ts';
import { type ThrowAwayShop, withThrowAwayShop } from './throw-away-shop.ts';

const rounds = 3;
const phaseSeconds = 2;
const connectionCounts = ['1', '16', '64', '256'];
const partCount = 20;
const buyerCount = 500;
/** Of each kind of change, in a second. */
const maxChanges = 2000;
const warmUpSeconds = 0.5;

/** With milliseconds of CPU for each order: of the thread of the shop and the routes, which is this one, and of PostgreSQL. */
type Reading = Measurement & { threadMs: number; databaseMs: number };
type Target = {
  name: string;
  run(duration: number): Promise<Measurement>;
  /** The CPU of a further process. */
  ownMs?: () => number;
};

/** Measures a new shop, with fsync: so many seconds for each phase, with so many connections. */
export function benchOrders([seconds, ...counts]: string[] = []): Promise<string> {
  const duration = Number(seconds ?? phaseSeconds);
  const secret = randomUUID();
  const settings = { AUTH_SECRET: secret, UNPAID_ORDERS_PER_PERSON: '1000' };
  return withThrowAwayShop(async (shop) => {
    const pool = new pg.Pool({ ...poolFields(shop.database), max: 20 });
    pool.on('error', () => {}); // the shop stops before it
    pool.on('connect', (client) => client.on('error', () => {}));
    await pool.query(mailLater);
    const database = await openCpuClock(pool);
    const { parts, buyers } = await prepare(shop, pool, secret);
    const tokens = buyers.map(({ token }) => token);
    const routes = await startBareRoutes(shop, pool, { part: parts[0] ?? '', token: tokens[0] ?? '' });
    const purchase = (part: string) => ({
      partsId: part,
      quantity: 1,
      location: '1 Farm Lane',
      phone: '5550109999',
    });
    const orders = { addresses: [shop.address], path: '/api/order', bodies: parts.map(purchase), tokens };
    const lines: string[] = [];
    const compareAll = async (what: string, targets: Target[], after = async () => {}) =>
      void lines.push(...(await compareTargets(what, targets, { database, seconds: duration, after })));
    // nobody holds many unpaid orders
    const expire = async () =>
      void (await pool.query(`update orders set state = 'expired' where state = 'unpaid'`));
    async function compare(
      what: string,
      connections: number,
      shopOrders: Omit<Buying, 'connections' | 'duration'>,
      others: { name: string; address: string; ownMs: () => number }[] = [],
    ) {
      const buy = (name: string, buying: Omit<Buying, 'connections' | 'duration'>): Target => ({
        name,
        run: (duration) => runBuyers({ ...buying, connections, duration }),
      });
      // one hot part is compared with a route that has twenty
      const bodies = shopOrders.path === orders.path ? orders.bodies : shopOrders.bodies;
      const rows = { ...orders, bodies, addresses: [routes.address], path: '/rows' };
      const targets = [
        buy('the shop', shopOrders),
        buy('route: every row', rows),
        buy('route: two statements', { ...orders, addresses: [routes.address], path: '/two' }),
        {
          name: 'two statements, no route',
          run: (duration: number) => runBareLoop(pool, parts, { connections, duration }),
        },
        ...others.map(({ name, address, ownMs }) => ({
          ...buy(name, { ...shopOrders, addresses: [shop.address, address] }),
          ownMs,
        })),
      ];
      await compareAll(`${what} | ${connections}`, targets, expire);
    }
    for (const count of counts.length > 0 ? counts : connectionCounts)
      await compare(`one of ${partCount} parts`, Number(count), orders);
    await compare('one hot part', 16, { ...orders, bodies: orders.bodies.slice(0, 1) });
    const baskets = parts.map((_, index) => ({
      lines: [0, 1, 2].map((line) => ({
        partsId: parts[(index * 7 + line * 3) % parts.length],
        quantity: 1,
      })),
      ...{ location: '1 Farm Lane', phone: '5550109999' },
    }));
    await compare('three parts together', 16, { ...orders, path: '/api/purchases', bodies: baskets });
    await withSecondProcess(shop, secret, async (second) => {
      await compare(`one of ${partCount} parts`, 16, orders, [second]);
    });
    const sample = await placeOrder(shop.address, { part: parts[0] ?? '', token: tokens[0] ?? '' });
    const countChanges = (seconds: number) => Math.ceil(maxChanges * seconds);
    const copied = 1 + 2 * (countChanges(warmUpSeconds) + rounds * countChanges(duration));
    for (const [what, change] of [
      ['cancelling', 'cancel'],
      ['paying', 'pay'],
    ] as const) {
      const copies = await copyOrder(pool, sample, { buyers, each: Math.ceil(copied / buyerCount) });
      const next = (count: number) => copies.splice(0, count);
      const [changed] = next(1);
      const replay = changed && (await startReplay(pool, { address: shop.address, sample: changed, change }));
      const change16 = (
        name: string,
        fields: { address: string; change: OrderChange | 'replay' },
      ): Target => ({
        name,
        run: (seconds) =>
          runBuyers({
            ...fields,
            orders: next(countChanges(seconds)),
            connections: 16,
            duration: seconds,
          }),
      });
      if (!replay) throw new Error('There is no order to change.');
      await compareAll(`${what} | 16`, [
        change16('the shop', { address: shop.address, change }),
        change16(`route: its ${replay.statements} writes`, { address: replay.address, change: 'replay' }),
      ]);
      await replay.close();
    }
    const { rows: deadlocked } = await pool.query<{ deadlocks: number; changes: number }>(
      `select deadlocks::int, (select count(*)::int from order_moves) as changes
      from pg_stat_database where datname = current_database()`,
    );
    await routes.close();
    await pool.end();
    return [
      `${rounds} alternating rounds of ${duration} s each; medians; load at the end ${loadavg()[0]?.toFixed(1)}`,
      ...deadlocked.map(({ deadlocks, changes }) => `${deadlocks} deadlocks in ${changes} changes of orders`),
      '',
      '| orders | connections | written by | a second | p50 | p99 | to every row | p99 to it | CPU of the thread | of PostgreSQL | CPU to every row |',
      `|${' --- |'.repeat(11)}`,
      ...lines,
    ].join('\n');
  }, settings);
}

/** The jobs are written, by the routes too, and nobody does them meanwhile. */
const mailLater = `
  create function mail_later() returns trigger language plpgsql as $$
    begin new.start_after = now() + interval '1 day'; return new; end $$;
  create trigger mail_later before insert on pgboss.job for each row when (new.name = 'mail-order')
    execute function mail_later()`;

async function compareTargets(
  what: string,
  targets: Target[],
  { database, seconds, after }: { database: () => number; seconds: number; after: () => Promise<void> },
): Promise<string[]> {
  const readings = targets.map((): Reading[] => []);
  for (const { run } of targets) await run(warmUpSeconds); // not counted
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) {
      readings[index]?.push(await read(target, database, seconds));
      await after();
    }
  }
  return targets.map(({ name }, index) => {
    const median = (figure: (reading: Reading, rows: Reading) => number) =>
      computeMedian(
        readings[index]?.map((reading, round) => figure(reading, readings[1]?.[round] ?? reading)) ?? [],
      );
    const failed = readings[index]?.reduce((sum, reading) => sum + reading.failed, 0);
    const cells = [
      what,
      failed ? `${name}, ${failed} failed` : name,
      median(({ perSecond }) => perSecond).toFixed(0),
      `${median(({ p50 }) => p50).toFixed(1)} ms`,
      `${median(({ p99 }) => p99).toFixed(1)} ms`,
      median((own, rows) => own.perSecond / rows.perSecond).toFixed(2),
      median((own, rows) => own.p99 / rows.p99).toFixed(2),
      `${median(({ threadMs }) => threadMs).toFixed(2)} ms`,
      `${median(({ databaseMs }) => databaseMs).toFixed(2)} ms`,
      median((own, rows) => (own.threadMs + own.databaseMs) / (rows.threadMs + rows.databaseMs)).toFixed(2),
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

async function read(
  { run, ownMs = () => 0 }: Target,
  database: () => number,
  seconds: number,
): Promise<Reading> {
  const [before, databaseBefore, ownBefore] = [readCpuMs(), database(), ownMs()];
  const measured = await run(seconds);
  const orders = measured.perSecond * seconds;
  return {
    ...measured,
    threadMs: (readCpuMs() - before + ownMs() - ownBefore) / orders,
    databaseMs: (database() - databaseBefore) / orders,
  };
}

/** Milliseconds of CPU that the processes of PostgreSQL have taken, those that have ended included; not a number without /proc. */
async function openCpuClock(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [, postmaster = ''] = existsSync('/proc') ? readStat(String(rows[0]?.pid)) : [];
  return () => {
    if (!postmaster) return Number.NaN;
    const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return processes
      .map((pid) => {
        if (pid === postmaster) return sumTicks(readStat(pid), [11, 12, 13, 14]); // the last two: of the ended ones
        try {
          const stat = readStat(pid);
          return stat[1] === postmaster ? sumTicks(stat, [11, 12]) : 0;
        } catch {
          return 0; // it has just ended
        }
      })
      .reduce((total, ms) => total + ms, 0);
  };
}

const msPerTick = 10;

function readStat(pid: string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

function sumTicks(stat: string[], fields: number[]): number {
  return fields.reduce((total, field) => total + Number(stat[field]) * msPerTick, 0);
}

/** A further process of the shop on its database, without work of its own. */
async function withSecondProcess(
  { database }: ThrowAwayShop,
  secret: string,
  work: (second: { name: string; address: string; ownMs: () => number }) => Promise<void>,
): Promise<void> {
  const { host, port, user, password = '' } = database as Exclude<typeof database, string>;
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-bench-second-'));
  const url = `postgres://${user}:${password}@localhost:${port}/compact?host=${encodeURIComponent(host)}`;
  const env = {
    DATABASE_URL: url,
    AUTH_SECRET: secret,
    UNPAID_ORDERS_PER_PERSON: '1000',
    LOG_LEVEL: 'error',
  };
  const second = await openShop('second', { dataDir, env });
  try {
    const pid = findProcesses(dataDir).find(({ command }) => command.includes('server.js'))?.pid;
    const ownMs = () => (existsSync('/proc') ? sumTicks(readStat(String(pid)), [11, 12]) : Number.NaN);
    await work({ name: 'two processes', address: second.url, ownMs });
  } finally {
    await endShop(second.process(), dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Parts with so much stock that no order is refused, and people who have never logged in, with access tokens. */
async function prepare(
  { address }: ThrowAwayShop,
  pool: pg.Pool,
  secret: string,
): Promise<{ parts: string[]; buyers: { id: string; token: string }[] }> {
  const admin = await logInVisitor(address, demoAccounts[0]);
  const parts: string[] = [];
  while (parts.length < partCount) {
    const added = await admin.call('POST', '/api/parts', {
      name: `Benchmark part ${parts.length}`,
      description: 'A part that is there to be ordered.',
      img: '/pictures/other-640.jpg',
      ...{ available_quantity: 1_000_000, minimum_order: 1, price: 9.99 },
    });
    parts.push((added as { insertedId: string }).insertedId);
  }
  const { rows } = await pool.query<{ id: string; session: string }>(
    `with person as (
      insert into people (id, name, email, email_verified, created_at, updated_at)
      select gen_random_uuid(), 'Buyer ' || n, 'buyer-' || n || '@example.com', true, now(), now()
      from generate_series(1, ${buyerCount}) as n returning id)
    insert into sessions (id, person_id, token, expires_at, created_at, updated_at)
    select gen_random_uuid(), id, id::text, now() + interval '1 day', now(), now() from person
    returning person_id as id, id as session`,
  );
  const buyers = rows.map(async ({ id, session }) => ({
    ...{ id, token: await signAccessToken(secret, { id: session, personId: id }, new Date()) },
  }));
  return { parts, buyers: await Promise.all(buyers) };
}

type Line = { partsId: string };
type Bare = { Body: Line & { lines?: Line[] } };

/** One writes what the loop writes, one every row that an order of one or several parts writes, with the values of one that the shop has placed. */
async function startBareRoutes(
  { address }: ThrowAwayShop,
  pool: pg.Pool,
  { part, token }: { part: string; token: string },
): Promise<{ address: string; close(): Promise<unknown> }> {
  const inserts = await readRowsOfOrder(address, pool, { part, token });
  await pool.query(
    'create table bare_orders (id bigserial primary key, part_id uuid not null, content jsonb not null)',
  );
  const app = fastify();
  app.post<Bare>('/two', async ({ body }, reply) => {
    await takeUnits(pool, [body], (client) => writeBareOrder(client, body.partsId));
    return reply.code(201).send({ insertedId: body.partsId });
  });
  app.post<Bare>('/rows', async (request: FastifyRequest<Bare>, reply) => {
    const { lines = [request.body] } = request.body;
    const purchaseId = randomUUIDv7();
    const orders = lines.map(({ partsId }) => ({ orderId: randomUUIDv7(), partsId }));
    const key = request.headers['idempotency-key'];
    const data = { change: 'placed', orderIds: orders.map(({ orderId }) => orderId) };
    await takeUnits(pool, lines, async (client) => {
      for (const { table, columns, values } of inserts) {
        const rows = ofPurchase.includes(table) ? orders.slice(0, 1) : orders;
        const written = rows.flatMap(({ orderId, partsId }) => {
          const own = { part_id: partsId, order_id: orderId, subject_id: orderId, purchase_id: purchaseId };
          const ids: Record<string, string> = { orders: orderId, purchases: purchaseId };
          const renewed = { ...own, id: ids[table] ?? randomUUIDv7(), key, data };
          return columns.map((column, index) => renewed[column as keyof typeof renewed] ?? values[index]);
        });
        const places = rows.map(
          (_, row) => `(${columns.map((_, index) => `$${row * columns.length + index + 1}`)})`,
        );
        await client.query(`insert into ${table} (${columns}) values ${places}`, written);
      }
    });
    return reply.code(201).send({ insertedId: purchaseId });
  });
  const listening = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address: listening, close: () => app.close() };
}

/** In the order of ids, as the shop. */
const takeUnit = `
  update parts set stock = stock - 1
  from (select id from parts where id = any($1) order by id for no key update) as locked
  where parts.id = locked.id and stock >= 1`;

function takeUnits(pool: pg.Pool, lines: Line[], write: (client: pg.ClientBase) => Promise<unknown>) {
  return runBareTransaction(pool, async (client) => {
    await write(client);
    await client.query(takeUnit, [lines.map(({ partsId }) => partsId)]);
  });
}

function writeBareOrder(client: pg.ClientBase, part: string | undefined): Promise<unknown> {
  return client.query('insert into bare_orders (part_id, content) values ($1, $2)', [part, { quantity: 1 }]);
}

/** Where an order writes, in the order of the references; of these, one row for all orders of a purchase. */
const ofPurchase = ['idempotency_keys', 'purchases', 'pgboss.job'];
const tables = [
  'idempotency_keys',
  'purchases',
  'orders',
  'order_moves',
  'pgboss.job',
  'alerts',
  'stock_movements',
];

/** Of an order that the shop places: an insert for each table in which it leaves a row. */
async function readRowsOfOrder(
  address: string,
  pool: pg.Pool,
  { part, token }: { part: string; token: string },
) {
  const { orderId, purchaseId } = await placeOrder(address, { part, token });
  return await Promise.all(
    tables.map(async (table) => {
      const { rows, fields } = await pool.query({
        text: `select * from ${table} as row where to_jsonb(row)::text like '%' || $1 || '%' limit 1`,
        values: [table === 'purchases' || table === 'idempotency_keys' ? purchaseId : orderId],
        rowMode: 'array',
      });
      const columns = fields.map(({ name }) => name);
      return { table, columns, values: rows[0] as unknown[] };
    }),
  );
}

async function placeOrder(
  address: string,
  { part, token }: { part: string; token: string },
): Promise<{ orderId: string; purchaseId: string }> {
  const placed = await fetch(`${address}/api/order`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ partsId: part, quantity: 1, location: '1 Farm Lane', phone: '5550109999' }),
  });
  const { insertedId, purchaseId } = (await placed.json()) as { insertedId: string; purchaseId: string };
  return { orderId: insertedId, purchaseId };
}

/** The two necessary statements of an order, on as many connections, without HTTP. */
function runBareLoop(
  pool: pg.Pool,
  parts: string[],
  { connections, duration }: { connections: number; duration: number },
): Promise<Measurement> {
  return measure(
    async (turn) => {
      const partsId = parts[turn % parts.length] ?? '';
      await takeUnits(pool, [{ partsId }], (client) => writeBareOrder(client, partsId));
      return true;
    },
    duration,
    connections,
  );
}
