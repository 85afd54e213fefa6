/** The shop behind a real reverse proxy that speaks https, walked through in a browser, as docs/reverse-proxy.md sets it up. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadLimits } from '#domain/images/uploaded-images.ts';
import { explainRefusal } from '#domain/refusals.ts';
import { wording } from '#domain/wording.ts';
import { listOutbox } from '#mail/outbox.ts';
import { givenBrowser } from '../support/browser.ts';
import { fillData } from '../support/filled-data.ts';
import { fill, payWith, toast } from '../support/pages.ts';
import { freePort } from '../support/ports.ts';
import { endShop, type Shop, startShop, startTimeoutMs, until } from '../support/processes.ts';
import { type AddressRelay, behindEachProxy, openAddressRelay } from '../support/reverse-proxies.ts';
import { makeFolder, removeFolder } from '../support/shop-folders.ts';

// browsers find it on this machine, and the shop does not take it for a loopback name
const hostname = 'shop.localhost';
const clientAddress = '127.0.0.2';
/** Where the client says that it is. */
const claimedAddress = '203.0.113.7';

describe('behind a proxy', { timeout: 2 * startTimeoutMs }, () => {
  // for the whole browser: ignored for one profile, each connection starts again, and some too often
  const chromium = givenBrowser(['--ignore-certificate-errors']);
  let folder: string;
  let dataDir: string;
  let [shopPort, proxyPort] = [0, 0];
  let way: AddressRelay;
  let publicUrl: string;
  let shop: Shop;
  const place = () => ({ folder, hostname, port: proxyPort, shopUrl: shop.url });

  beforeAll(async () => {
    folder = makeFolder();
    dataDir = path.join(folder, 'data');
    fillData(dataDir);
    [shopPort, proxyPort] = [await freePort(), await freePort()];
    way = await openAddressRelay(proxyPort, clientAddress);
    publicUrl = `https://${hostname}:${way.port}`;
  });
  afterAll(async () => {
    await way?.close();
    if (folder) removeFolder(folder);
  });

  describe('that nobody has told it of', () => {
    beforeAll(() => openShop({}), startTimeoutMs);
    afterAll(() => endShop(shop, dataDir));

    behindEachProxy(place, () => {
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
        const password = { Password: 'secret', 'Confirm password': 'secret' };
        await fill(page, { Name: 'Bea Buyer', 'E-mail': email, ...password });
        await page.getByRole('button', { name: 'Sign up' }).click();
        await toast(page, wording.toasts.userCreated);
        await page.getByRole('button', { name: wording.navigation.logOut }).click();
        await page.getByRole('link', { name: wording.navigation.logIn }).waitFor();

        await logIn(page, { email, password: 'secret' });
        await page.waitForURL(`${publicUrl}/`);
        await page.getByRole('banner').getByText('Bea Buyer').waitFor();
        await page.goto(await linkMailedTo(email));
        await page.getByText('Your e-mail address is confirmed.').waitFor();
        await page.goto(`${publicUrl}/purchase/${await somePart()}`);
        await fill(page, {
          Location: '1 Farm Lane',
          Town: 'Little Village',
          Postcode: '3100',
          Phone: '+1 555 010 9999',
        });
        await page.getByRole('button', { name: 'Place the order' }).click();
        await toast(page, wording.toasts.ordered);
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

  async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
    await page.goto(`${publicUrl}/login`);
    await fill(page, { 'E-mail': email, Password: password });
    await page.getByRole('button', { name: wording.logIn.button }).click();
  }

  async function expectNoDemo(): Promise<void> {
    const page = await chromium.open({ expected: /403|404/ });
    await logIn(page, { email: 'admin@compact.test', password: 'compact-demo' });
    await page.getByText(explainRefusal({ refused: 'demo-account-elsewhere' })).waitFor();
    const answer = await page.goto(`${publicUrl}/dev/outbox`);
    expect(answer?.status()).toBe(404);
  }

  async function linkMailedTo(email: string): Promise<string> {
    let link: string | undefined;
    await until(`a mail to ${email} is in the outbox`, async () => {
      const mails = await listOutbox(path.join(dataDir, 'outbox'));
      link = mails.find(({ to }) => to === email)?.text.match(/https?:\S+verify_email\S+/)?.[0];
      return link !== undefined;
    });
    return link ?? '';
  }

  async function somePart(): Promise<string> {
    const [part] = (await (await fetch(`${shop.url}/api/parts?limit=1`)).json()) as { _id: string }[];
    if (!part) throw new Error('Nothing is on sale.');
    return part._id;
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
    const socket = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? '';
    const client = new pg.Client({ host: socket, port: 5432, user: 'compact', database: 'compact' });
    await client.connect();
    try {
      const { rows } = await client.query(
        'select ip_address from sessions join people on people.id = person_id where email = $1',
        [email],
      );
      return rows.map(({ ip_address }) => ip_address);
    } finally {
      await client.end();
    }
  }
});
