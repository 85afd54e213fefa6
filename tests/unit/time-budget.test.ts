/** Waits for the database end in time, and only where it has not answered. */
import { stat } from 'node:fs';
import { expect, test } from 'vitest';
import { waitWithTimeout } from '#platform/database/time-budget.ts';

test('an answer that came while the process stood still is no timeout', async () => {
  const answer = new Promise((resolve) => stat(import.meta.filename, () => resolve('answered')));
  const waiting = waitWithTimeout(answer, { limitMs: 5 });
  const end = performance.now() + 50;
  while (performance.now() < end);
  await expect(waiting).resolves.toBe('answered');
});

test('no answer is one, which ends the wait and is logged as a sentence alone', async () => {
  const error: Error = await waitWithTimeout(new Promise<never>(() => {}), { limitMs: 5 }).catch(
    (each) => each,
  );
  expect(error.stack).toBe('The database cannot be reached: it has not answered in time');
});
