/** Processes that run histories at the same time, each on a database of its own. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { EmbeddedConnection } from '#postgres/embedded-postgres.ts';

export type SeedReport = { seed: number; problem: string | undefined };

export type Worker = {
  run(seed: number): Promise<SeedReport>;
  stop(): void;
};

export async function startWorker(address: EmbeddedConnection): Promise<Worker> {
  const child = fork(fileURLToPath(new URL('worker-main.ts', import.meta.url)), [JSON.stringify(address)]);
  await nextMessage(child);
  return {
    async run(seed) {
      child.send(seed);
      return (await nextMessage(child)) as SeedReport;
    },
    stop: () => void child.kill(),
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
