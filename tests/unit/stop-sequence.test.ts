/** Whatever fails or hangs while the shop stops, the rest of it is stopped all the same. */
import { expect, test } from 'vitest';
import { makeStopSequence } from '#app/stop-sequence.ts';

const limits = { totalMs: 2000, stepMs: 100, lastMs: 1000 };
const never = new Promise<never>(() => {});

test('a step that throws or hangs is logged, and the steps before it are stopped in order', async () => {
  const said: string[] = [];
  const stops = makeStopSequence((line) => said.push(line), limits);
  const closed: string[] = [];
  await stops.open('the database', 'database', () => closed.push('database'));
  await stops.open('the pool', 'pool', () => {
    throw new Error('no such pool');
  });
  await stops.open('the queue', 'queue', () => never);
  await stops.open('the server', 'server', () => closed.push('server'));
  await Promise.all([stops.run(), stops.run()]);
  expect(closed).toEqual(['server', 'database']);
  expect(said).toEqual([
    'Stopping: the queue did not end within 0.1 s and is left to itself.',
    'Stopping: the pool did not end well: no such pool',
  ]);
});

test('what is still being opened when the stop begins is closed once it is open, and the start ends', async () => {
  const stops = makeStopSequence(() => {}, limits);
  const closed: string[] = [];
  const opened = Promise.withResolvers<string>();
  const opening = stops.open('the sandbox', opened.promise, (name) => closed.push(name));
  const stopped = stops.run();
  opened.resolve('sandbox');
  await expect(opening).rejects.toThrow('aborted');
  await stopped;
  expect(closed).toEqual(['sandbox']);
});

test('what could not be opened, or never opens, does not delay the stop', async () => {
  const said: string[] = [];
  const stops = makeStopSequence((line) => said.push(line), limits);
  const failed = stops.open('the queue', Promise.reject(new Error('no database')), () => never);
  await expect(failed).rejects.toThrow('no database');
  void stops.open('the pool', never, () => {});
  await stops.run();
  expect(said).toEqual(['Stopping: the pool did not end within 0.1 s and is left to itself.']);
});

test('a step that hangs leaves its share of the time to the last one', async () => {
  const said: string[] = [];
  const stops = makeStopSequence((line) => said.push(line), { totalMs: 2000, stepMs: 2000, lastMs: 1900 });
  await stops.open('the database', 'database', () => {});
  await stops.open('the server', 'server', () => never);
  await stops.run();
  expect(said).toEqual(['Stopping: the server did not end within 0.1 s and is left to itself.']);
});
