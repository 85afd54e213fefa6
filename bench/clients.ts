/** A worker thread with the visitors of a benchmark, so that they do not slow down the shop. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type Measurement, measure } from './measure.ts';

/** The addresses of one visit, requested one after the other. */
export type Visit = string[];
export type Visits = {
  address: string;
  visits: Visit[];
  connections: number;
  /** More than the connections wait for one; 16 by default. */
  readers?: number;
  duration: number;
};

if (parentPort) parentPort.postMessage(await visit(workerData as Visits));

async function visit({ address, visits, connections, readers, duration }: Visits): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const measured = await measure(
    async (turn) => {
      for (const path of visits[turn % visits.length] ?? []) {
        if ((await ask(agent, address + path)) !== 200) return false;
      }
      return true;
    },
    duration,
    readers,
  );
  agent.destroy();
  return measured;
}

function ask(agent: Agent, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'identity' } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    }).on('error', reject);
  });
}
