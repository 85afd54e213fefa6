/** Whether a flood of log-ins slows everybody else: pages and a picture, without it and during it. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Visits } from './clients.ts';
import { type Measured, seconds } from './measure.ts';
import { withThrowAwayShop } from './throw-away-shop.ts';

const readers = 4;
const paths = ['/parts/memory', '/api/parts?limit=20', '/pictures/avatar-amina-128.jpg'];

/** Measures on a shop of its own and answers a table of milliseconds. */
export function benchLogInFlood(): Promise<string> {
  return withThrowAwayShop(
    async ({ address }) => {
      const rows: string[] = [];
      for (const path of paths) {
        await read(address, path, 2); // not counted: caches fill
        const quiet = await read(address, path);
        const attackers = new Worker(fileOf('attackers.ts'), { workerData: address });
        await once(attackers, 'message');
        const flooded = await read(address, path);
        attackers.postMessage('stop');
        const [statuses] = (await once(attackers, 'message')) as [Record<string, number>];
        const figures = [quiet.p50, quiet.p99, flooded.p50, flooded.p99].map((figure) => figure.toFixed(1));
        rows.push(`| ${[path, ...figures, JSON.stringify(statuses)].join(' | ')} |`);
      }
      return [
        '| path | p50 | p99 | p50 in the flood | p99 in the flood | answers to the flood, by status |',
        '| --- | --- | --- | --- | --- | --- |',
        ...rows,
      ].join('\n');
    },
    { TRUST_PROXY: '1' },
  );
}

async function read(address: string, path: string, duration = seconds): Promise<Measured> {
  const visits: Visits = { address, visits: [[path]], connections: readers, duration };
  const [measured] = await once(new Worker(fileOf('clients.ts'), { workerData: visits }), 'message');
  return measured as Measured;
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
