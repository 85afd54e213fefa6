/** The command line: beside a running shop, without one, and with wrong words. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { CommandRefusal } from '#app/commands/command.ts';
import { writeDescription } from '#app/commands/describe.ts';
import { readConfig, recordAddress } from '#app/config.ts';
import { describeShop } from '#app/description.ts';
import { exampleAddress } from '#delivery/contract/addresses.ts';
import { mailOrder } from '#orders/jobs/mail-order.ts';
import type { Mail } from '#platform/mail/mailbox.ts';
import { readMailedToken } from '../support/account-mails.ts';
import { readAddress, runCommand, runCommandHere } from '../support/command-line.ts';
import { ask, givenImage, givenPaidOrder, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const shop = await givenShop();
const unused = await givenShop();
const folder = givenFolder();
const run = (words: string[], environment: NodeJS.ProcessEnv, typed?: string) =>
  runCommandHere(words, { DATA_DIR: join(folder, 'none'), ...environment }, typed);

describe('wrong arguments end with a sentence, code 1 and no stack', () => {
  test.each<[string[], RegExp]>([
    [[], /^The commands of the shop:/],
    [['make-coffee'], /^There is no command “make-coffee”\./],
    [['make-admin'], /^Usage: npm run shop -- make-admin EMAIL$/m],
    [['make-admin', 'a@b.co', 'c@d.co'], /^Usage: npm run shop -- make-admin EMAIL$/m],
    [['make-admin', 'nonsense'], /^“nonsense” is not an e-mail address\.$/m],
    [
      ['import', 'a.csv', '--stock', '-1'],
      /^Option '--stock' argument is ambiguous\.\nUsage: npm run shop -- import /,
    ],
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
    expect(ended).toMatchObject({ code: 1, output: '', errors: '“nonsense” is not an e-mail address.\n' });
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
  for (const word of [
    'make-admin EMAIL',
    'erase EMAIL',
    'seed',
    'audit',
    'describe-api',
    'describe-database',
  ])
    expect(ended.output).toContain(word);
});

describe('what is not the shop that is meant is named and refused, and no command makes a shop of it', () => {
  const commands = [
    ['make-admin', 'a@b.example'],
    ['reset-password', 'a@b.example'],
    ['seed'],
    ['import', import.meta.filename],
    ['export'],
    ['audit'],
    ['backup', join(folder, 'backup.tar.gz')],
  ];
  const refuse = async (words: string[], environment: NodeJS.ProcessEnv, sentence: string) => {
    const ended = await run(words, environment);
    expect(ended).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(sentence) });
    return ended.names;
  };

  test('a folder that is not there, or whose database is elsewhere', async () => {
    const DATA_DIR = join(folder, 'mistyped');
    for (const words of commands) {
      const sentence = `There is no shop in the data folder ${DATA_DIR}; DATA_DIR names the one that the shop uses.`;
      expect(await refuse(words, { DATA_DIR }, sentence)).toBe(
        `Database: the embedded PostgreSQL; data folder: ${DATA_DIR}`,
      );
      expect(existsSync(DATA_DIR)).toBe(false);
    }
    readConfig({ DATA_DIR }); // makes its secrets
    for (const words of commands)
      await refuse(words, { DATA_DIR }, 'elsewhere, which DATABASE_URL names, or none yet');
    expect(readdirSync(DATA_DIR)).toEqual(['secrets.json']);
  });

  test('a folder that cannot be looked into, as that of another user', async () => {
    const DATA_DIR = join(folder, 'x'.repeat(300)); // root may look into every folder, but not into this
    for (const words of commands)
      await refuse(words, { DATA_DIR }, `The data folder ${DATA_DIR} cannot be used: ENAMETOOLONG.`);
  });

  test('a database without tables, and for what reads it all, a shop that nobody has used', async () => {
    const DATA_DIR = join(folder, 'elsewhere');
    readConfig({ DATA_DIR });
    const empty = readAddress(unused.address);
    const bare = empty.replace(/\/[^/?]+(?=\?|$)/, '/postgres');
    for (const words of commands) {
      const names = await refuse(
        words,
        { DATA_DIR, DATABASE_URL: bare },
        'There is no shop in this database',
      );
      expect(names).toMatch(/^Database: postgres at [^ ]+; data folder: /);
    }
    for (const words of commands.slice(4))
      await refuse(words, { DATA_DIR, DATABASE_URL: empty }, 'The shop in this database is empty');
    expect(existsSync(join(folder, 'backup.tar.gz'))).toBe(false);
  });
});

describe('init', () => {
  const read = (file: string) => ({
    ...parseEnv(readFileSync(file, 'utf8')),
    mode: statSync(file).mode & 0o777,
  });

  test('writes what the options say, and otherwise what is usual, into a file of its owner’s', async () => {
    const ENV_FILE = join(folder, 'from-options.env');
    const options = {
      'public-url': 'https://shop.example',
      country: 'de',
      'data-dir': '/srv/shop #1',
      'smtp-url': 'smtp://me@mail.example',
      'mail-from': 'Bits <me@mail.example>',
      'stripe-secret-key': 'sk_live_1',
      'stripe-publishable-key': 'pk_live_1',
    };
    const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const ended = await run(['init', '--yes', ...words], { ENV_FILE });
    expect(ended, ended.errors).toMatchObject({ code: 0, errors: '' });
    expect(read(ENV_FILE)).toEqual({
      PUBLIC_URL: 'https://shop.example',
      COUNTRY: 'de',
      TRUST_PROXY: '1',
      PORT: '3000',
      DATA_DIR: '/srv/shop #1',
      SMTP_URL: 'smtp://me@mail.example',
      MAIL_FROM: 'Bits <me@mail.example>',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      mode: 0o600,
    });
    const again = await run(['init', '--yes', ...words], { ENV_FILE });
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('already') });
  });

  test('asks, once more after a wrong answer, and says when no money will move', async () => {
    const ENV_FILE = join(folder, 'typed.env');
    const typed = '\nshop.example\nhttps://shop.example/\nGermany\nDE\n2\n\n\n\n\n\n\n';
    const ended = await run(['init'], { ENV_FILE }, typed);
    expect(ended.errors).toContain('PUBLIC_URL is needed.');
    expect(ended.errors).toContain('PUBLIC_URL must be an address that starts with http');
    expect(ended.errors).toContain('COUNTRY must be the code of a country, such as DE.');
    expect(ended, ended.errors).toMatchObject({ code: 0, output: expect.stringContaining('No money moves') });
    expect(read(ENV_FILE)).toMatchObject({
      PUBLIC_URL: 'https://shop.example/',
      COUNTRY: 'DE',
      TRUST_PROXY: '2',
      CARD_SANDBOX: 'on',
    });
  });

  test('writes nothing when the answers end, or one of them cannot be', async () => {
    const ENV_FILE = join(folder, 'unwritten.env');
    for (const [words, typed, sentence] of [
      [[], 'https://shop.example\n', 'the answers ended'],
      [['--yes'], '', 'PUBLIC_URL is needed.'],
      [['--yes', '--public-url=https://shop.example'], '', 'COUNTRY is needed.'],
      [['--yes', '--public-url=https://shop.example/path'], '', 'PUBLIC_URL must have a host'],
    ] as const) {
      const ended = await run(['init', ...words], { ENV_FILE }, typed);
      expect(ended).toMatchObject({ code: 1, output: '', errors: expect.stringContaining(sentence) });
      expect(existsSync(ENV_FILE)).toBe(false);
    }
  });
});

describe('on the database of a shop that runs', () => {
  const environment = () => ({ DATABASE_URL: readAddress(shop.address) });

  test('make-admin makes somebody an administrator at once, and says so when there is nothing to do', async () => {
    const person = await givenPerson(shop);
    expect((await person.ask('GET', '/api/manage_orders')).status).toBe(403);
    const made = await runCommand(['make-admin', person.email.toUpperCase()], environment());
    expect(made).toMatchObject({ code: 0, output: `${person.email} is an administrator now.\n`, errors: '' });
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

  test('reset-password prints a link, by which a new password is set once', async () => {
    const DATA_DIR = join(folder, 'for-secrets');
    readConfig({ DATA_DIR });
    const { email } = await givenPerson(shop);
    const PUBLIC_URL = 'https://shop.example';
    const ended = await run(['reset-password', email], { ...environment(), DATA_DIR, PUBLIC_URL });
    expect(ended, ended.errors).toMatchObject({ code: 0, errors: '' });
    const [, token] = /^https:\/\/shop\.example\/reset_password\?token=(\S+)$/m.exec(ended.output) ?? [];
    const set = (newPassword: string) =>
      ask(shop, 'POST', '/api/identity/reset-password', { token, newPassword });
    expect((await set('a new password')).status).toBe(200);
    expect((await set('another password')).status).toBe(400);
    const logIn = (password: string) => ask(shop, 'POST', '/api/identity/sign-in/email', { email, password });
    expect((await logIn('a new password')).status).toBe(200);
    expect((await logIn('another password')).status).toBe(401);
    recordAddress(readConfig({ DATA_DIR, PORT: '4321' }));
    const { output } = await run(['reset-password', email], { ...environment(), DATA_DIR });
    expect(output).toContain('http://127.0.0.1:4321/reset_password?token=');
    // a data folder that takes nothing keeps no shop from opening
    recordAddress({ ...readConfig({ DATA_DIR }), dataDir: join(DATA_DIR, 'none') });
    const nobody = await run(['reset-password', 'nobody@b.example'], { ...environment(), DATA_DIR });
    expect(nobody).toMatchObject({ code: 1, errors: 'Nobody has signed up as nobody@b.example.\n' });
    const oneLetter = await run(['reset-password', 'nobody@b.x'], { ...environment(), DATA_DIR });
    expect(oneLetter).toMatchObject({ code: 1, errors: 'Nobody has signed up as nobody@b.x.\n' });
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

  test('erase forgets a customer without open orders, but for what their orders and invoices say', async () => {
    const name = 'Mira Forgotten';
    const [person, admin] = [await givenPerson(shop, { name }), await givenPerson(shop, { role: 'admin' })];
    const { email } = person;
    const link = await givenImage(shop);
    const profile = {
      name,
      education: 'Night school',
      location: 'Little Village',
      phone: '5550109999',
      link,
    };
    const order = await givenPaidOrder(shop, person);
    for (const [method, path, body] of [
      ['PUT', `/api/user_info/${email}`, profile],
      ['POST', '/api/addresses', { address: exampleAddress }],
      ['POST', '/api/basket/lines', { partsId: order.partsId }],
      ['POST', '/api/user_rating', { review: 'Good.', rating: 4, img: link, partsId: order.partsId }],
      ['POST', '/api/ceo', { email }],
    ] as const)
      expect((await person.ask(method, path, body)).status, path).toBeLessThan(300);

    expect((await run(['erase', admin.email], environment())).errors).toMatch(
      /is an administrator; another has/,
    );
    expect((await run(['erase', email], environment())).errors).toMatch(
      /still to be paid, shipped or refunded; finish/,
    );
    await admin.ask('PATCH', `/api/manage_order/${order._id}`, { status: 'shipped' });
    const { _id: orderId } = await givenPaidOrder(shop, person);
    const kept = { orderId, amount: 1, reason: 'A fee is kept.', returnedUnits: 1 };
    const { status, body: refund } = await admin.ask('POST', '/api/refunds', kept);
    expect(status, 'nothing of it is to be shipped').toBe(201);
    const setRefund = (status: 'pending' | 'succeeded') =>
      shop.db.updateTable('refunds').set({ status }).where('id', '=', refund._id).execute();
    await setRefund('pending'); // if it fails, the units are to be shipped
    expect((await run(['erase', email], environment())).errors).toMatch(/refunded; finish/);
    await setRefund('succeeded');
    expect(await countMails(email, order._id)).toEqual({ waiting: 1, sent: 2 });
    expect((await ask(shop, 'POST', '/api/identity/request-password-reset', { email })).status).toBe(200);
    const token = await readMailedToken(shop, email, 'password-reset');
    expect(await run(['erase', email.toUpperCase()], environment())).toMatchObject({ code: 0, errors: '' });
    const reset = { token, newPassword: 'no way back' };
    expect((await ask(shop, 'POST', '/api/identity/reset-password', reset)).status).toBe(400);
    expect((await person.ask('GET', '/api/my_orders')).status).toBe(401);
    expect((await run(['erase', email], environment())).errors).toBe(`Nobody has signed up as ${email}.\n`);
    expect(await countMails(email, order._id)).toEqual({ waiting: 0, sent: 1 });
    const other = await givenPerson(shop, { email: 'other@erased.invalid' });
    const listed = (await admin.ask('GET', '/api/user')).body.map((each) => each.email);
    expect(listed.filter((each) => each.endsWith('.invalid'))).toEqual([other.email]);
    expect(listed).toContain(admin.email);

    const { rows: tables } = await sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
      shop.db,
    );
    const naming: string[] = [];
    for (const { name: table } of tables) {
      const { rows } = await sql`select from ${sql.table(table)} as row
        where to_jsonb(row)::text ilike any (${[`%${name}%`, `%${email}%`, '%night school%']})`.execute(
        shop.db,
      );
      if (rows.length > 0) naming.push(table);
    }
    expect(naming.sort()).toEqual(['invoices', 'orders']);
  });
});

/** Those about the account that wait, and of those of an order that was paid, which has an invoice, and shipped, without one. */
async function countMails(email: string, orderId: string) {
  const { rows } = await sql`select from pgboss.job where data ->> 'to' = ${email}`.execute(shop.db);
  const sent: Mail[] = [];
  const mailbox = { close() {}, send: async (mail: Mail) => void sent.push(mail) };
  const failing = {
    now: () => new Date(),
    onFailure: ({ error }: { error: unknown }) => expect(error).toBeUndefined(),
  };
  for (const change of ['paid', 'shipped'] as const)
    await mailOrder(
      { ...shop.dependencies, ...failing, publicUrl: shop.url, mailbox },
      { change, orderIds: [orderId] },
    );
  return { waiting: rows.length, sent: sent.length };
}

test('a description that cannot be written is told in a sentence', async () => {
  const file = pathToFileURL(join(folder, 'none', 'openapi.json'));
  await expect(writeDescription(file, '{}')).rejects.toThrow(
    new CommandRefusal(`${fileURLToPath(file)} cannot be written: ENOENT.`),
  );
});

test('describe-api writes what the shop answers', async () => {
  expect(await describeShop()).toEqual((await ask(shop, 'GET', '/api/openapi.json')).body);
});
