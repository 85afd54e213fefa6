/** What every answer says to browsers, whatever was asked for, and what the server refuses to read. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendFile } from '#platform/http/send-file.ts';
import { defaultSettings } from '#settings/rules/settings.ts';
import { givenPart, givenPerson } from '../support/given.ts';
import { uploadPicture } from '../support/pictures.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });
await givenPart(shop);
const upload = async () => uploadPicture(await givenPerson(shop));

const answers: Record<string, () => Promise<string> | string> = {
  'a public page': () => '/',
  'a hydrated page': () => '/dashboard',
  'a page that is not there': () => '/nowhere',
  'an answer of the API': () => '/api/parts',
  'a problem of the API': () => '/api/my_orders',
  'a call that is not there': () => '/api/nothing',
  'an address that cannot be read': () => '/api/%zz',
  'a probe': () => '/healthz',
  'a file for search engines': () => '/robots.txt',
  'a script': async () => /src="([^"]+)"/.exec((await shop.app.inject('/')).body)?.[1] ?? '',
  'an uploaded picture': () => upload(),
  'the contact for security': () => '/.well-known/security.txt',
};

test.each(Object.entries(answers))(
  '%s cannot be framed or taken for another type, and the next site hears nothing of its address',
  async (_, makeAddress) => {
    const { headers } = await shop.app.inject(await makeAddress());
    expect(headers['content-security-policy']).toMatch(/(^|; )frame-ancestors 'none'(;|$)/);
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toMatch(/^image\/jpeg$|^application\/json; |; charset=utf-8$/);
    expect(headers['referrer-policy']).toMatch(/^(no-referrer|same-origin)$/);
  },
);

test('security.txt names the contact and its own address, and expires in half a year whenever it is read', async () => {
  for (const now of ['2026-11-22T23:59:59Z', '2031-02-01T00:00:00Z']) {
    shop.clock.now = new Date(now);
    const { statusCode, headers, body } = await shop.app.inject('/.well-known/security.txt');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      body
        .trim()
        .split('\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    expect(fields.get('Contact')).toBe(`mailto:${defaultSettings.email}`);
    expect(fields.get('Canonical')).toBe(`${shop.url}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.parse(now)) / 86_400_000;
    expect(days).toBeGreaterThan(178);
    expect(days).toBeLessThan(181);
  }
});

test('pages run no plugins', async () => {
  for (const url of ['/', '/dashboard'])
    expect((await shop.app.inject(url)).headers['content-security-policy']).toContain("object-src 'none'");
});

test('an uploaded picture that is saved has the name that the shop gave it', async () => {
  const url = await upload();
  const { headers } = await shop.app.inject(url);
  expect(headers['content-disposition']).toBe(`inline; filename="${url.split('/').pop()}"`);
});

test('the name of a file that is saved ends no header and begins no other, in any script', async () => {
  const name = 'a"; filename="b.exe\r\nSet-Cookie: c=1\\ বাংলা.pdf';
  const app = fastify().get('/', (_, reply) => sendFile(reply, 'application/pdf', { name, content: '' }));
  const { headers } = await app.inject('/');
  expect(headers['set-cookie']).toBeUndefined();
  const [, plain = '', encoded = ''] =
    /^attachment; filename="([\w. -]+)"; filename\*=UTF-8''([\w.%!~*'()-]+)$/.exec(
      String(headers['content-disposition']),
    ) ?? [];
  expect(plain).toMatch(/^a.+\.pdf$/);
  expect(decodeURIComponent(encoded)).toBe(name);
});

test.each(['/assets/', '/pictures/', '/images/', '/.git/HEAD', '/assets/.git/config', '/package.json'])(
  '%s shows neither a folder nor a file of the project',
  async (url) => {
    expect((await shop.app.inject(url)).statusCode).toBe(404);
  },
);

test('TRACE is not answered', async () => {
  expect(
    await send('TRACE / HTTP/1.1\r\nHost: shop.test\r\nCookie: secret=1\r\nConnection: close\r\n\r\n'),
  ).toMatch(/^HTTP\/1\.1 4\d\d (?![\s\S]*secret)/);
});

test.each([
  ['two lengths', 'Content-Length: 5\r\nContent-Length: 6'],
  ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked'],
  ['chunks that are not the last encoding', 'Transfer-Encoding: chunked, identity'],
  ['a blank before the colon', 'Transfer-Encoding : chunked'],
  ['a header that goes on in the next line', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5'],
])('a request whose end could be read in two ways is refused: %s', async (_, headers) => {
  const smuggled = '0\r\n\r\nGET /api/parts HTTP/1.1\r\nHost: shop.test\r\n\r\n';
  const answer = await send(
    `POST /api/order HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${smuggled}`,
  );
  expect(answer.match(/^HTTP\/1\.1 \d\d\d/gm)).toEqual(['HTTP/1.1 400']);
});

test.each(['/', '/api/parts', '/healthz', '/assets/x.js', '/api/%zz'])(
  'a request for %s that names two hosts is refused',
  async (path) => {
    await fetch(shop.url + path); // so that it is kept if it can be
    const answer = await send(
      `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nhost: evil.test\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  },
);

test('what a search has in it is decoded once', async () => {
  expect((await shop.app.inject('/parts?q=%252e%2526')).body).toContain('value="%2e%26"');
});

/** Sends bytes as they are and answers all that comes back until the shop closes. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(shop.url).port), '127.0.0.1');
  socket.write(bytes);
  return await text(socket);
}
