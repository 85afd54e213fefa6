/** The demo: a filled shop with two accounts that everybody knows, on this machine alone. */
import { describe, expect, test } from 'vitest';
import { type Demo, demoAccounts, openDemo } from '#app/demo.ts';
import { findTrade, isTradeUnfinished, lockTrade } from '#app/demo-trade/state.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { makeAccounts } from '#people/identity/accounts.ts';
import { ask, givenPart, givenPerson } from '../support/given.ts';
import { givenShop, type TestShop } from '../support/shop.ts';

const demo = givenShop();
const open = givenShop();
const own = givenShop();
const traded = givenShop();

const local = { isDemo: true, isLocal: true, hasDemoTrade: false };

describe('the demo', () => {
  test('fills an empty shop once, and says so once', async () => {
    const lines = await openAt(demo, local);
    expect(lines).toEqual([
      expect.stringMatching(/^4\/4 Filling the shop with \d{3} parts and \d+ reviews$/),
    ]);
    expect(await openAt(demo, local)).toEqual([]);
    const parts = await ask(demo, 'GET', '/api/parts');
    expect(parts.body.length).toBeGreaterThanOrEqual(100);
    for (const category of categories.filter((each) => each !== 'other')) {
      const ofCategory = parts.body.filter((part: { category: string }) => part.category === category);
      expect(ofCategory.length, category).toBeGreaterThanOrEqual(20);
    }
    expect((await ask(demo, 'GET', '/api/ratings')).body.length).toBeGreaterThanOrEqual(12);
  });

  test('has an administrator and a customer, who log in with the password that is printed', async () => {
    const roles: Record<string, boolean> = {};
    for (const account of demoAccounts) {
      const answer = await logIn(demo, account);
      expect(answer.status).toBe(200);
      const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
      const { token } = (
        await ask(demo, 'PUT', `/api/user/${account.email}`, { email: account.email }, { cookie })
      ).body;
      const headers = { authorization: `Bearer ${token}` };
      roles[account.email] = (
        await ask(demo, 'GET', `/api/admin/${account.email}`, undefined, headers)
      ).body.admin;
    }
    expect(roles).toEqual({ 'admin@compact.test': true, 'customer@compact.test': false });
  });

  test.each<Record<string, string>>([
    { host: 'shop.example' },
    { 'x-forwarded-for': '192.0.2.7' },
    { via: '1.1 proxy' },
  ])('does not let in who comes from elsewhere: %o', async (headers) => {
    for (const { email, password } of demoAccounts) {
      const body = { email: email.toUpperCase(), password };
      const answer = await ask(demo, 'POST', '/api/identity/sign-in/email', body, headers);
      expect(answer).toMatchObject({ status: 403, body: { refused: 'demo-account-elsewhere' } });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const person = await givenPerson(demo);
    const own = await ask(
      demo,
      'POST',
      '/api/identity/sign-in/email',
      { email: person.email, password: person.password },
      headers,
    );
    expect(own.status).toBe(200);
  });

  test('leaves a shop with parts of its own as it is', async () => {
    await givenPart(own);
    expect(await openAt(own, local)).toEqual([]);
    expect((await ask(own, 'GET', '/api/parts')).body).toHaveLength(1);
  });
});

describe('the trade of the demo', () => {
  test('is only begun in a shop that is filled just now: one of an earlier version has none', async () => {
    await openAt(traded, { ...local, hasDemoTrade: true });
    expect(await isTradeUnfinished(traded.db)).toBe(true);
    await openAt(demo, { ...local, hasDemoTrade: true });
    expect(await findTrade(demo.db)).toBeUndefined();
  });

  test('is made by one process', async () => {
    const lock = await lockTrade(traded.address);
    expect(await lockTrade(traded.address)).toBeUndefined();
    await lock?.release();
    const next = await lockTrade(traded.address);
    expect(next).toBeDefined();
    await next?.release();
  });
});

describe('where others can reach the shop', () => {
  test('there are no demo accounts, and those of an earlier demo are shut, tokens included', async () => {
    await openAt(open, local);
    const [admin] = demoAccounts;
    const answer = await logIn(open, admin);
    const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
    const { token } = (await ask(open, 'PUT', `/api/user/${admin.email}`, { email: admin.email }, { cookie }))
      .body;
    await openAt(open, { isDemo: false, isLocal: false, hasDemoTrade: false });
    for (const account of demoAccounts) expect((await logIn(open, account)).status).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    expect((await ask(open, 'GET', '/api/manage_orders', undefined, headers)).status).toBe(401);
    expect(
      (await ask(open, 'PUT', `/api/user/${admin.email}`, { email: admin.email }, { cookie })).status,
    ).toBe(401);
  });

  test('nobody can sign up as one of them again and find the old role', async () => {
    const [admin] = demoAccounts;
    const answer = await ask(open, 'POST', '/api/identity/sign-up/email', {
      name: 'Mallory',
      email: admin.email,
      password: 'chosen by Mallory',
    });
    expect(answer.status).toBe(422);
  });
});

async function openAt(shop: TestShop, config: Demo['config']): Promise<string[]> {
  const lines: string[] = [];
  const accounts = makeAccounts(shop.db, {
    publicUrl: shop.url,
    secret: 'x'.repeat(32),
    trustedOrigins: [],
    enqueue: async () => {},
  });
  await openDemo({ db: shop.db, accounts, config, log: (line) => lines.push(line), at: new Date() });
  return lines;
}

function logIn(shop: TestShop, { email, password }: { email: string; password: string }) {
  return ask(shop, 'POST', '/api/identity/sign-in/email', { email, password });
}
