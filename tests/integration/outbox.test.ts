/** The outbox: what was mailed while there is no SMTP server, shown to a developer on this machine and to nobody else. */
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { makeOutboxMailbox } from '#platform/mail/mailbox.ts';
import { ask, givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();
const outbox = join(folder, 'outbox');
const mailbox = makeOutboxMailbox(outbox, { address: 'shop@compact.test', host: 'compact.test' });
const shop = await givenShop({ runsJobs: true, mailbox, outbox });
const closed = await givenShop();

const nasty = '<script>alert(1)</script>';

test('an outbox to which nothing was sent yet says so', async () => {
  const page = await ask(shop, 'GET', '/dev/outbox');
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('No mail was sent yet.') });
});

test('every mail is listed, newest first, and shown as text and as HTML that cannot do anything', async () => {
  const buyer = await givenPerson(shop);
  const first = await givenOrder(shop, buyer, await givenPart(shop, { name: 'Testco First' }));
  await untilListed(`${first._id}-placed`);
  const second = await givenOrder(shop, buyer, await givenPart(shop, { name: `Testco ${nasty}` }));
  const list = await untilListed(`${second._id}-placed`);
  expect(list.indexOf(`${second._id}-placed`)).toBeLessThan(list.indexOf(`${first._id}-placed`));
  expect(list).not.toContain('<script');
  expect(list).toContain(buyer.email);

  const mail = await ask(shop, 'GET', `/dev/outbox/${second._id}-placed`);
  expect(mail.status).toBe(200);
  expect(mail.body).not.toContain('<script');
  expect(mail.body).toContain('Testco &#60;script&#62;');
  expect(mail.body).toContain('sandbox="allow-top-navigation-by-user-activation"');
  expect(String(mail.headers['content-security-policy'])).toMatch(/^default-src 'none'; img-src 'self';/);
  expect((await shop.app.inject('/favicon.ico')).headers['content-type']).toContain('image/');

  const html = await ask(shop, 'GET', `/dev/outbox/${second._id}-placed/html`);
  expect(html.body).toContain(`href="${shop.url}/dashboard/payment/${second._id}"`);
  expect(String(html.headers['content-security-policy'])).toMatch(/^sandbox [^;]*; default-src 'none';/);
  expect(String(html.headers['content-security-policy'])).not.toContain('allow-scripts');

  const message = await readFile(join(outbox, `${first._id}-placed.eml`), 'utf8');
  expect(message).toMatch(/^Subject: Your order of Testco First\r$/m);
});

test('nothing outside its folder can be read, and what is no mail is not found', async () => {
  await writeFile(join(folder, 'secrets.json'), '{"text":"secret","html":"secret"}');
  for (const id of ['nothing', '..%2Fsecrets', '%2e%2e%2fsecrets', '..%5Csecrets', '.', 'a%00b']) {
    for (const path of [`/dev/outbox/${id}`, `/dev/outbox/${id}/html`]) {
      const answer = await ask(shop, 'GET', path);
      expect([400, 404], path).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('secret"');
    }
  }
});

test('whoever asks from another machine, or under a foreign name, finds nothing', async () => {
  const status = async (remoteAddress: string, host: string) =>
    (await shop.app.inject({ url: '/dev/outbox', remoteAddress, headers: { host } })).statusCode;
  expect(await status('127.0.0.1', 'localhost:3000')).toBe(200);
  expect(await status('::1', '[::1]:3000')).toBe(200);
  expect(await status('::ffff:127.0.0.1', '127.0.0.1:3000')).toBe(200);
  expect(await status('192.0.2.7', 'localhost:3000')).toBe(404);
  expect(await status('127.0.0.1', 'rebound.example:3000')).toBe(404);
  expect(await status('127.0.0.1', '127.0.0.1.rebound.example')).toBe(404);
});

test.each([
  ['forwarded', 'for=192.0.2.7'],
  ['x-forwarded-for', '192.0.2.7'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'localhost'],
  ['x-real-ip', '192.0.2.7'],
  ['x-client-ip', '192.0.2.7'],
  ['cf-connecting-ip', '192.0.2.7'],
  ['true-client-ip', '127.0.0.1'],
  ['via', '1.1 proxy'],
  ['x-forward-for', '192.0.2.7'],
  ['x-envoy-external-address', '192.0.2.7'],
  ['x-amzn-trace-id', 'Root=1-67891233-abcdef012345678912345678'],
])('whoever comes through a proxy, as %s says, finds nothing', async (name, value) => {
  const headers = { host: 'localhost:3000', [name]: value };
  for (const path of ['/dev/outbox', '/dev/outbox/x'])
    expect((await shop.app.inject({ url: path, headers })).statusCode, path).toBe(404);
});

test('nor does a proxy that says nothing but speaks HTTP/1.0, as many an nginx does', async () => {
  const { port } = new URL(shop.url);
  const statusLine = async (version: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /dev/outbox HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n')[0];
  };
  expect(await statusLine('1.1')).toBe('HTTP/1.1 200 OK');
  expect(await statusLine('1.0')).toBe('HTTP/1.1 404 Not Found');
});

test('a shop that does not show its outbox has no such page', async () => {
  expect((await ask(closed, 'GET', '/dev/outbox')).status).toBe(404);
  expect((await ask(closed, 'GET', '/dev/outbox/x')).status).toBe(404);
});

async function untilListed(id: string): Promise<string> {
  return await vi.waitFor(
    async () => {
      const body = String((await ask(shop, 'GET', '/dev/outbox')).body);
      if (!body.includes(`href="/dev/outbox/${id}"`)) throw new Error(`${id} is not listed`);
      return body;
    },
    { timeout: 50_000, interval: 100 },
  );
}
