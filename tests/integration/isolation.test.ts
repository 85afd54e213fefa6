/** Isolated processes: what takes too much is killed and hurts nothing else, and none stays without work. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { makeIsolation } from '#platform/system/isolation/isolation.ts';

const program = fileURLToPath(new URL('../support/odd-tasks.ts', import.meta.url));
const sentences: string[] = [];
const onStopped = (sentence: string) => sentences.push(sentence);
const isolation = makeIsolation({ program, onStopped, idleMs: 60_000 });
const admin = { id: 'ada', rank: 0 } as const;

afterAll(() => isolation.close());

test.each([
  ['take memory', { seconds: 30, megabytes: 200 }, 'it took more than 200 MB'],
  ['take time', { seconds: 0.3, megabytes: 500 }, 'it took more than 0.3 s'],
  ['crash', { seconds: 30, megabytes: 500 }, 'it ended unexpectedly'],
])(
  'a task that would %s is ended with its process, and the next one gets another',
  async (name, limits, why) => {
    const before = await findProcess();
    expect(await isolation.run({ name, ...limits }, [], admin)).toEqual({ undone: 'stopped' });
    expect(isRunning(before)).toBe(false);
    expect(sentences.at(-1)).toBe(`The process of ${name} was ended: ${why}.`);
    expect(await findProcess()).not.toBe(before);
  },
);

test('what is done one after the other is done by one process, without the secrets of the server', async () => {
  expect(await findProcess()).toBe(await findProcess());
  process.env.STRIPE_SECRET_KEY ??= 'sk_test_secret';
  const task = { name: 'show your environment', seconds: 30, megabytes: 500 };
  expect(JSON.stringify(await isolation.run(task, [], admin))).not.toContain('sk_test');
});

test('a process that has nothing to do ends', async () => {
  const short = makeIsolation({ program, idleMs: 1 });
  const pid = await findProcess(short);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('closing ends what is being done, and nothing is begun afterwards', async () => {
  const closed = makeIsolation({ program, onStopped });
  const pid = await findProcess(closed);
  const endless = closed.run({ name: 'take time', seconds: 60, megabytes: 500 }, [], admin);
  closed.close();
  expect(await endless).toEqual({ undone: 'busy' });
  expect(await closed.run(whoAreYou, [], admin)).toEqual({ undone: 'busy' });
  await expect.poll(() => isRunning(pid)).toBe(false);
});

const whoAreYou = { name: 'say who you are', seconds: 30, megabytes: 500 };

async function findProcess(of = isolation): Promise<number> {
  const result = await of.run(whoAreYou, [], admin);
  return 'value' in result ? Number(result.value) : 0;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
