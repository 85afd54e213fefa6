/** The command line: beside a running shop, without one, and with wrong words. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeShop } from '#app/description.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded-postgres.ts';
import { readAddress, runCommand, runCommandHere } from '../support/command-line.ts';
import { ask, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const shop = givenShop();
const folder = givenFolder();
const run = (words: string[], environment: NodeJS.ProcessEnv) =>
  runCommandHere(words, { DATA_DIR: join(folder, 'none'), ...environment });

describe('wrong arguments end with a sentence, code 1 and no stack', () => {
  test.each<[string[], RegExp]>([
    [[], /^The commands of the shop:/],
    [['make-coffee'], /^There is no command “make-coffee”\./],
    [['make-admin'], /^Usage: npm run shop -- make-admin EMAIL$/m],
    [['make-admin', 'a@b.co', 'c@d.co'], /^Usage: npm run shop -- make-admin EMAIL$/m],
    [['make-admin', 'nonsense'], /^“nonsense” is not an e-mail address\.$/m],
    [['seed', 'twice'], /^Usage: npm run shop -- seed$/m],
    [['constructor'], /^There is no command “constructor”\./],
  ])('%j', async (words, sentence) => {
    const ended = await run(words, {});
    expect(ended.code).toBe(1);
    expect(ended.output).toBe('');
    expect(ended.errors).toMatch(sentence);
    expect(ended.errors).not.toMatch(/ {4}at |Error:/);
  });

  test('so it does as a process of its own', async () => {
    const ended = await runCommand(['make-admin', 'nonsense'], {});
    expect(ended).toEqual({ code: 1, output: '', errors: '“nonsense” is not an e-mail address.\n' });
  });

  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ DATABASE_URL: 'nonsense' }, /^DATABASE_URL must be an address that starts with postgres:/],
    [
      { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      /^The database at DATABASE_URL cannot be used: .*\.$/m,
    ],
  ])('%o', async (environment, sentence) => {
    const ended = await run(['seed'], environment);
    expect(ended).toMatchObject({ code: 1, output: '', errors: expect.stringMatching(sentence) });
    expect(ended.errors).not.toMatch(/ {4}at /);
  });
});

test('the help names every command, and asking for it is no mistake', async () => {
  const ended = await run(['help'], {});
  expect(ended).toMatchObject({ code: 0, errors: '' });
  for (const word of ['make-admin EMAIL', 'seed', 'audit', 'describe-api', 'describe-database'])
    expect(ended.output).toContain(word);
});

test('audit says that there is no shop in a wrong data folder, and makes none there', async () => {
  const DATA_DIR = join(folder, 'mistyped');
  for (const words of [['audit'], ['make-admin', 'a@b.example']]) {
    const ended = await run(words, { DATA_DIR });
    expect(ended).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(DATA_DIR) });
    expect(existsSync(DATA_DIR)).toBe(false);
  }
});

describe('on the database of a shop that runs', () => {
  const environment = () => ({ DATABASE_URL: readAddress(shop) });

  test('make-admin makes somebody an administrator at once, and says so when there is nothing to do', async () => {
    const person = await givenPerson(shop);
    expect((await person.ask('GET', '/api/manage_orders')).status).toBe(403);
    const made = await runCommand(['make-admin', person.email.toUpperCase()], environment());
    expect(made).toEqual({ code: 0, output: `${person.email} is an administrator now.\n`, errors: '' });
    expect((await person.ask('GET', '/api/manage_orders')).status).toBe(200);
    const again = await run(['make-admin', person.email], environment());
    expect(again).toMatchObject({ code: 0, output: `${person.email} is an administrator already.\n` });
    const changes = await shop.db.selectFrom('admin_changes').selectAll().execute();
    expect(changes).toMatchObject([
      { admin_id: null, subject: 'people', subject_id: person.id, after: { role: 'admin' } },
    ]);
  });

  test('make-admin says that nobody has signed up with the address', async () => {
    const ended = await run(['make-admin', 'nobody@example.com'], environment());
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toBe(
      'Nobody has signed up as nobody@example.com; sign up first, then run this again.\n',
    );
  });

  test('seed fills an empty shop, and leaves one with parts as it is', async () => {
    const before = shop.catalogue.current();
    const seeded = await run(['seed'], environment());
    expect(seeded.output).toMatch(/^The shop has \d{3} parts and \d+ reviews now\.\n$/);
    expect((await ask(shop, 'GET', '/api/parts')).body.length).toBeGreaterThanOrEqual(100);
    await expect.poll(() => shop.catalogue.current()).not.toBe(before);
    const again = await run(['seed'], environment());
    expect(again).toMatchObject({ code: 0, output: 'The shop has parts already; nothing was added.\n' });
  });
});

describe('on a data folder', () => {
  test('the command joins the database that a shop is running there, and leaves it running', async () => {
    const dataDir = join(folder, 'running');
    const running = await startEmbeddedPostgres({ dataDir, log: () => {} });
    try {
      const seeded = await run(['seed'], { DATA_DIR: dataDir });
      expect(seeded.output).toMatch(/^The shop has \d{3} parts/);
      const again = await run(['seed'], { DATA_DIR: dataDir });
      expect(again).toMatchObject({ code: 0, output: 'The shop has parts already; nothing was added.\n' });
    } finally {
      await running.stop();
    }
    const alone = await run(['make-admin', 'nobody@example.com'], { DATA_DIR: dataDir });
    expect(alone.errors).toMatch(/^Nobody has signed up/);
    const afterwards = await startEmbeddedPostgres({ dataDir, log: () => {} }); // nothing was left running on it
    await afterwards.stop();
  }, 120_000);
});

test('describe-api writes what the shop answers', async () => {
  expect(await describeShop()).toEqual((await ask(shop, 'GET', '/api/openapi.json')).body);
});
