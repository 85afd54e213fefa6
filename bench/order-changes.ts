/** Cancelling and paying: many unpaid orders, and a route that sends again what the shop writes when it changes one of them. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { type ChangedOrder, changeOrder, type OrderChange } from './order-clients.ts';

type Buyer = { id: string; token: string };
type Statement = { text: string; values: unknown[] };

/** Copies of an order in purchases of their own, so many for each buyer. */
export async function copyOrder(
  pool: pg.Pool,
  order: { orderId: string; purchaseId: string },
  { buyers, each }: { buyers: readonly Buyer[]; each: number },
): Promise<ChangedOrder[]> {
  const tokens = new Map(buyers.map(({ id, token }) => [id, token]));
  const { rows } = await pool.query<{ id: string; purchase_id: string; buyer_id: string; part_id: string }>(
    `with copy as materialized (
      select gen_random_uuid() as id, gen_random_uuid() as purchase_id, buyer_id
      from unnest($3::uuid[]) as buyer_id, generate_series(1, $4)),
    purchase as (
      insert into purchases select made.* from purchases, copy, jsonb_populate_record(purchases,
        jsonb_build_object('id', copy.purchase_id, 'buyer_id', copy.buyer_id)) as made where purchases.id = $2)
    insert into orders select made.* from orders, copy, jsonb_populate_record(orders, jsonb_build_object(
      'id', copy.id, 'purchase_id', copy.purchase_id, 'buyer_id', copy.buyer_id)) as made where orders.id = $1
    returning id, purchase_id, buyer_id, part_id`,
    [order.orderId, order.purchaseId, [...tokens.keys()], each],
  );
  return rows.map((row) => ({
    ...{ orderId: row.id, purchaseId: row.purchase_id, partId: row.part_id },
    ...{ buyerId: row.buyer_id, token: tokens.get(row.buyer_id) ?? '' },
  }));
}

/** Changes one order of the shop; the route sends its writes again, in one transaction, for the order that a request names. */
export async function startReplay(
  pool: pg.Pool,
  { address, sample, change }: { address: string; sample: ChangedOrder; change: OrderChange },
): Promise<{ address: string; statements: number; close(): Promise<unknown> }> {
  const statements = await recordWrites(sample, async () => {
    if (!(await changeOrder(address, sample, change)))
      throw new Error(`The shop did not ${change} an order.`);
  });
  const app = fastify();
  app.post<{ Body: ChangedOrder }>('/replay', async ({ body }, reply) => {
    const renew = makeRenewal(sample, body);
    await runBareTransaction(pool, async (client) => {
      for (const { text, values } of statements) await client.query(text, values.map(renew));
    });
    return reply.send({ changed: 1 });
  });
  const listening = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address: listening, statements: statements.length, close: () => app.close() };
}

export async function runBareTransaction(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<unknown>,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** What this process, which is the shop's, writes meanwhile about the order. */
async function recordWrites(
  { orderId, purchaseId }: ChangedOrder,
  work: () => Promise<void>,
): Promise<Statement[]> {
  const { query } = pg.Client.prototype;
  const statements: Statement[] = [];
  function record(this: pg.Client, ...sent: unknown[]): unknown {
    const [first, second] = sent as [string | Partial<Statement>, unknown[]];
    const { text = '', values } = typeof first === 'string' ? { text: first, values: second } : first;
    const isWrite = /^\s*(with|insert|update|delete)/i.test(text);
    const isAbout = [orderId, purchaseId].some((id) => JSON.stringify(values ?? '').includes(id));
    if (isWrite && isAbout) statements.push({ text, values: values ?? [] });
    return Reflect.apply(query, this, sent);
  }
  pg.Client.prototype.query = record as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\b(?:pi|ch|py|txn)_\w+/g;

/** The ids of one order instead of those of another; all else that is new has a new id, which is the same in all statements. */
function makeRenewal(sample: ChangedOrder, order: ChangedOrder): (value: unknown) => unknown {
  const renewed = new Map([
    [sample.orderId, order.orderId],
    [sample.purchaseId, order.purchaseId],
    [sample.buyerId, order.buyerId],
    [sample.partId, sample.partId],
  ]);
  const renewId = (id: string) => {
    const known = renewed.get(id) ?? (id.includes('_') ? `${id}${randomUUID()}` : randomUUIDv7());
    renewed.set(id, known);
    return known;
  };
  const renew = (value: unknown): unknown =>
    typeof value === 'string' ? value.replace(ids, renewId) : Array.isArray(value) ? value.map(renew) : value;
  return renew;
}
