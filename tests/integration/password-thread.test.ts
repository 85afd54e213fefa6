/** Passwords are hashed on a thread of low priority, whose end cuts off one answer and locks nobody out. */
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setImmediate as nextRound } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { makePasswordThread } from '#people/identity/password-thread.ts';
import { ask, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const thread = makePasswordThread();
afterAll(thread.close);
const shop = await givenShop({ passwordQueue: {} }); // with a thread of its own

test('each password gets its own answer', async () => {
  const [one, other] = await Promise.all([thread.hash('one'), thread.hash('other')]);
  const verified = await Promise.all([
    thread.verify(one, 'one'),
    thread.verify(one, 'other'),
    thread.verify(other, 'other'),
    thread.verify(other, 'one'),
  ]);
  expect(verified).toEqual([true, false, true, false]);
});

test('a malformed hash is an error, and the thread continues', async () => {
  const hash = await thread.hash('one');
  await expect(thread.verify('no hash', 'one')).rejects.toThrow('Decoding failed');
  expect(await thread.verify(hash, 'one')).toBe(true);
});

test('a password in progress when it ends is rejected with 503, and the next one starts it again', async () => {
  const cutOff = thread.hash('one');
  const [outcome] = await Promise.allSettled([cutOff, thread.close()]);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
  expect(await thread.verify(await thread.hash('one'), 'one')).toBe(true);
});

test.runIf(process.platform === 'linux')('it has a lower priority than the rest of the process', async () => {
  const own = getPriority();
  await thread.close();
  const countLower = () => readPriorities().filter((priority) => priority === Math.min(own + 10, 19)).length;
  const before = countLower(); // threads of other shops in this process
  await thread.hash('one');
  expect(countLower()).toBe(before + 1);
  expect(getPriority()).toBe(own);
});

test('a log-in during which it ends says when to come back, and the next one works', async () => {
  const { email, password } = await givenPerson(shop);
  const logIn = () => ask(shop, 'POST', '/api/identity/sign-in/email', { email, password });
  const statuses = new Set<number>();
  while (!statuses.has(503)) {
    let isAnswered = false;
    const answering = logIn().finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      await shop.accounts.close();
      await nextRound();
    }
    const answer = await answering;
    statuses.add(answer.status);
    if (answer.status === 503) {
      expect(answer).toMatchObject({ body: { refused: 'log-ins-busy' }, headers: { 'retry-after': '2' } });
    }
  }
  expect((await logIn()).status).toBe(200);
});

/** Of all threads of this process. */
function readPriorities(): number[] {
  return readdirSync('/proc/self/task').map((id) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  });
}
