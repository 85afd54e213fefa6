/** `npm run simulate -- --seeds N`: as many histories at the same time as the machine has cores for. */
import { availableParallelism } from 'node:os';
import { cloneDatabase } from '../../tests/support/postgres.ts';
import { startHistoryPostgres } from './history-database.ts';
import { startWorker, type Worker } from './worker.ts';

type SeedRun = { first: number; count: number; signal: AbortSignal; log: (line: string) => void };

const progressEveryMs = 15_000;
/** After so many the run ends. */
const maxProblems = 5;

/** True when nothing was found. */
export async function runSeeds({ first, count, signal, log }: SeedRun): Promise<boolean> {
  const postgres = await startHistoryPostgres();
  const workers: Worker[] = [];
  try {
    // a process and its PostgreSQL take turns: a further one fills the gaps
    for (let index = 0; index <= availableParallelism(); index += 1)
      workers.push(await startWorker(await cloneDatabase(postgres.connection, `histories_${index}`)));
    const begun = performance.now();
    let started = 0;
    let done = 0;
    let problems = 0;
    const describe = () => {
      const seconds = (performance.now() - begun) / 1000;
      return `${done} of ${count} seeds, ${(done / seconds).toFixed(1)} a second, ${problems} findings`;
    };
    using _progress = setInterval(() => log(describe()), progressEveryMs);
    async function work(worker: Worker): Promise<void> {
      while (started < count && problems < maxProblems && !signal.aborted) {
        const { problem } = await worker.run({ seed: first + started++, isShrunk: true });
        done += 1;
        if (!problem) continue;
        problems += 1;
        log(problem);
      }
    }
    await Promise.all(workers.map(work));
    log(`Seeds ${first} to ${first + done - 1}: ${describe()}.`);
    return problems === 0 && done === count;
  } finally {
    for (const worker of workers) await worker.stop();
    await postgres.stop();
  }
}
