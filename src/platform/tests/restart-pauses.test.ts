/** Whatever ends again and again is started again more and more slowly, and quickly again after a while of health. */
import { expect, test } from 'vitest';
import { computePauseMs } from '#platform/system/keep-running.ts';
import { nextPause } from '../../../bin/launcher/supervise.js';

/** The pauses of nine ends in a row. */
function listPauses(next: (previous: number | undefined) => number): number[] {
  const pauses: number[] = [];
  for (let end = 0; end < 9; end++) pauses.push(next(pauses.at(-1)));
  return pauses;
}

test('the launcher waits 1, 2, 4 … 60 seconds, and 1 again once the shop was open for a while', () => {
  expect(listPauses((previous) => nextPause(previous ?? 0, 100))).toEqual(
    [1, 2, 4, 8, 16, 32, 60, 60, 60].map((seconds) => seconds * 1000),
  );
  expect(nextPause(60_000, Number.NEGATIVE_INFINITY)).toBe(60_000); // it was never open
  expect(nextPause(60_000, 20_000)).toBe(1000);
});

test('the shop starts PostgreSQL and the sandbox again at once, then after 1, 2, 4 … 60 seconds', () => {
  expect(listPauses((previous) => computePauseMs(previous, 100))).toEqual(
    [0, 1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000),
  );
  expect(computePauseMs(60_000, 20_000)).toBe(0);
});
