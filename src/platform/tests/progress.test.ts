/** What a replica must have replayed before it serves. */
import { expect, test } from 'vitest';
import { formatPosition, parsePosition } from '#platform/database/log-positions.ts';
import { trackProgress } from '#platform/database/progress.ts';

const beat = (position: bigint) => ({ position, at: `at ${position}`, cluster: '7' });

test.each([
  ['0/0', 0n],
  ['0/16B3748', 0x16b3748n],
  ['16/B374D848', 0x16b374d848n],
  ['FFFFFFFF/FFFFFFFF', 2n ** 64n - 1n],
])('the position %s is read and written', (text, position) => {
  expect(parsePosition(text)).toBe(position);
  expect(formatPosition(position)).toBe(text);
});

test.each(['', '/', '0', '0/0/0', '1/16b3748', '123456789/0', '0/G', ' 0/0', '0/0\n'])(
  'is no position: %j',
  (text) => expect(parsePosition(text)).toBeUndefined(),
);

test('a replica must have the last announced change, and what the last heartbeat but one could see', () => {
  const progress = trackProgress();
  expect(progress.required()).toBeUndefined();
  progress.beat(beat(10n), true);
  expect(progress.required()).toEqual({ ...beat(10n), settled: 10n });
  progress.beat(beat(20n), false);
  expect(progress.required()).toEqual({ ...beat(10n), settled: 10n });
  progress.hear('0/19');
  expect(progress.required()).toEqual({ ...beat(10n), position: 25n, settled: 10n });
  progress.hear('0/12'); // announced by a slower process
  expect(progress.required()?.position).toBe(25n);
  progress.beat(beat(30n), true);
  expect(progress.required()).toEqual({ ...beat(20n), position: 30n, settled: 20n });
  progress.reset();
  expect(progress.required()).toBeUndefined();
});

test('everything in front of a position has been heard when two heartbeats were behind it', () => {
  const progress = trackProgress();
  progress.beat(beat(10n), true);
  expect(progress.hasHeardUntil(5n)).toBe(false);
  progress.beat(beat(20n), false);
  expect([10n, 11n].map(progress.hasHeardUntil)).toEqual([true, false]);
});
