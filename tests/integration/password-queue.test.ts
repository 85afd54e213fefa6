/** A flood of log-ins takes no more of the machine than the queue of passwords allows, and is told when to come back. */
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makePasswordQueue } from '#people/identity/password-queue.ts';
import { readMailedToken } from '../support/account-mails.ts';
import { ask, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop({ signInLimits: makeLimits(2) });
const flooded = await givenShop({
  beside: shop,
  passwordQueue: { maxWaiting: 0 },
  signInLimits: makeLimits(2),
});

describe('the queue of passwords', () => {
  test('works on two at a time, one of a network, and refuses what is beyond its length', async () => {
    const { enter } = makePasswordQueue();
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()];
    const flood = Array.from({ length: 300 }, () => enter('flood', () => first.promise));
    const another = enter('another', () => second.promise);
    const third = enter('third', async () => 'in its turn');
    expect(await Promise.race([third, nextRound('waiting')])).toBe('waiting');
    second.reject(new Error('wrong'));
    await expect(another).rejects.toThrow('wrong');
    expect(await third).toBe('in its turn');
    first.resolve('done');
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(101); // one was in work
    expect(outcomes.at(-1)).toEqual({ refused: 'log-ins-busy' });
  });

  test('refuses what has waited too long, and never runs it', async () => {
    const { enter } = makePasswordQueue({ waitMs: 1 });
    const end = Promise.withResolvers<void>();
    const first = ['one', 'another'].map((network) => enter(network, () => end.promise));
    const begun: string[] = [];
    expect(await enter('late', async () => begun.push('late'))).toEqual({ refused: 'log-ins-busy' });
    end.resolve();
    await Promise.all(first);
    expect(await enter('next', async () => begun.push('next'))).toBe(1);
    expect(begun).toEqual(['next']);
  });
});

describe('while the queue is full', () => {
  const busy = {
    status: 503,
    body: {
      refused: 'log-ins-busy',
      detail: 'Many people are logging in at the moment. Please try again in a few seconds.',
    },
    headers: { 'retry-after': '2', 'content-type': expect.stringContaining('problem+json') },
  };

  test('logging in says when to come back, alike for known and unknown accounts, and counts as no attempt', async () => {
    const { email, password } = await givenPerson(shop);
    const bodies = [
      ...Array.from({ length: 4 }, () => ({ email, password: 'wrong' })),
      { email: 'nobody@example.com', password },
    ];
    const answers = await Promise.all(
      bodies.map((body) => ask(flooded, 'POST', '/api/identity/sign-in/email', body)),
    );
    for (const answer of answers) expect(answer).toMatchObject(busy);
    expect((await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password })).status).toBe(200);
  });

  test('signing up leaves no account behind', async () => {
    const email = 'late@example.com';
    const answer = await ask(flooded, 'POST', '/api/identity/sign-up/email', {
      name: 'Late',
      email,
      password: '12345',
    });
    expect(answer).toMatchObject(busy);
    const people = await shop.db.selectFrom('people').select('id').where('email', '=', email).execute();
    expect(people).toEqual([]);
  });

  test('changing the password leaves the old one in place', async () => {
    const person = await givenPerson(shop);
    const answer = await ask(
      flooded,
      'POST',
      '/api/identity/change-password',
      { currentPassword: person.password, newPassword: 'quite new' },
      { cookie: person.cookie },
    );
    expect(answer).toMatchObject(busy);
    const { email, password } = person;
    expect((await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password })).status).toBe(200);
  });
});

test('a new password by a mailed link waits for its turn, because the link counts only once', async () => {
  const { email } = await givenPerson(shop);
  await ask(shop, 'POST', '/api/identity/request-password-reset', { email });
  const token = await readMailedToken(shop, email, 'password-reset');
  const reset = await ask(flooded, 'POST', '/api/identity/reset-password', {
    token,
    newPassword: 'quite new',
  });
  expect(reset.status).toBe(200);
  const signIn = { email, password: 'quite new' };
  expect((await ask(shop, 'POST', '/api/identity/sign-in/email', signIn)).status).toBe(200);
});

function makeLimits(attempts: number) {
  return { attempts, attemptsFromAddress: 100, signUps: 100, mails: 100, mailsInADay: 100 };
}
