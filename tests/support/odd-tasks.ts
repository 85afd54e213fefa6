/** A program for isolated processes whose tasks take more than they may. */
import type { TaskAnswer, TaskRequest } from '#platform/system/isolation/isolated-process.ts';

const hoarded: Buffer[] = [];

const works: Record<string, () => unknown> = {
  'say who you are': () => process.pid,
  'show your environment': () => ({ ...process.env }),
  'take memory': async () => {
    for (;;) {
      hoarded.push(Buffer.alloc(10_000_000, 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  'take time': () => {
    for (;;);
  },
  crash: () => process.kill(process.pid, 'SIGSEGV'),
};

process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit());
process.on('message', async ({ name }: TaskRequest) => {
  process.send?.({ value: await works[name]?.() } satisfies TaskAnswer);
});
