/** The visitors of a benchmark, on a thread of their own: they take little of the processors that the shop needs. */
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { parentPort, Worker } from 'node:worker_threads';
import { type Measurement, measure, measureAtRate } from './measure.ts';

/** The addresses of one visit, requested one after the other. */
export type Visit = string[];
type Visits = {
  address: string;
  visits: Visit[];
  connections: number;
  /** More than the connections wait for one; 16 by default. */
  readers?: number;
  /** So many begin each second, however long they take; without it readers ask without a pause. */
  rate?: number | undefined;
  duration: number;
  encoding?: 'identity' | 'br';
  /** An access token. */
  token?: string | undefined;
};

export async function runVisits(visits: Visits): Promise<Measurement> {
  const clients = openClients();
  const measured = await clients.run(visits);
  clients.close();
  return measured;
}

export function openClients() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    async run(visits: Visits): Promise<Measurement> {
      worker.postMessage(visits);
      const [measured] = await once(worker, 'message');
      return measured as Measurement;
    },
    close: () => worker.postMessage('stop'),
  };
}

parentPort?.on('message', async (visits: Visits | 'stop') => {
  if (visits === 'stop') parentPort?.close();
  else parentPort?.postMessage(await visit(visits));
});

async function visit({
  visits,
  connections,
  readers,
  rate,
  duration,
  ...shop
}: Visits): Promise<Measurement> {
  const all = Array.from({ length: connections }, () => connect(shop));
  const free = [...all];
  const waiting: ((connection: Connection) => void)[] = [];
  const ask = async (turn: number) => {
    const connection = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)));
    let isRight = true;
    for (const path of visits[turn % visits.length] ?? []) isRight &&= (await connection.ask(path)) === 200;
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
    return isRight;
  };
  const measured = rate ? await measureAtRate(ask, rate, duration) : await measure(ask, duration, readers);
  for (const connection of all) connection.close();
  return measured;
}

type Connection = ReturnType<typeof connect>;

/** Reads of an answer its status and length, and counts the bytes of the rest. */
export function connect({
  address,
  encoding = 'identity',
  token,
}: Pick<Visits, 'address' | 'encoding' | 'token'>) {
  const { host, hostname, port } = new URL(address);
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  let answer: PromiseWithResolvers<number> | undefined;
  let status = 0;
  let bytesLeft = 0;

  function read(bytes: number, buffer: Uint8Array): boolean {
    bytesLeft -= bytes;
    if (status === 0) readHead(Buffer.from(buffer.buffer, 0, bytes));
    if (bytesLeft === 0) answer?.resolve(status);
    return true;
  }

  function readHead(bytes: Buffer): void {
    const end = bytes.indexOf('\r\n\r\n');
    const head = bytes.toString('latin1', 0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error(`An answer came in pieces or without its length: ${head}`);
    status = Number(head.split(' ', 2)[1]);
    bytesLeft += end + 4 + Number(length);
  }

  const onread = { buffer: Buffer.alloc(65_536), callback: read };
  const socket = createConnection({ host: hostname, port: Number(port), onread });
  socket.on('close', () => answer?.reject(new Error('The shop closed the connection.')));

  /** A whole request; answers its status. */
  function send(request: string): Promise<number> {
    [answer, status, bytesLeft] = [Promise.withResolvers(), 0, 0];
    socket.write(request);
    return answer.promise;
  }

  return {
    send,
    ask: (path: string) =>
      send(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n${authorization}\r\n`),
    close: () => socket.destroy(),
  };
}
