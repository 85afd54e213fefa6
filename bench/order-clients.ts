/** Buyers of a benchmark, on a thread of their own: each sends the next order as soon as the last one is answered. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { PaymentSecret } from '#sandbox/testing/sandbox.ts';
import { connect } from './clients.ts';
import { type Measurement, measure } from './measure.ts';

export type Buying = {
  /** Of processes, which have the connections in turn. */
  addresses: string[];
  path: string;
  /** One after the other, each under a key of its own. */
  bodies: object[];
  tokens: string[];
  connections: number;
  duration: number;
};

export type OrderChange = 'cancel' | 'pay';
export type ChangedOrder = {
  orderId: string;
  purchaseId: string;
  buyerId: string;
  token: string;
  partId: string;
};
type Changing = { address: string; orders: ChangedOrder[]; change: OrderChange | 'replay' } & Pick<
  Buying,
  'connections' | 'duration'
>;

/** Buys, or changes orders, each once. */
export async function runBuyers(work: Buying | Changing): Promise<Measurement> {
  const worker = new Worker(new URL(import.meta.url), { workerData: work });
  const [measured] = await once(worker, 'message');
  return measured as Measurement;
}

if (parentPort) {
  const work = workerData as Buying | Changing;
  parentPort.postMessage(await ('orders' in work ? changeOrders(work) : buy(work)));
  parentPort.close(); // the other clients listen to it
}

async function buy(buying: Buying): Promise<Measurement> {
  const { addresses, path, connections, duration, tokens } = buying;
  const { host } = new URL(addresses[0] ?? '');
  const bodies = buying.bodies.map((body) => JSON.stringify(body));
  const free = Array.from({ length: connections }, (_, index) =>
    connect({ address: addresses[index % addresses.length] ?? '' }),
  );
  const measured = await measure(
    async (turn) => {
      const connection = free.pop();
      const body = bodies[turn % bodies.length] ?? '';
      const head = [
        `POST ${path} HTTP/1.1`,
        `host: ${host}`,
        `authorization: Bearer ${tokens[turn % tokens.length]}`,
        `idempotency-key: ${randomUUID()}`,
        'content-type: application/json',
        `content-length: ${Buffer.byteLength(body)}`,
      ];
      const status = await connection?.send(`${head.join('\r\n')}\r\n\r\n${body}`);
      if (connection) free.push(connection);
      return status === 201;
    },
    duration,
    connections,
  );
  for (const connection of free) connection.close();
  return measured;
}

function changeOrders({ address, orders, change, connections, duration }: Changing): Promise<Measurement> {
  const changeNext = async (turn: number) => {
    const order = orders[turn];
    if (!order) throw new Error('There are too few orders.');
    return await changeOrder(address, order, change);
  };
  return measure(changeNext, duration, connections);
}

/** As its buyer; paying takes three requests, of which the second goes to the card sandbox. */
export async function changeOrder(
  address: string,
  order: ChangedOrder,
  change: OrderChange | 'replay',
): Promise<boolean> {
  const { orderId, token } = order;
  async function ask(method: string, path: string, body?: object): Promise<{ ok: boolean; body: unknown }> {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { ok: answer.ok, body: await answer.json() };
  }
  if (change === 'replay') return (await ask('POST', '/replay', order)).ok;
  if (change === 'cancel') return (await ask('DELETE', `/api/manage_order/${orderId}`)).ok;
  const { CARDS, cardForm, parsePaymentId } = await import('#sandbox/testing/sandbox.ts');
  const secret = (await ask('POST', '/api/create-payment-intent', { orderId })).body as PaymentSecret;
  const { path, fields } = cardForm(secret, CARDS.good);
  const body = new URLSearchParams({ ...fields, return_url: address });
  await (await fetch(`${address}/card-sandbox${path}`, { method: 'POST', body })).arrayBuffer();
  const transactionId = parsePaymentId(secret);
  return (await ask('PATCH', `/api/my_order/${orderId}`, { orderId, transactionId })).ok;
}
