/** Lets one question to the database serve all that wait for its answer. */
import { setImmediate } from 'node:timers/promises';
import { runWithoutBudget, waitWithTimeout } from '#platform/database/time-budget.ts';

/** Calls of one turn of the event loop share one read, which begins after all of them and gets all their items. */
export function shareTurn<Item, Answer>(
  read: (items: readonly Item[]) => Promise<Answer>,
): (item: Item) => Promise<Answer> {
  let waiting: { items: Item[]; answer: Promise<Answer> } | undefined;

  function begin(): { items: Item[]; answer: Promise<Answer> } {
    const items: Item[] = [];
    const answer = runWithoutBudget(async () => {
      await setImmediate();
      waiting = undefined;
      return await read(items);
    });
    return { items, answer };
  }

  return (item) => {
    waiting ??= begin();
    waiting.items.push(item);
    return waitWithTimeout(waiting.answer, { limitMs: Number.POSITIVE_INFINITY });
  };
}
