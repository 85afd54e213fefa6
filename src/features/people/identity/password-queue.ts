/** The queue of requests that hash or compare a password, so that a flood of log-ins leaves the machine to others. */
import { randomInt } from 'node:crypto';
import pLimit from 'p-limit';
import type { Refusal } from '#kernel/refusals.ts';

/** The error code, with status 503, for passwords that are interrupted. */
export const interruptedCode = 'PASSWORD_INTERRUPTED';

export type PasswordQueueSettings = {
  /** The number of requests that may wait; each costs a connection and a timer. */
  maxWaiting?: number;
  /** How long a request waits for its turn; about, so that those that came together do not come back together. */
  waitMs?: number;
};

export type PasswordQueue = ReturnType<typeof makePasswordQueue>;

/** One request uses the password thread while the other one waits for the database. */
const concurrency = 2;

export function makePasswordQueue({ maxWaiting = 1000, waitMs = 10_000 }: PasswordQueueSettings = {}) {
  const limitConcurrency = pLimit(concurrency);
  const busy = { refused: 'log-ins-busy' } as const satisfies Refusal;
  let waiting = 0;

  /** Runs the work in its turn. Refuses: log-ins-busy. */
  async function enter<Result>(work: () => Promise<Result>): Promise<Result | Refusal> {
    if (waiting >= maxWaiting) return busy;
    waiting += 1;
    const { promise: refusal, resolve: refuse } = Promise.withResolvers<Refusal>();
    let isRefused = false;
    const timer = setTimeout(
      () => {
        isRefused = true;
        waiting -= 1;
        refuse(busy);
      },
      waitMs * (0.75 + randomInt(500) / 1000),
    );
    const result = limitConcurrency(async () => {
      if (isRefused) return busy;
      clearTimeout(timer);
      waiting -= 1;
      return await work();
    });
    return await Promise.race([result, refusal]);
  }

  return { enter };
}
