/** Measures confirmed orders per second, as a ratio to the plain SQL of an order on the same PostgreSQL. */
import pg from 'pg';
import { poolFields } from '#platform/database/connect.ts';
import { connections, type Measurement, measure, seconds } from './measure.ts';
import { withThrowAwayShop } from './throw-away-shop.ts';

/** Measures a new shop, with fsync. */
export function benchOrders(): Promise<string> {
  return withThrowAwayShop(async ({ address, database }) => {
    const { parts, token } = await prepare(address);
    const orders = await measure((turn) => placeOrder(address, token, parts[turn % parts.length] ?? ''));
    const bare = await measureBareSql(poolFields(database), parts);
    return [
      `${connections} connections, ${seconds} s each, PostgreSQL with fsync`,
      `orders confirmed by the shop   ${describe(orders)}`,
      `bare SQL of an order           ${describe(bare)}`,
      `ratio                          ${(orders.perSecond / bare.perSecond).toFixed(2)}`,
    ].join('\n');
  });
}

function describe({ perSecond, p50, p99, failed }: Measurement): string {
  const failures = failed > 0 ? `, ${failed} failed` : '';
  return `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${failures}`;
}

/** An access token, and parts with so much stock that no order is refused. */
async function prepare(address: string): Promise<{ parts: string[]; token: string }> {
  const signedIn = await post(`${address}/api/identity/sign-in/email`, {
    email: 'admin@compact.test',
    password: 'compact-demo',
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await fetch(`${address}/api/user/admin@compact.test`, {
    method: 'PUT',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@compact.test' }),
  });
  const { token } = (await answer.json()) as { token: string };
  const parts = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const part = {
        name: `Benchmark part ${index}`,
        description: 'A part that is there to be ordered.',
        img: '/pictures/other-640.jpg',
        available_quantity: 1_000_000,
        minimum_order: 1,
        price: 9.99,
      };
      const added = await post(`${address}/api/parts`, part, token);
      return ((await added.json()) as { insertedId: string }).insertedId;
    }),
  );
  return { parts, token };
}

async function placeOrder(address: string, token: string, partsId: string): Promise<boolean> {
  const order = { partsId, quantity: 1, location: '1 Farm Lane', phone: '5550109999' };
  const answer = await post(`${address}/api/order`, order, token, { 'idempotency-key': crypto.randomUUID() });
  await answer.arrayBuffer();
  return answer.status === 201;
}

/** The two necessary statements of an order, on as many connections: insert the order, reduce the stock. */
async function measureBareSql(database: pg.PoolConfig, parts: string[]): Promise<Measurement> {
  const pool = new pg.Pool({ ...database, max: connections });
  await pool.query(
    'create table bare_orders (id bigserial primary key, part_id uuid not null, content jsonb not null)',
  );
  const measured = await measure(async (turn) => {
    const client = await pool.connect();
    try {
      const part = parts[turn % parts.length];
      await client.query('begin');
      await client.query('insert into bare_orders (part_id, content) values ($1, $2)', [
        part,
        { quantity: 1 },
      ]);
      await client.query('update parts set stock = stock - 1 where id = $1 and stock >= 1', [part]);
      await client.query('commit');
      return true;
    } finally {
      client.release();
    }
  });
  await pool.end();
  return measured;
}

function post(
  url: string,
  body: object,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(url).origin,
      ...bearer(token),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}
