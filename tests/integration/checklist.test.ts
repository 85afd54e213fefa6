/** The checklist of a public shop: what it says without trying, what it tries when it is told to, and what it finds. */
import { truncateSync } from 'node:fs';
import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { reportChecklist } from '#app/commands/check.ts';
import { readConfig } from '#app/config.ts';
import { defaultDeliveryRules } from '#delivery/rules/rules.ts';
import { registerWebhookEndpoint } from '#payments/provider/webhook-endpoint.ts';
import { givenSandbox, PUBLISHABLE_KEY, SECRET_KEY } from '#sandbox/testing/sandbox.ts';
import type { CheckedItem } from '#settings/contract/checklist.ts';
import { cert, key, trustCertificate } from '../support/certificate.ts';
import { readAddress, runCommandHere } from '../support/command-line.ts';
import { givenPerson } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { freePort } from '../support/processes.ts';
import { givenShop, readWebBuild, type TestShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();
const sandbox = await givenSandbox();
const stripe = { secretKey: SECRET_KEY, publishableKey: PUBLISHABLE_KEY, apiUrl: sandbox.origin };
const ports = [await freePort(), await freePort()] as const;
const addresses = [`https://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`] as const;

/** With every setting of a public one; the card sandbox plays the live keys. */
const shop = await givenShop({
  trustedProxies: 1,
  checked: {
    ...{ isLocal: false, publicUrl: addresses[0], smtpUrl: 'smtp://mail.example', stripe, takesMoney: true },
    webhookSecrets: ['whsec_1'],
  },
});
/** Behind a proxy of which it was not told, and which serves no https. */
const untold = await givenShop({
  web: await readWebBuild(),
  checked: { isLocal: false, publicUrl: addresses[1] },
});
const { admin } = await givenPeople(shop, { admin: { role: 'admin' } });

trustCertificate();
openProxy(ports[0], shop, { key, cert });
openProxy(ports[1], untold);

test('a clock that is far from the database’s is said', async () => {
  shop.clock.now = new Date(Date.now() + 90_000);
  const items = await look(shop, 'GET');
  shop.clock.now = undefined;
  expect(items.find(({ name }) => name === 'Database')).toMatchObject({
    state: 'wrong',
    sentence: expect.stringMatching(/^The clock of this process is (8\d|90) seconds ahead of PostgreSQL’s/),
  });
});

test('a new shop lacks what only its owner knows, and nothing is tried by looking', async () => {
  const items = await look(shop, 'GET');
  expect(items.find(({ name }) => name === 'Delivery')?.sentence).toMatch(
    /^Nobody has looked at it yet\. It promises free delivery to its zones \(Town: .*; The country: everywhere else\): /,
  );
  expect(Object.fromEntries(items.map(({ name, state }) => [name, state]))).toEqual({
    'Name and company': 'missing',
    'Business History': 'missing',
    'Meet Our CEO': 'missing',
    Banner: 'missing',
    Questions: 'missing',
    'Opening and footer': 'missing',
    'Company pages': 'missing',
    Portfolio: 'missing',
    Delivery: 'missing',
    Administrator: 'done',
    'Public address': 'missing',
    'Reverse proxy': 'missing',
    Mail: 'missing',
    'Card payments': 'missing',
    Webhook: 'missing',
    'Image store': 'missing',
    Backup: 'missing',
    Disk: expect.any(String),
    Database: 'done',
  });
  expect(items.filter(({ sentence }) => sentence === 'Not tried yet.')).toHaveLength(6);
  expect(shop.mails).toEqual([]);
  expect(await shop.db.selectFrom('probes').selectAll().execute()).toEqual([]);
});

test('what nobody has confirmed is named with its switch, and what is hidden is not on the home page', async () => {
  const ofClaims = (items: CheckedItem[]) => items.filter(({ claim }) => claim);
  const visit = async () => (await fetch(untold.url)).text();
  expect(ofClaims(await look(untold, 'GET')).map(({ claim, sentence }) => [claim, sentence])).toEqual([
    [
      {
        setting: 'counters',
        canHide: true,
        texts: [{ label: 'Home page: business history', path: '/dashboard/settings/pages/home-history' }],
      },
      expect.stringContaining('counters of countries, products delivered'),
    ],
    ...(['ceo', 'banner', 'questions'] as const).map((setting) => [
      expect.objectContaining({ setting, canHide: true }),
      expect.any(String),
    ]),
    ...(['opening', 'companyPages'] as const).map((setting) => [
      expect.objectContaining({ setting, canHide: false }),
      expect.any(String),
    ]),
  ]);
  expect(await visit()).toMatch(/Business History.*Meet Our CEO/s);
  const owner = await givenPerson(untold, { role: 'admin' });
  const hidden = { version: 0, counters: 'hidden', ceo: 'hidden', banner: 'hidden', questions: 'hidden' };
  expect((await owner.ask('PATCH', '/api/settings', hidden)).status).toBe(200);
  await expect
    .poll(visit)
    .not.toMatch(/Business History|10M\+|Meet Our CEO|The cheapest rate|Are the products authentic/);
  expect(ofClaims(await look(untold, 'GET')).map(({ claim }) => claim?.setting)).toEqual([
    'opening',
    'companyPages',
  ]);
  const own = { version: 0, text: '# Parts of Bremen', isPreview: false };
  await owner.ask('PUT', '/api/page-texts/home-opening', own);
  await owner.ask('PATCH', '/api/settings', { version: 1, tagline: 'Parts of Bremen' });
  expect(ofClaims(await look(untold, 'GET')).map(({ claim }) => claim?.setting)).toEqual(['companyPages']);
});

test('what must be tried is tried when it is told to, and stands there with its time, until all is done', async () => {
  const values = {
    name: 'Testco',
    email: 'us@testco.example',
    companyName: 'Testco Ltd',
    postalAddress: '1 Lane',
  };
  const claimed = {
    ...{ counters: 'hidden', ceo: 'confirmed', banner: 'hidden', questions: 'confirmed' },
    ...{ opening: 'confirmed', companyPages: 'confirmed' },
  };
  const portfolio = { portfolioName: 'Ada', portfolioBiography: 'I sell parts.' };
  await admin.ask('PATCH', '/api/settings', { version: 0, ...values, ...claimed, ...portfolio });
  await admin.ask('PUT', '/api/delivery-rules', { version: 0, rules: defaultDeliveryRules });
  await registerWebhookEndpoint(stripe, { address: addresses[0], isOnlyShop: true });
  const DATA_DIR = join(folder, 'data');
  readConfig({ DATA_DIR });
  const environment = { DATABASE_URL: readAddress(shop.address), DATA_DIR };
  const file = join(folder, 'shop.tar.gz');
  const backup = await runCommandHere(['backup', file], environment);
  expect(backup, backup.errors).toMatchObject({ code: 0 });

  const items = await look(shop, 'POST');
  const isFree = items.map((item): CheckedItem => (item.name === 'Disk' ? { ...item, state: 'done' } : item));
  expect(reportChecklist(isFree)).toMatch(/\nThe shop is ready for the public\.$/);
  expect(items.find(({ name }) => name === 'Backup')?.sentence).toMatch(/shop\.tar\.gz” of .+ is whole\.$/);
  expect(shop.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: admin.email, subject: 'A mail of Testco' },
  ]);
  expect(items.filter(({ checkedAt }) => checkedAt !== null)).toHaveLength(7);
  const withoutDisk = (all: CheckedItem[]) => all.filter(({ name }) => name !== 'Disk'); // others take room meanwhile
  expect(withoutDisk(await look(shop, 'GET'))).toEqual(withoutDisk(items));

  truncateSync(file, 1000);
  expect((await look(shop, 'POST')).find(({ name }) => name === 'Backup')).toMatchObject({
    state: 'wrong',
    sentence: expect.stringContaining('shop.tar.gz” is cut off or damaged.'),
  });
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await shop.db.updateTable('probes').set({ checked_at: longAgo }).execute();
  expect((await look(shop, 'GET')).find(({ name }) => name === 'Backup')?.sentence).toContain('older than 7');
});

test('a proxy that is not trusted, an address of nobody, a mail server and a card provider that are away are named', async () => {
  const items = await look(untold, 'POST');
  expect(items.find(({ name }) => name === 'Reverse proxy')?.sentence).toContain('set TRUST_PROXY=1');
  expect(items.find(({ name }) => name === 'Public address')).toMatchObject({
    state: 'wrong',
    sentence: expect.stringContaining('is not encrypted'),
  });

  const environment = {
    DATABASE_URL: readAddress(untold.address),
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: 'https://shop.invalid',
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
    STRIPE_API_URL: `http://127.0.0.1:${await freePort()}`,
    CARD_SANDBOX: 'on',
  };
  const { code, output, errors } = await runCommandHere(['check'], environment);
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(/^wrong {4}Public address: https:.* cannot be reached from this machine: .*\.$/m);
  expect(errors).toMatch(/^wrong {4}Mail: .*ECONNREFUSED.*: see SMTP_URL and MAIL_FROM\.$/m);
  expect(errors).toMatch(/^wrong {4}Card payments: .*Stripe.*[^.]\.$/m);
  expect(errors).toMatch(/^done {5}Image store: /m);
});

async function look(of: TestShop, method: 'GET' | 'POST'): Promise<CheckedItem[]> {
  const { ask } = of === shop ? admin : await givenPerson(of, { role: 'admin' });
  return (await ask(method, '/api/checklist')).body;
}

/** Appends to X-Forwarded-For, as the documented ones do. */
function openProxy(port: number, { url }: TestShop, secure?: { key: string; cert: string }): void {
  const forward: RequestListener = ({ method, url: path = '', headers }, answer) => {
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.7' };
    request(url + path, { method, headers: forwarded }, (received) => {
      answer.writeHead(received.statusCode ?? 500, received.headers);
      received.pipe(answer);
    }).end();
  };
  const server = secure ? createSecureServer(secure, forward) : createServer(forward);
  server.listen(port, '127.0.0.1');
  afterAll(() => void server.close());
}
