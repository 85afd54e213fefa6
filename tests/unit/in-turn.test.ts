/** Work that takes turns: no more of it at once than is said, first come first served, and nobody's failure holds up the others. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from '#database/in-turn.ts';

test('two at once, the others in the order in which they came, whatever becomes of each', async () => {
  const takeTurn = inTurn(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, each) =>
    takeTurn(async () => {
      begun.push(each);
      await promise;
      return each;
    }),
  );
  const outcome = Promise.allSettled(all);
  await nextRound();
  expect(begun).toEqual([0, 1]);
  for (const [each, end] of ends.entries()) {
    if (each % 2 === 0) end.resolve();
    else end.reject(new Error(`no ${each}`));
    await nextRound();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6].slice(0, each + 3));
  }
  expect((await outcome).map(({ status }) => status)).toEqual(
    ends.map((_, each) => (each % 2 === 0 ? 'fulfilled' : 'rejected')),
  );
  expect(await takeTurn(() => Promise.resolve('at once'))).toBe('at once');
});
