/** The queue of isolated tasks is fair among people. */
import { expect, test } from 'vitest';
import { makeTurns, type Requester } from '#platform/system/turns.ts';

const limits = { places: 2, maxWaitingOfPerson: 8, maxWaiting: 20 };
const stranger = (id: string): Requester => ({ id, rank: 2 });
const confirmed = (id: string): Requester => ({ id, rank: 1 });
const admin: Requester = { id: 'ada', rank: 0 };

/** Work that begins and ends when the test says so. */
function givenTurns() {
  const turns = makeTurns(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  return {
    begun,
    refused,
    async ask(requester: Requester, name = requester.id): Promise<void> {
      const work = () => new Promise<true>((resolve) => ends.push(() => resolve(true)) && begun.push(name));
      void turns.enter(requester, work).then((done) => done ?? refused.push(name));
      await settle();
    },
    /** Ends what was begun first. */
    async endOne(): Promise<void> {
      ends.shift()?.();
      await settle();
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('strangers leave a place to others, and an administrator is first', async () => {
  const { ask, begun, endOne } = givenTurns();
  for (const id of ['s1', 's2', 's3']) await ask(stranger(id));
  expect(begun).toEqual(['s1']);
  await ask(confirmed('c1'));
  await ask(confirmed('c2'));
  await ask(admin);
  expect(begun).toEqual(['s1', 'c1']);
  for (let ended = 0; ended < 5; ended += 1) await endOne();
  expect(begun).toEqual(['s1', 'c1', 'ada', 'c2', 's2', 's3']);
});

test('who asks for much has one place, and waits behind those who ask for little', async () => {
  const { ask, begun, endOne } = givenTurns();
  for (let index = 1; index <= 4; index += 1) await ask(confirmed('greedy'), `greedy ${index}`);
  expect(begun).toEqual(['greedy 1']);
  for (const id of ['a', 'b']) await ask(confirmed(id));
  await endOne();
  await ask(confirmed('a'), 'a again');
  for (let ended = 0; ended < 6; ended += 1) await endOne();
  expect(begun).toEqual(['greedy 1', 'a', 'b', 'greedy 2', 'a again', 'greedy 3', 'greedy 4']);
});

test('who asks again when nothing of theirs is left comes in the order of asking', async () => {
  const { ask, begun, endOne } = givenTurns();
  for (const id of ['a', 'b']) await ask(confirmed(id));
  await endOne();
  for (const id of ['c', 'a', 'd']) await ask(confirmed(id));
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'd']);
});

test('what waits is bounded for each person and in all, but not for administrators', async () => {
  const { ask, refused } = givenTurns();
  for (let index = 0; index < 12; index += 1) await ask(stranger('greedy'));
  expect(refused).toHaveLength(3);
  for (let index = 0; index < 20; index += 1) await ask(stranger(`s${index}`));
  expect(refused).toHaveLength(3 + 8);
  for (let index = 0; index < 30; index += 1) await ask(admin);
  expect(refused).toHaveLength(3 + 8);
});
