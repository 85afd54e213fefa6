/** Behind a trusted proxy everybody has an address of their own: in limits, sessions and logs. */
import { describe, expect, test } from 'vitest';
import { givenPerson, readRow } from '../support/given.ts';
import { givenShop, type TestShop } from '../support/shop.ts';

const signInLimits = { attempts: 3, attemptsFromAddress: 5, signUps: 4, mails: 9, mailsInADay: 9 };
const behindOne = await givenShop({ signInLimits, trustedProxies: 1, isLocal: true, outbox: '/nowhere' });
const behindKnown = await givenShop({ signInLimits, trustedProxies: ['10.0.0.0/8', 'fd00::1'] });
const direct = await givenShop({ signInLimits });

describe('the address that counts', () => {
  test.each([
    ['behind one proxy, what that proxy has seen', behindOne, '9.9.9.9, 198.51.100.7', '198.51.100.7'],
    [
      'behind known proxies, the first that is none',
      behindKnown,
      '9.9.9.9, 198.51.100.7, 10.1.1.1',
      '198.51.100.7',
    ],
    ['without a trusted proxy, the connection’s', direct, '198.51.100.7', '10.2.3.4'],
  ])('is, %s', async (_, shop, forwarded, expected) => {
    const email = `who${expected}@example.com`;
    const answer = await signUp(shop, { email }, forwarded);
    expect(answer.statusCode).toBe(200);
    const { id } = await readRow(shop, 'people', { email });
    expect(await readRow(shop, 'sessions', { person_id: id })).toMatchObject({ ip_address: expected });
  });

  test('is not that of somebody who goes past the known proxies', async () => {
    const answers = await Array.fromAsync({ length: 5 }, (_, index) =>
      signUp(behindKnown, {}, `198.51.100.${index}`, '203.0.113.5'),
    );
    expect(readStatuses(answers)).toEqual([200, 200, 200, 200, 429]);
  });

  test('does not make a stranger’s request one of this machine', async () => {
    const outboxAt = async (remoteAddress: string, headers: Record<string, string>) =>
      (await behindOne.app.inject({ url: '/dev/outbox', remoteAddress, headers })).statusCode;
    expect(await outboxAt('127.0.0.1', {})).not.toBe(404);
    const claims = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' };
    expect(await outboxAt('203.0.113.5', claims)).toBe(404);
    expect(await outboxAt('127.0.0.1', { ...claims, host: 'shop.example' })).toBe(404);
  });
});

describe('limits', () => {
  test('of one person do not lock out another one behind the same proxy', async () => {
    const person = await givenPerson(behindOne);
    for (let index = 0; index < 4; index += 1) await logIn(behindOne, person.email, 'wrong', '198.51.100.20');
    expect((await logIn(behindOne, person.email, person.password, '198.51.100.20')).statusCode).toBe(429);
    expect((await logIn(behindOne, person.email, person.password, '198.51.100.21')).statusCode).toBe(200);
  });

  test('take all addresses of one IPv6 customer as one', async () => {
    const answers = await Array.fromAsync({ length: 5 }, (_, index) =>
      signUp(behindOne, {}, `2001:db8:5:6::${index + 1}`),
    );
    expect(readStatuses(answers)).toEqual([200, 200, 200, 200, 429]);
    expect((await signUp(behindOne, {}, '2001:db8:5:7::1')).statusCode).toBe(200);
  });

  test('of sign-ups count what was valid', async () => {
    for (let index = 0; index < 6; index += 1) {
      expect((await signUp(behindOne, { password: '1' }, '198.51.100.30')).statusCode).toBe(400);
    }
    expect((await signUp(behindOne, {}, '198.51.100.30')).statusCode).toBe(200);
  });

  test('of mails count all mailboxes that a network asks for', async () => {
    const ask = (index: number) =>
      behindOne.app.inject({
        method: 'POST',
        url: '/api/identity/request-password-reset',
        headers: { origin: behindOne.url, 'x-forwarded-for': '198.51.100.60' },
        payload: { email: `nobody${index}@example.com` },
      });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(ask));
    expect(readStatuses(answers).sort()).toEqual([200, 200, 200, 200, 429]);
  });

  test('of log-ins count what failed', async () => {
    const person = await givenPerson(behindOne);
    const good = () => logIn(behindOne, person.email, person.password, '198.51.100.40');
    const bad = () => logIn(behindOne, person.email, 'wrong', '198.51.100.40');
    const attempts = [good, good, good, good, bad, bad, good, bad, good];
    const answers = await Array.fromAsync(attempts, (attempt) => attempt());
    expect(readStatuses(answers)).toEqual([200, 200, 200, 200, 401, 401, 200, 401, 429]);
  });

  test('of one address hold over all accounts', async () => {
    const person = await givenPerson(behindOne);
    const answers = await Array.fromAsync({ length: 6 }, (_, index) =>
      logIn(behindOne, `nobody${index}@example.com`, 'wrong', '198.51.100.50'),
    );
    expect(readStatuses(answers)).toEqual([401, 401, 401, 401, 401, 429]);
    const refused = await logIn(behindOne, person.email, person.password, '198.51.100.50');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(behindOne, person.email, person.password, '198.51.100.51')).statusCode).toBe(200);
  });
});

function readStatuses(answers: { statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode);
}

let people = 0;

function signUp(shop: TestShop, fields: object, forwarded: string, remoteAddress = '10.2.3.4') {
  people += 1;
  return shop.app.inject({
    method: 'POST',
    url: '/api/identity/sign-up/email',
    remoteAddress,
    headers: { origin: shop.url, 'x-forwarded-for': forwarded },
    payload: { name: 'Nora', email: `nora${people}@example.com`, password: '12345', ...fields },
  });
}

function logIn(shop: TestShop, email: string, password: string, forwarded: string) {
  return shop.app.inject({
    method: 'POST',
    url: '/api/identity/sign-in/email',
    remoteAddress: '10.2.3.4',
    headers: { origin: shop.url, 'x-forwarded-for': forwarded },
    payload: { email, password },
  });
}
