/** The demo: a filled shop with two accounts that everybody knows, on this machine alone. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findWrongStocks } from '#administration/database/audit.ts';
import { beginForReal, prepareBeginning } from '#app/begin/begin-for-real.ts';
import { makeBeginning } from '#app/begin/begin-from-page.ts';
import { readConfig } from '#app/config.ts';
import { type Demo, demoAccounts, openDemo } from '#app/demo.ts';
import { findTrade, holdTradeLock, isTradeUnfinished } from '#app/demo-trade/state.ts';
import { categories } from '#catalogue/rules/parts.ts';
import { readAddress } from '../support/command-line.ts';
import { ask, countLockWaits, givenOrder, givenPart, givenPerson, orderBody } from '../support/given.ts';
import { givenShop, type TestShop, type TestShopOptions } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const dataDir = givenFolder();
let cleared = 0;
const clearSandbox = async () => {
  cleared += 1;
};
const begins: TestShopOptions['begins'] = ({ db, address }) =>
  makeBeginning(readConfig({ DATA_DIR: dataDir, DATABASE_URL: readAddress(address) }), {
    db,
    clearSandbox,
  });
const demo = await givenShop();
const open = await givenShop();
const own = await givenShop({ begins });
const traded = await givenShop({ begins });

const accountsLine = 'Demo accounts: admin@compact.test and customer@compact.test, password compact-demo';
const local = { isDemo: true, isLocal: true, hasDemoTrade: false };

describe('the demo', () => {
  test('fills an empty shop once, and says so once', async () => {
    const lines = await openAt(demo, local);
    expect(lines).toEqual([
      expect.stringMatching(/^4\/4 Filling the shop with \d{3} parts and \d+ reviews$/),
      accountsLine,
    ]);
    expect(await openAt(demo, local)).toEqual([accountsLine]);
    const parts = await ask(demo, 'GET', '/api/parts');
    expect(parts.body.length).toBeGreaterThanOrEqual(100);
    for (const category of categories.filter((each) => each !== 'other')) {
      const ofCategory = parts.body.filter((part: { category: string }) => part.category === category);
      expect(ofCategory.length, category).toBeGreaterThanOrEqual(20);
    }
    expect((await ask(demo, 'GET', '/api/ratings')).body.length).toBeGreaterThanOrEqual(12);
  });

  test('has an administrator and a customer, who log in with the password that is printed', async () => {
    const roles = demoAccounts.map(async (account) => {
      const headers = await logInAs(demo, account);
      return (await ask(demo, 'GET', `/api/admin/${account.email}`, undefined, headers)).body.admin;
    });
    expect(demoAccounts.map(({ email }) => email)).toEqual(['admin@compact.test', 'customer@compact.test']);
    expect(await Promise.all(roles)).toEqual([true, false]);
  });

  test.each<Record<string, string>>([
    { host: 'shop.example' },
    { 'x-forwarded-for': '192.0.2.7' },
    { via: '1.1 proxy' },
  ])('does not let in who comes from elsewhere: %o', async (headers) => {
    for (const { email, password } of demoAccounts) {
      const answer = await logIn(demo, { email: email.toUpperCase(), password }, headers);
      expect(answer).toMatchObject({ status: 403, body: { refused: 'demo-account-elsewhere' } });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const person = await givenPerson(demo);
    expect((await logIn(demo, person, headers)).status).toBe(200);
  });

  test('leaves a shop with parts of its own as it is', async () => {
    await givenPart(own);
    expect(await openAt(own, local)).toEqual([accountsLine]);
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
    const lock = await holdTradeLock(traded.address);
    expect(await holdTradeLock(traded.address)).toBeUndefined();
    await lock?.release();
    const next = await holdTradeLock(traded.address);
    expect(next).toBeDefined();
    await next?.release();
  });
});

describe('a shop that was tried begins for real', () => {
  const begin = (shop: TestShop, typedName: string, keepsCatalogue = true) =>
    beginForReal({ db: shop.db, clearSandbox }, { typedName, keepsCatalogue, at: new Date() });

  test('when its name is typed: administrators and parts stay, with the stock that is there', async () => {
    const headers = await logInAs(traded, demoAccounts[1]);
    const parts = (await ask(traded, 'GET', '/api/parts')).body;
    const sold = parts.find((part) => part.minimum_order === 1 && part.available_quantity > 50);
    const order = orderBody(sold?._id ?? '');
    expect((await ask(traded, 'POST', '/api/order', order, headers)).status).toBe(201);
    const before = (await ask(traded, 'GET', '/api/parts')).body;
    const admin = await logInAs(traded, demoAccounts[0]);
    const send = async (body: object) => (await ask(traded, 'POST', '/api/beginning', body, admin)).body;
    const type = async (typedName: string) => await send({ isPreview: false, typedName });
    const counts = { shopName: 'COMPACT', purchases: 1, people: 1, obstacle: null };
    expect(await send({ isPreview: true })).toMatchObject({ ...counts, backup: dataDir });
    expect(await type('COMPAKT')).toMatchObject({ refused: 'shop-name-wrong' });
    const lock = await holdTradeLock(traded.address);
    expect(await type('COMPACT')).toMatchObject({ refused: 'demo-being-made' });
    await lock?.release();
    const backups = () => readdirSync(dataDir).filter((name) => name.endsWith('.tar.gz'));
    expect([cleared, backups()]).toEqual([0, []]);
    expect(await type('COMPACT')).toMatchObject({ ...counts, backup: join(dataDir, String(backups()[0])) });
    expect([cleared, backups().length]).toEqual([1, 1]);
    expect(await prepareBeginning(traded.db)).toMatchObject({ purchases: 0, people: 0, reviews: 0 });
    expect((await ask(traded, 'GET', '/api/parts')).body).toEqual(before);
    expect(await findWrongStocks(traded.db)).toEqual([]);
    expect((await logIn(traded, demoAccounts[0])).status).toBe(200);
    expect((await logIn(traded, demoAccounts[1])).status).toBe(401);
  });

  test('and is not filled as a demo again, even without its parts', async () => {
    let begun: unknown;
    await traded.db.transaction().execute(async (writer) => {
      await sql`lock table stock_movements in row exclusive mode`.execute(writer);
      begun = begin(traded, 'COMPACT', false);
      await expect.poll(() => countLockWaits(traded)).toBe(1);
      await sql`lock table alerts in row exclusive mode`.execute(writer); // a deadlock, which it repeats
    });
    expect(await begun).toMatchObject({ purchases: 0 });
    await expect.poll(async () => (await ask(traded, 'GET', '/api/parts')).body).toEqual([]);
    expect(await openAt(traded, { ...local, hasDemoTrade: true })).toEqual([]);
    expect((await ask(traded, 'GET', '/api/parts')).body).toEqual([]);
    expect(await isTradeUnfinished(traded.db)).toBe(false);
  });

  test('but not where somebody has bought who is not of the demo', async () => {
    await givenOrder(own, await givenPerson(own), await givenPart(own));
    expect(await begin(own, 'COMPACT')).toEqual({ refused: 'purchases-of-others' });
    expect(await prepareBeginning(own.db)).toMatchObject({ purchases: 1, hasOtherBuyers: true });
    const admin = await givenPerson(own, { role: 'admin' });
    const send = async (isPreview: boolean) =>
      (await admin.ask('POST', '/api/beginning', { isPreview, typedName: 'COMPACT' })).body;
    expect(await send(true)).toMatchObject({
      purchases: 1,
      obstacle: expect.stringContaining('not of the demo'),
    });
    expect(await send(false)).toMatchObject({ refused: 'purchases-of-others' });
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
  const log = (line: string) => lines.push(line);
  const welcome = await openDemo({ db: shop.db, accounts: shop.accounts, config, log, at: new Date() });
  return [...lines, ...welcome];
}

async function logInAs(shop: TestShop, account: Account) {
  const answer = await logIn(shop, account);
  expect(answer.status).toBe(200);
  const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const { email } = account;
  const { token } = (await ask(shop, 'PUT', `/api/user/${email}`, { email }, { cookie })).body;
  return { authorization: `Bearer ${token}` };
}

type Account = { email: string; password: string };

function logIn(shop: TestShop, { email, password }: Account, headers: Record<string, string> = {}) {
  return ask(shop, 'POST', '/api/identity/sign-in/email', { email, password }, headers);
}
