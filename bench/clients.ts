/** The visitors of a benchmark, on a thread of their own, so that they do not slow down the shop that they measure. */
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import { type Measured, measure } from './measure.ts';

/** What a visitor asks for, one address after the other, before it counts as one turn. */
export type Visit = string[];
export type Visits = { address: string; visits: Visit[]; connections: number; duration: number };

if (parentPort) parentPort.postMessage(await visit(workerData as Visits));

async function visit({ address, visits, connections, duration }: Visits): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const measured = await measure(async (turn) => {
    for (const path of visits[turn % visits.length] ?? []) {
      if ((await ask(agent, address + path)) !== 200) return false;
    }
    return true;
  }, duration);
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
