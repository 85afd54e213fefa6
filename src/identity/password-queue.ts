/** The queue in which passwords are hashed and compared, so that a flood of log-ins does not take the whole machine. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { APIError } from 'better-auth/api';
import pLimit from 'p-limit';

/** What the identity library answers, with status 503, for passwords that the queue has not taken or that are cut off. */
export const queueFullCode = 'PASSWORD_QUEUE_FULL';

/** About a second's work on one core. */
const defaultQueueLength = 32;

const admittedRequests = new AsyncLocalStorage<true>();

/**
 * Passwords of this work wait, however long the queue is: it has been let in by what a flood does not have. The library
 * tells the queue nothing but the password, hence the context.
 */
export function admitToPasswordQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  return admittedRequests.run(true, work);
}

/**
 * Works on one password at a time, because there is one thread for them. Whatever comes while `length` are in the queue is refused by the library's own error.
 */
export function makePasswordQueue(length = defaultQueueLength) {
  const takeTurn = pLimit(1);
  let count = 0;
  const isFull = () => count >= length;
  async function enter<Result>(work: () => Promise<Result>): Promise<Result> {
    if (isFull() && !admittedRequests.getStore())
      throw new APIError('SERVICE_UNAVAILABLE', { code: queueFullCode });
    count += 1;
    try {
      return await takeTurn(work);
    } finally {
      count -= 1;
    }
  }
  return { enter, isFull };
}
