/** The queue of requests that hash or compare a password, so that a flood of log-ins leaves the machine, and turns, to others. */
import { randomInt } from 'node:crypto';
import type { Refusal } from '#kernel/refusals.ts';
import { makeTurns } from '#platform/system/turns.ts';

/** The error code, with status 503, for passwords that are interrupted. */
export const interruptedCode = 'PASSWORD_INTERRUPTED';

export type PasswordQueueSettings = {
  /** The number of requests that may wait; each costs a connection and a timer. */
  maxWaiting?: number;
  /** How long a request waits for its turn; about, so that those that came together do not come back together. */
  waitMs?: number;
};

/** More would wait for too long: one of a network is in work at a time. */
const maxWaitingOfNetwork = 100;

export function makePasswordQueue({ maxWaiting = 1000, waitMs = 10_000 }: PasswordQueueSettings = {}) {
  const turns = makeTurns({ places: 2, maxWaitingOfPerson: maxWaitingOfNetwork, maxWaiting });
  const busy = { refused: 'log-ins-busy' } as const satisfies Refusal;

  /** Runs the work in the turn of its network. Refuses: log-ins-busy. */
  async function enter<Result>(network: string, work: () => Promise<Result>): Promise<Result | Refusal> {
    const { promise: refusal, resolve: refuse } = Promise.withResolvers<Refusal>();
    let isRefused = false;
    const timer = setTimeout(
      () => {
        isRefused = true;
        refuse(busy);
      },
      waitMs * (0.75 + randomInt(500) / 1000),
    );
    const result = turns.enter({ id: network, rank: 1 }, async () => {
      clearTimeout(timer);
      return isRefused ? busy : await work();
    });
    const done = await Promise.race([result, refusal]);
    clearTimeout(timer);
    return done ?? busy;
  }

  return { enter };
}
