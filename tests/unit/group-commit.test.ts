/** Work that arrives while other work runs is done together, and each gets an answer of its own. */
import { expect, test } from 'vitest';
import { makeGroup } from '#platform/database/group-commit.ts';
import { makeTimeBudget, runWithBudget } from '#platform/database/time-budget.ts';
import { DatabaseUnavailable } from '#platform/database/unavailable.ts';

/** Works are texts; those that begin alike have one key. */
function makeScribe({
  fails = () => undefined as Error | undefined,
  patienceMs = undefined as number | undefined,
} = {}) {
  const done: string[][] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const group = makeGroup<string, string>({
    patienceMs,
    lockTimeoutMs: undefined,
    defer: (begin) => begin(),
  });
  async function doAll(works: string[]): Promise<string[]> {
    done.push(works);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
    const error = works.length > 1 ? fails() : undefined;
    if (error) throw error;
    return works.map((work) => `${work} is done`);
  }
  const run = (work: string) =>
    group.run(work, { key: work[0], together: doAll, alone: async () => (await doAll([work]))[0] ?? '' });
  async function openGate() {
    gates.shift()?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { done, run, openGate };
}

async function finish({ openGate }: ReturnType<typeof makeScribe>, answers: Promise<string>[]) {
  const settled = Promise.allSettled(answers);
  for (let turn = 0; turn < 9; turn += 1) await openGate();
  return (await settled).map((each) => (each.status === 'fulfilled' ? each.value : String(each.reason)));
}

const letters = ['a', 'b', 'c', 'd'];
const answers = letters.map((letter) => `${letter} is done`);

test('the first is done alone, and what arrives meanwhile together, each with its own answer', async () => {
  const scribe = makeScribe();
  expect(await finish(scribe, letters.map(scribe.run))).toEqual(answers);
  expect(scribe.done).toEqual([['a'], ['b', 'c', 'd']]);
  expect(await finish(scribe, [scribe.run('e')])).toEqual(['e is done']);
});

test('works with one key are done one after the other, and at most 64 together', async () => {
  const scribe = makeScribe();
  await finish(scribe, ['a', 'b1', 'b2', 'c'].map(scribe.run));
  expect(scribe.done).toEqual([['a'], ['b1', 'c'], ['b2']]);
  const many = Array.from({ length: 70 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  await finish(scribe, many.map(scribe.run));
  expect(scribe.done.map(({ length }) => length)).toEqual([1, 2, 1, 1, 64, 5]);
});

test('what fails together is done again, each alone', async () => {
  const scribe = makeScribe({ fails: () => new Error('no') });
  expect(await finish(scribe, letters.map(scribe.run))).toEqual(answers);
  expect(scribe.done.slice(2).flat().sort()).toEqual(['b', 'c', 'd']);
});

test('nothing is done again whose outcome is unknown', async () => {
  const scribe = makeScribe({ fails: () => new DatabaseUnavailable('gone', true) });
  const [first, ...others] = await finish(scribe, letters.map(scribe.run));
  expect(first).toBe('a is done');
  for (const other of others) expect(other).toContain('The database cannot be reached');
  expect(scribe.done).toHaveLength(2);
});

test('who has waited long enough no longer waits for what runs', async () => {
  const scribe = makeScribe({ patienceMs: 5 });
  const all = letters.map(scribe.run);
  await expect.poll(() => scribe.done).toEqual([['a'], ['b', 'c', 'd']]);
  expect(await finish(scribe, all)).toEqual(answers);
});

test('the wait counts as time that the database takes, until it is committed', async () => {
  const scribe = makeScribe();
  const budget = makeTimeBudget(1000);
  const first = scribe.run('a');
  const second = runWithBudget(budget, () => scribe.run('b'));
  const third = scribe.run('c');
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(budget.leftMs()).toBeLessThan(1000);
  await finish(scribe, [first, second, third]);
});
