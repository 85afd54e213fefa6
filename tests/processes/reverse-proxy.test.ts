/** The shop behind a real reverse proxy that speaks https, walked through in a browser, as docs/reverse-proxy.md sets it up. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explainRefusal } from '#kernel/refusals.ts';
import { uploadLimits } from '#kernel/uploaded-images.ts';
import { wording } from '#kernel/wording.ts';
import { listOutbox } from '#platform/mail/mailbox.ts';
import { givenBrowser } from '../support/browser.ts';
import { fillData } from '../support/filled-data.ts';
import { fill, fillSignUp, payWith, placeOrder, sendLogIn, toast, typedAddress } from '../support/pages.ts';
import {
  endShop,
  freePort,
  isLinux,
  projectRoot,
  readParts,
  type Shop,
  startShop,
  startTimeoutMs,
  until,
} from '../support/processes.ts';
import { onShopDatabase } from '../support/running-database.ts';
import { givenFolder, isRoot } from '../support/shop-folders.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

// browsers find it on this machine, and the shop does not take it for a loopback name
const hostname = 'shop.localhost';
const clientAddress = '127.0.0.2';
/** Where the client says that it is. */
const claimedAddress = '203.0.113.7';

const folder = givenFolder();
const dataDir = path.join(folder, 'data');

describe('behind a proxy', { timeout: 2 * startTimeoutMs }, async () => {
  // for the whole browser: ignored for one profile, each connection starts again, and some too often
  const chromium = await givenBrowser(['--ignore-certificate-errors']);
  const [shopPort, proxyPort, plainPort] = [await freePort(), await freePort(), await freePort()];
  const way = await startTcpProxy({ host: '127.0.0.1', port: proxyPort, localAddress: clientAddress });
  afterAll(way.close);
  const publicUrl = `https://${hostname}:${way.port}`;
  let shop: Shop;
  const place = () => ({ folder, hostname, port: proxyPort, plainPort, shopUrl: shop.url });

  beforeAll(() => fillData(dataDir));

  describe('that nobody has told it of', () => {
    beforeAll(() => openShop({}), startTimeoutMs);
    afterAll(() => endShop(shop, dataDir));

    behindEachProxy(place, () => {
      test('plain http is redirected to the same page by https', async () => {
        const headers = { host: hostname };
        const [answer] = await once(get({ port: plainPort, path: '/parts?page=2', headers }), 'response');
        answer.resume();
        expect(answer.statusCode).toBe(301);
        expect(answer.headers.location).toBe(`https://${hostname}/parts?page=2`);
      });

      test('the demo’s administrator and /dev are for the machine itself alone', async () => {
        expect((await fetch(`${shop.url}/dev/outbox`)).status).toBe(200);
        await expectNoDemo();
      });
    });
  });

  describe('of which it was told', () => {
    beforeAll(async () => {
      const known = { PUBLIC_URL: publicUrl, TRUST_PROXY: '1' };
      await openShop({ ...known, CARD_SANDBOX: 'on', UNPAID_ORDERS_PER_PERSON: '10' });
    }, startTimeoutMs);
    afterAll(() => endShop(shop, dataDir));

    behindEachProxy(place, (name) => {
      const email = `bea@${name}.example`;

      test('a visitor signs up, logs in, confirms the address, orders and pays', async () => {
        const page = await chromium.open({ extraHTTPHeaders: { 'x-forwarded-for': claimedAddress } });
        const foreign: string[] = [];
        page.on('request', (request) => {
          if (!/^data:/.test(request.url()) && new URL(request.url()).origin !== publicUrl)
            foreign.push(request.url());
        });

        await page.goto(`${publicUrl}/signup`);
        await fillSignUp(page, 'Bea Buyer', email);
        await page.getByRole('button', { name: 'Sign up' }).click();
        await toast(page, wording.toasts.userCreated);
        await page.getByRole('button', { name: wording.navigation.logOut }).click();
        await page.getByRole('link', { name: wording.navigation.logIn }).waitFor();

        await logIn(page, { email, password: 'secret' });
        await page.waitForURL(`${publicUrl}/`);
        await page.getByRole('banner').getByText('Bea Buyer').waitFor();
        await page.goto(await linkMailedTo(email));
        await page.getByText('Your e-mail address is confirmed.').waitFor();
        await page.goto(`${publicUrl}/purchase/${(await readParts(shop))[0]}`);
        await fill(page, typedAddress);
        await placeOrder(page);
        await page.getByRole('link', { name: wording.navigation.dashboard }).click();
        await page.getByRole('link', { name: /^Pay \$/ }).click();
        await payWith(page, '4242 4242 4242 4242');
        await page.getByText(wording.payment.complete).waitFor();
        await page.goto(`${publicUrl}/dashboard`);
        await page.getByText(wording.myOrders.alreadyPaid).waitFor();

        expect(foreign).toEqual([]);
        const cookies = await page.context().cookies();
        expect(cookies.length).toBeGreaterThan(0);
        expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
      });

      test('sessions and security events have the address of the client, not the proxy’s or a claimed one', async () => {
        expect(await addressesOfSessions(email)).toEqual([clientAddress]);
        expect(loggedFor(email)).toEqual(['sign-up', 'log-in'].map((event) => [event, clientAddress]));
      });

      test('the shop itself answers to an upload of the largest size that is not allowed to its sender', async () => {
        const page = await chromium.open({ expected: /401/ });
        await page.goto(`${publicUrl}/login`);
        const answer = await page.evaluate(async (length) => {
          const body = new FormData();
          body.append('image', new Blob([new Uint8Array(length)], { type: 'image/png' }));
          const { status, headers } = await fetch('/api/image', { method: 'POST', body });
          return [status, headers.get('content-type')?.split(';')[0]];
        }, uploadLimits.bytes);
        expect(answer).toEqual([401, 'application/problem+json']);
      });

      test('nobody is the demo’s administrator, and there is no /dev', () => expectNoDemo());
    });
  });

  async function openShop(env: Record<string, string>): Promise<void> {
    shop = await startShop({ dataDir, port: shopPort, env });
    await shop.untilOpen();
  }

  async function logIn(page: Page, account: { email: string; password: string }): Promise<void> {
    await page.goto(`${publicUrl}/login`);
    await sendLogIn(page, account);
  }

  async function expectNoDemo(): Promise<void> {
    const page = await chromium.open({ expected: /403|404/ });
    await logIn(page, { email: 'admin@compact.test', password: 'compact-demo' });
    await page.getByText(explainRefusal({ refused: 'demo-account-elsewhere' })).waitFor();
    const answer = await page.goto(`${publicUrl}/dev/outbox`);
    expect(answer?.status()).toBe(404);
  }

  async function linkMailedTo(email: string): Promise<string> {
    const outbox = path.join(dataDir, 'outbox');
    const findMail = async () => (await listOutbox(outbox)).find(({ to }) => to === email);
    await until(`a mail to ${email} is in the outbox`, async () => Boolean(await findMail()));
    return (await findMail())?.text.match(/https?:\S+verify_email\S+/)?.[0] ?? '';
  }

  /** The security events about somebody in the shop's log, each with its address. */
  function loggedFor(email: string): string[][] {
    const lines = shop
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    return lines
      .map((line) => JSON.parse(line))
      .filter(({ subject }) => subject === email)
      .map(({ securityEvent, address }) => [securityEvent, address]);
  }

  async function addressesOfSessions(email: string): Promise<string[]> {
    const query = 'select ip_address from sessions join people on people.id = person_id where email = $1';
    const { rows } = await onShopDatabase(dataDir, (client) => client.query(query, [email]));
    return rows.map(({ ip_address }) => ip_address);
  }
});

const proxies = ['nginx', 'haproxy'] as const;
type Proxy = (typeof proxies)[number];

/** Debian installs them in /usr/sbin, which is not in every PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

type ProxiedShop = { folder: string; hostname: string; port: number; plainPort: number; shopUrl: string };

/** Runs the tests behind each proxy; titles say why one is skipped. */
function behindEachProxy(place: () => ProxiedShop, tests: (name: Proxy) => void): void {
  for (const name of proxies) {
    const reason = reasonWithout(name);
    describe.skipIf(reason)(name + reason, () => {
      let proxy: ReverseProxy | undefined;
      beforeAll(async () => {
        proxy = await startReverseProxy(name, place());
      });
      afterAll(() => proxy?.close());
      tests(name);
    });
  }
}

function reasonWithout(name: Proxy): string {
  if (!isLinux) return ' (skipped: only Linux has a second loopback address without being asked)';
  const missing = [isInstalled(name, '-v') ? [] : name, isInstalled('openssl', 'version') ? [] : 'openssl'];
  const names = missing.flat().join(' and ');
  return names && ` (skipped: ${names} not installed; Debian's packages have the same names)`;
}

function isInstalled(program: string, versionOption: string): boolean {
  return spawnSync(program, [versionOption], { env }).error === undefined;
}

type ReverseProxy = { close(): Promise<void> };

/** Starts it with the documented block; only addresses, host name and certificate are replaced. */
async function startReverseProxy(
  name: Proxy,
  { folder, hostname, port, plainPort, shopUrl }: ProxiedShop,
): Promise<ReverseProxy> {
  const certificate = makeCertificate(folder, hostname);
  const block = applyChanges(
    documentedBlock(name),
    {
      haproxy: { 'bind :80': `bind 127.0.0.1:${plainPort}`, 'bind :443': `bind 127.0.0.1:${port}` },
      nginx: {
        'listen 80': `listen 127.0.0.1:${plainPort}`,
        'listen 443': `listen 127.0.0.1:${port}`,
        'shop.example.com': hostname,
      },
    }[name],
  );
  const file = path.join(folder, `${name}.conf`);
  const common = { '/etc/ssl/shop.pem': certificate, '127.0.0.1:3000': new URL(shopUrl).host };
  writeFileSync(file, completeConfiguration(name, applyChanges(block, common), folder));
  const args = { haproxy: ['-db', '-f', file], nginx: ['-e', 'stderr', '-p', folder, '-c', file] }[name];
  const child = spawn(name, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  await until(`${name} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${errors}`);
    return await acceptsConnections(port);
  });
  return {
    close: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

function documentedBlock(name: Proxy): string {
  const page = readFileSync(path.join(projectRoot, 'docs/reverse-proxy.md'), 'utf8');
  const [, block] = page.split(`\`\`\`${name}\n`);
  if (!block) throw new Error(`docs/reverse-proxy.md has no block for ${name}.`);
  return block.slice(0, block.indexOf('```'));
}

function applyChanges(block: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The block of docs/reverse-proxy.md has no “${from}”.`);
    return text.replaceAll(from, to);
  }, block);
}

/** Adds the rest of the configuration; nginx stores its files in the test's folder. */
function completeConfiguration(name: Proxy, block: string, folder: string): string {
  if (name === 'haproxy') return block;
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const places = folders.map((use) => `${use}_temp_path ${folder}/${use};`).join('\n');
  return `${isRoot ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
access_log off;
${places}
${block}}
`;
}

function makeCertificate(folder: string, hostname: string): string {
  const file = path.join(folder, 'shop.pem');
  const subject = ['-subj', `/CN=${hostname}`, '-addext', `subjectAltName=DNS:${hostname}`];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const pem = execFileSync(
    'openssl',
    ['req', '-x509', '-days', '2', ...key, ...subject, '-keyout', '-', '-out', '-'],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  );
  writeFileSync(file, pem, { mode: 0o600 });
  return file;
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
