/** Buyers of a benchmark, on a thread of their own: each sends the next order as soon as the last one is answered. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { connect } from './clients.ts';
import { type Measurement, measure } from './measure.ts';

export type Buying = {
  address: string;
  path: string;
  /** One after the other, each under a key of its own. */
  bodies: object[];
  tokens: string[];
  connections: number;
  duration: number;
};

export async function runBuyers(buying: Buying): Promise<Measurement> {
  const worker = new Worker(new URL(import.meta.url), { workerData: buying });
  const [measured] = await once(worker, 'message');
  return measured as Measurement;
}

if (parentPort) {
  parentPort.postMessage(await buy(workerData as Buying));
  parentPort.close(); // the other clients listen to it
}

async function buy(buying: Buying): Promise<Measurement> {
  const { address, path, connections, duration, tokens } = buying;
  const { host } = new URL(address);
  const bodies = buying.bodies.map((body) => JSON.stringify(body));
  const free = Array.from({ length: connections }, () => connect({ address }));
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
