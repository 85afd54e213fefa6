/** The queue for hashing and comparing passwords, so that a flood of log-ins does not take all cores. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';
import pLimit from 'p-limit';

export const queueFullCode = 'PASSWORD_QUEUE_FULL';

/** About a second's work on one core. */
const defaultQueueLength = 32;

const admittedRequests = new AsyncLocalStorage<true>();

/** Only for work that is no flood. The library passes on only the password, hence the context. */
export function admitToPasswordQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  return admittedRequests.run(true, work);
}

export function makePasswordQueue(length = defaultQueueLength) {
  const limitConcurrency = pLimit(1);
  let count = 0;
  const isFull = () => count >= length;
  async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isFull() && !admittedRequests.getStore())
      throw new APIError('SERVICE_UNAVAILABLE', { code: queueFullCode });
    count += 1;
    try {
      return await limitConcurrency(work);
    } finally {
      count -= 1;
    }
  }
  return { enter, isFull };
}
