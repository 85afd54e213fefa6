/** Limits the total time that one request waits for the database. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable, isUnavailable } from '#platform/database/unavailable.ts';

/** Milliseconds left for waiting; passed on implicitly (docs/decisions/033-database-trouble.md). */
export type TimeBudget = ReturnType<typeof makeTimeBudget>;

const budgets = new AsyncLocalStorage<TimeBudget>();

export function makeTimeBudget(totalMs: number) {
  let spentMs = 0;
  let waiting = 0;
  let since = 0;
  return {
    leftMs: () => totalMs - spentMs - (waiting > 0 ? performance.now() - since : 0),
    async count<Result>(work: Promise<Result>): Promise<Result> {
      if (waiting === 0) since = performance.now();
      waiting += 1;
      try {
        return await work;
      } finally {
        waiting -= 1;
        if (waiting === 0) spentMs += performance.now() - since;
      }
    },
    /** Gives all the time again. */
    renew() {
      spentMs = 0;
      since = performance.now();
    },
    failure: undefined as DatabaseUnavailable | undefined,
    /** The log position behind the changes that the request has announced. */
    written: undefined as bigint | undefined,
  };
}

export function runWithBudget<Result>(budget: TimeBudget, work: () => Result): Result {
  return budgets.run(budget, work);
}

export function runWithoutBudget<Result>(work: () => Result): Result {
  return budgets.exit(work);
}

export function currentBudget(): TimeBudget | undefined {
  return budgets.getStore();
}

/** Records the failure for the current request, even if the error is caught later; returns it. */
export function recordFailure(failure: DatabaseUnavailable): DatabaseUnavailable {
  const budget = currentBudget();
  if (budget) budget.failure = failure;
  return failure;
}

/** Records for the current request where its announced change is. */
export function recordWrite(position: bigint | undefined): void {
  const budget = currentBudget();
  if (budget && position !== undefined) budget.written = position;
}

/** After the timeout it calls `onTimeout` and throws DatabaseUnavailable; the work is not stopped. */
export async function waitWithTimeout<Result>(
  work: Promise<Result>,
  { limitMs, onTimeout = () => {} }: { limitMs: number; onTimeout?: () => void },
): Promise<Result> {
  const budget = currentBudget();
  const waitMs = Math.min(limitMs, budget?.leftMs() ?? Number.POSITIVE_INFINITY);
  if (waitMs === Number.POSITIVE_INFINITY) return await work;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const fail = () => {
    if (isOver) return;
    onTimeout();
    reject(new DatabaseUnavailable('it has not answered in time'));
  };
  // where this process has stood still, the answer may have come and is read before what is immediate
  using _timer = setTimeout(() => setImmediate(fail), Math.max(0, waitMs));
  const race = Promise.race([work, timeout]);
  try {
    return await (budget?.count(race) ?? race);
  } catch (error) {
    if (isUnavailable(error)) recordFailure(error);
    throw error;
  }
}
