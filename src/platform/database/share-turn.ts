/** Lets one question to the database serve all that wait for its answer. */
import { setImmediate } from 'node:timers/promises';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';

/** A question whose connection is lost keeps no others waiting. */
const patienceMs = 10;

/** Whoever has just been answered and asks again is in the next question, not in the one after it. */
const gatheringTurns = 2;

/**
 * Calls of one turn of the event loop, and those that come while the question before is answered, share one read, which begins
 * after all of them and gets all their items.
 */
export function shareTurn<Item, Answer>(
  read: (items: readonly Item[]) => Promise<Answer>,
): (item: Item) => Promise<Answer> {
  let waiting: { items: Item[]; answer: Promise<Answer> } | undefined;
  let running: Promise<unknown> | undefined;

  function begin(): { items: Item[]; answer: Promise<Answer> } {
    const items: Item[] = [];
    const answer = runWithoutBudget(async () => {
      if (running) await waitWithTimeout(running, { limitMs: patienceMs }).catch(() => {});
      for (let turn = 0; turn < gatheringTurns; turn += 1) await setImmediate();
      waiting = undefined;
      const reading = read(items);
      running = reading;
      try {
        return await reading;
      } finally {
        if (running === reading) running = undefined;
      }
    });
    return { items, answer };
  }

  return (item) => {
    waiting ??= begin();
    waiting.items.push(item);
    return waitWithTimeout(waiting.answer, { limitMs: Number.POSITIVE_INFINITY });
  };
}
