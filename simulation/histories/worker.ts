/** Processes that run histories at the same time, each on a database of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedConnection } from '#platform/postgres/embedded-postgres.ts';
import type { Mutant } from './mutants.ts';

export type SeedOrder = { seed: number; isShrunk: boolean };
export type SeedReport = { seed: number; problem: string | undefined };

export type Worker = Awaited<ReturnType<typeof startWorker>>;

/** `mutant`: its modules have a changed line. */
export async function startWorker(address: EmbeddedConnection, mutant?: Mutant) {
  const main = mutant ? 'mutant-main.ts' : 'worker-main.ts';
  const child = fork(fileURLToPath(new URL(main, import.meta.url)), [
    JSON.stringify(address),
    ...(mutant ? [JSON.stringify(mutant)] : []),
  ]);
  await nextMessage(child);
  return {
    async run(order: SeedOrder): Promise<SeedReport> {
      child.send(order);
      return (await nextMessage(child)) as SeedReport;
    },
    async stop() {
      // false: a signal to all of its group has ended it before
      if (child.kill()) await once(child, 'exit');
    },
  };
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const end = once(child, 'exit', ended).then(([code]) => {
    throw new Error(`A process of the simulation has ended with ${code}.`);
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', ended), end])) as [unknown];
    return message;
  } finally {
    end.catch(() => {});
    ended.abort();
  }
}
