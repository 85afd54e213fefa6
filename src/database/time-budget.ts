/** How long one request may wait for the database in all, however many statements it makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailable, isUnavailable } from '#database/unavailable.ts';

/**
 * The time that one request has left for waiting, in milliseconds; time spent on anything else does not count. It is
 * the only thing that is passed on implicitly: every read and write would have to hand it down otherwise
 * (docs/decisions/033-database-trouble.md).
 */
export type TimeBudget = {
  leftMs(): number;
  /** Counts until the work ends; work at the same time counts once. */
  count<Result>(work: Promise<Result>): Promise<Result>;
  /** The last failure of the database that this request has met. */
  failure: DatabaseUnavailable | undefined;
};

const budgets = new AsyncLocalStorage<TimeBudget>();

export function makeTimeBudget(totalMs: number): TimeBudget {
  let spentMs = 0;
  let waiting = 0;
  let since = 0;
  return {
    leftMs: () => totalMs - spentMs - (waiting > 0 ? performance.now() - since : 0),
    async count(work) {
      if (waiting === 0) since = performance.now();
      waiting += 1;
      try {
        return await work;
      } finally {
        waiting -= 1;
        if (waiting === 0) spentMs += performance.now() - since;
      }
    },
    failure: undefined,
  };
}

/** Everything that is called within, and what it waits for, uses this budget. */
export function runWithBudget<Result>(budget: TimeBudget, work: () => Result): Result {
  return budgets.run(budget, work);
}

/** Work that several requests share uses the budget of none. */
export function runWithoutBudget<Result>(work: () => Result): Result {
  return budgets.exit(work);
}

/** The budget of the present request; undefined in jobs, commands and at the start. */
export function currentBudget(): TimeBudget | undefined {
  return budgets.getStore();
}

/** Remembers that the present request has met this failure, whatever becomes of the error on its way. */
export function recordFailure(failure: DatabaseUnavailable): DatabaseUnavailable {
  const budget = currentBudget();
  if (budget) budget.failure = failure;
  return failure;
}

/**
 * Waits for the work for at most `limitMs` and what is left of the present budget. After that `giveUp` is called and
 * DatabaseUnavailable thrown; the work itself is not stopped.
 */
export async function waitWithin<Result>(
  work: Promise<Result>,
  { limitMs, giveUp = () => {} }: { limitMs: number; giveUp?: () => void },
): Promise<Result> {
  const budget = currentBudget();
  const waitMs = Math.min(limitMs, budget?.leftMs() ?? Number.POSITIVE_INFINITY);
  if (waitMs === Number.POSITIVE_INFINITY) return await work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        giveUp();
        reject(new DatabaseUnavailable('it has not answered in time'));
      },
      Math.max(0, waitMs),
    );
  });
  const raced = Promise.race([work, late]);
  try {
    return await (budget?.count(raced) ?? raced);
  } catch (error) {
    if (isUnavailable(error)) recordFailure(error);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
