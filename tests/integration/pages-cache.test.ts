/** Public pages are rendered once for everybody and sent without the framework; the others anew, under a nonce. */
import { globSync, readFileSync } from 'node:fs';
import { get as request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { exampleAddress } from '#delivery/contract/addresses.ts';
import { explainRefusal } from '#kernel/refusals.ts';
import { exampleDelivery } from '#orders/contract/orders.ts';
import { ask, givenOrder, givenPart, givenPerson } from '../support/given.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });
const withStripe = await givenShop({ web: await readWebBuild(), hasStripeElement: true });
await givenPart(shop);

const publicPages = ['/', '/parts', '/portfolio', '/delivery', '/about'];
const hydratedPages = ['/login', '/signup', '/dashboard', '/dashboard/manage_orders', '/purchase/x'];

describe('an address that browsers take for another site', () => {
  test.each(['//', '///', '//evil.example', '//evil.example/about', '/.//evil.example/'])(
    'is no page: %s',
    async (target) => {
      expect(await requestTarget(target)).toMatchObject({ status: 404, location: undefined });
    },
  );

  test.each(['//evil.example/%zz', '/\\evil.example/%zz', 'http://evil.example/%zz', '/.//evil.example/%zz'])(
    'is never redirected to: %s',
    async (target) => {
      expect(await requestTarget(target)).toMatchObject({ status: 400, location: undefined });
    },
  );

  test('does not keep an address that cannot be decoded from its page', async () => {
    const answer = await requestTarget('/100%?x=%zz');
    expect(answer).toMatchObject({ status: 302, location: '/100%25?x=%zz' });
  });
});

describe.each(publicPages)('the public page %s', (url) => {
  test('has an ETag, and is not sent again to whoever has it', async () => {
    const first = await get(url);
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(first.headers['cache-control']).toBe('public, no-cache');
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const known of [`"other", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await get(url, { 'if-none-match': known });
      expect([again.statusCode, again.body, again.headers.etag], known).toEqual([304, '', etag]);
    }
    expect((await get(url, { 'if-none-match': 'W/"other"' })).statusCode).toBe(200);
  });

  test('is the same page however it is compressed', async () => {
    const plain = await get(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await get(url, { 'accept-encoding': 'gzip' });
    const without = await get(url, { 'accept-encoding': 'gzip, br;q=0' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(without.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const refused = await get(url, { 'accept-encoding': 'br;q=0, *' });
    const better = await get(url, { 'accept-encoding': 'gzip;q=1, br;q=0.5' });
    expect([refused, better].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip']);
    for (const answer of [plain, brotli, gzip]) expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(brotli.rawPayload.length).toBeLessThan(gzip.rawPayload.length + 1);
  });

  test('has no script inside, and none beside it but the small one', async () => {
    const { body, headers } = await get(url);
    const scripts = [...body.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts).toHaveLength(1);
    const [[, attributes = '', inside] = []] = scripts;
    expect(inside).toBe('');
    const address = /src="([^"]+)"/.exec(attributes)?.[1] ?? '';
    const script = await get(address, { 'accept-encoding': 'br' });
    expect(script.statusCode).toBe(200);
    expect(script.headers['cache-control']).toMatch(/immutable/);
    expect(body).not.toMatch(/modulepreload|__reactRouter|\son[a-z]+="/);
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain(
      "; require-trusted-types-for 'script'; trusted-types fetched-page",
    );
  });

  test('is answered to HEAD without its content', async () => {
    const head = await shop.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers.etag).toBe((await get(url)).headers.etag);
  });

  test('is the same for somebody who is signed in, and sets no cookie', async () => {
    const { cookie } = await givenPerson(shop);
    const answer = await get(url, { cookie });
    expect(answer.body).toBe((await get(url)).body);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('a public page that is kept', () => {
  test('is rendered anew when the days of delivery that it says have changed', async () => {
    await givenPart(shop, { name: 'Promised Kit' });
    const read = async () =>
      (await get('/parts/memory/promised-kit')).body.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ');
    shop.clock.now = new Date('2026-11-24T07:59:59Z');
    const before = await read();
    shop.clock.now = new Date('2026-11-24T08:00:00Z'); // 14:00 in Dhaka
    const after = await read();
    expect(before).toContain(
      'To the country: Sun 29 Nov to Tue 1 Dec, if you order and pay by Tue 24 Nov, 14:00 GMT+6',
    );
    expect(after).toContain(
      'To the country: Mon 30 Nov to Wed 2 Dec, if you order and pay by Wed 25 Nov, 14:00 GMT+6',
    );
  });

  test('holds what a name may hold, as text', async () => {
    await givenPart(shop, { name: '<img src=x onerror=alert(1)> & "Co"' });
    const { body } = await get('/parts?q=onerror'); // nobody has asked for this before
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; ');
    expect(body).not.toContain('<img src=x');
  });

  test('is cached once, whatever parameters are added to its address', async () => {
    for (const [own, strange] of [
      ['/', '/?utm_source=letter&fbclid=1'],
      ['/parts?sort=name&page=1', '/parts?fbclid=2&page=1&sort=name&brand=&rating=cheap&utm_source=x'],
      ['/about', '/about?q=1'],
    ] as const) {
      // the heartbeat may find the part during a try, which then proves nothing; a page of its own fails every try
      await vi.waitFor(
        async () => {
          const { headers } = await get(own);
          await givenPart(shop); // announced by nobody: what is rendered anew would show it
          const again = await get(strange);
          expect([again.statusCode, again.headers.etag], strange).toEqual([200, headers.etag]);
          expect(again.body).not.toMatch(/utm_source|fbclid/);
        },
        { timeout: 20_000 },
      );
    }
    const [first, second] = [await get('/parts?q=first'), await get('/parts?q=second')];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
  });

  test.each([
    ['/', ''],
    ['/portfolio', '/portfolio'],
    ['/parts?sort=name&q=ram', '/parts?q=ram&sort=name'],
    ['/about?utm_source=letter', '/about'],
    ['/no/such?page=1', '/no/such'],
    ['/login?from=%2Fbasket', '/basket'],
    ['/login?from=%2F%2Fevil.example', ''],
  ])('has a link to log in that leads back to it: %s', async (url, back) => {
    const { body } = await get(url);
    const [, address = ''] = /<a class="btn btn-sm" data-for="visitor" href="([^"]+)"/.exec(body) ?? [];
    expect(address).toBe(back === '' ? '/login' : `/login?from=${encodeURIComponent(back)}`);
  });
});

test.each(hydratedPages)(
  'the hydrated page %s runs only scripts of the shop and those with the nonce of this one answer',
  async (url) => {
    const [first, second] = [await get(url), await get(url)];
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(first.headers.etag).toBeUndefined();
    const nonces = [first, second].map(
      ({ headers }) =>
        /script-src 'self' 'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1],
    );
    expect(nonces[0]).toMatch(/^[\w+/]{22}==$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    const inline = [...first.body.matchAll(/<script\b([^>]*)>/g)].filter(
      ([, rest]) => !/\bsrc=/.test(rest ?? ''),
    );
    expect(inline.length).toBeGreaterThan(0);
    for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonces[0]}"`);
    expect(String(first.headers['content-security-policy'])).not.toMatch(/unsafe|\*/);
    expect(String(first.headers['content-security-policy'])).toContain(
      "; require-trusted-types-for 'script'; trusted-types 'none'",
    );
  },
);

test('a page of a person is rendered for the session of the cookie alone, and never kept', async () => {
  const [buyer, other] = [await givenPerson(shop), await givenPerson(shop)];
  const part = await givenPart(shop, { name: 'Testco Own' });
  const order = await givenOrder(shop, buyer, part);
  const address = `/dashboard/order/${order._id}`;
  const read = (url: string, { cookie }: { cookie?: string }) => get(url, cookie ? { cookie } : {});
  for (const [url, words] of [
    [address, 'Testco Own'],
    [`${address}.data`, 'Testco Own'],
    ['/dashboard', 'Testco Own'],
    [`/purchase/${part}`, buyer.email],
    ['/dashboard/my_profile', buyer.email],
  ] as const) {
    const own = await read(url, buyer);
    expect([own.statusCode, own.headers['cache-control'], own.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
    expect(own.body, url).toContain(words);
    for (const visitor of [other, {}, { cookie: `${buyer.cookie}x` }]) {
      const foreign = await read(url, visitor);
      expect([foreign.statusCode, foreign.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(foreign.body, url).not.toContain(words);
    }
  }
  await ask(shop, 'POST', '/api/identity/sign-out', {}, { cookie: buyer.cookie });
  expect((await read(address, buyer)).body).not.toContain('Testco Own');
});

test('Stripe is let into the payment page alone, when it takes the cards, and only there trusted types are not required', async () => {
  const readPolicy = async (of: typeof shop, url: string) =>
    String((await of.app.inject(url)).headers['content-security-policy']);
  expect(await readPolicy(withStripe, '/dashboard/payment/x')).toMatch(
    /script-src [^;]*https:\/\/js\.stripe\.com /,
  );
  expect(await readPolicy(withStripe, '/dashboard/payment/x')).not.toContain('trusted-types');
  for (const url of [...publicPages, ...hydratedPages]) {
    expect(await readPolicy(withStripe, url)).not.toContain('stripe');
    expect(await readPolicy(withStripe, url)).toContain("require-trusted-types-for 'script'");
  }
  expect(await readPolicy(shop, '/dashboard/payment/x')).not.toContain('stripe');
  expect(await readPolicy(shop, '/dashboard/payment/x')).toContain("trusted-types 'none'");
});

describe('an address that leads nowhere', () => {
  test.each([
    '/nothing',
    '/nothing/at/all',
    '/parts/x',
    '/wp-login.php',
    '/<script>alert(1)</script>',
    ...['/%00', '/%0ax', '/x/%0D%0A', '/%7f', '/%c2%85', '/a%E2%80%A8b', '/parts/%0a', '/parts/memory/%0a'],
  ])('%s is answered with the 404 page of the shop, and is no error', async (url) => {
    const logged = vi.spyOn(console, 'error');
    const answer = await shop.app.inject({ method: 'GET', url: encodeURI(url).replaceAll('%25', '%') });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toMatch(/<title>[^<]+ – COMPACT<\/title>/);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.body).not.toContain('<script>alert');
    expect(answer.body).toMatch(/<main/);
  });

  test('its data has the header without which the application does not read why', async () => {
    const answer = await get('/parts/memory/nothing.data');
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ 'x-remix-response': 'yes', 'content-type': 'text/x-script' });
  });

  test.each(['/parts/memory/%E0%A4%A', '/%', '/parts/memory?q=%E0%A4%A&page=%'])(
    '%s, which cannot be decoded, leads a person to a page, not to a program’s answer',
    async (url) => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const first = await get(url, { accept });
      const answer = first.statusCode === 302 ? await get(String(first.headers.location), { accept }) : first;
      expect([200, 404]).toContain(answer.statusCode);
      expect(answer.headers['content-type']).toMatch(/^text\/html/);
      expect(answer.body).toMatch(/<main/);
    },
  );

  test.each([
    '/assets/nothing.js',
    '/pictures/nothing.webp',
    '/pictures/../secrets.json',
    '/assets/%2e%2e/index.js',
  ])('%s is no file', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

test('no script of a page has the sentences of refusals, or examples of requests', () => {
  const serverOnly = [
    ...(['part-not-found', 'order-not-found'] as const).map((refused) => explainRefusal({ refused })),
    ...[exampleAddress.line1, exampleDelivery.location, '«'], // `fillIn`
  ];
  const scripts = globSync('../../build/client/assets/*.js', { cwd: import.meta.dirname });
  expect(scripts.length).toBeGreaterThan(50);
  for (const script of scripts) {
    const content = readFileSync(new URL(script, import.meta.url), 'utf8');
    expect(
      serverOnly.filter((text) => content.includes(text)),
      script,
    ).toEqual([]);
  }
});

function get(url: string, headers: Record<string, string> = {}) {
  return shop.app.inject({ method: 'GET', url, headers });
}

/** Sends the request's target as it is, which `inject` and `fetch` would resolve first. */
function requestTarget(path: string): Promise<{ status: number | undefined; location: string | undefined }> {
  const { port } = new URL(shop.url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, location: answer.headers.location });
    }).on('error', reject);
  });
}
