/** A provider that is away: at the start of the shop, silent, or gone between going there and coming back. */
import { createServer } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { demoPeople } from '#app/sandbox/demo-identity.ts';
import { SECRET_KEY, startSandbox } from '#sandbox/testing/sandbox.ts';
import { ask, givenPerson } from '../support/given.ts';
import { freePort, listenHere } from '../support/processes.ts';
import { givenShop } from '../support/shop.ts';

const client = { clientId: 'compact', clientSecret: SECRET_KEY, name: 'Testco ID' };
const away = {
  status: 503,
  body: {
    refused: 'identity-provider-unavailable',
    detail: 'Testco ID cannot be reached at the moment. Please try again, or log in with your password.',
  },
};

describe('a provider that is away when the shop starts', async () => {
  const port = await freePort();
  const shop = await givenShop({
    socialProvider: { issuer: `http://127.0.0.1:${port}/identity`, ...client },
  });
  const start = () => ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });

  test('is reported as unavailable, and people log in there as soon as it is back', async () => {
    expect(await start()).toMatchObject(away);
    const environment = { SANDBOX_PORT: String(port), SANDBOX_IDENTITY: 'on' };
    const provider = await startSandbox({ environment });
    try {
      const started = await start();
      expect(started.status).toBe(200);
      expect(started.body.url).toMatch(new RegExp(`^http://127.0.0.1:${port}/identity/auth\\?`));
    } finally {
      await provider.remove();
    }
  });
});

describe('the sandbox’s own provider', async () => {
  const demo = await givenShop({ hasDemoIdentity: true });
  const providers = (headers: Record<string, string>) =>
    ask(demo, 'GET', '/api/identity-providers', undefined, headers);
  const start = (headers: Record<string, string>) =>
    ask(demo, 'POST', '/api/identity/sign-in/social', { from: '/' }, headers);

  test('is offered to this machine, and its people are those that a public shop locks', async () => {
    expect((await providers({})).body).toEqual([{ name: 'Demo ID' }]);
    const started = await start({});
    expect(started.body.url).toMatch(new RegExp(`^${demo.url}/demo-identity/auth\\?`));
    const page = await (await followToPage(started.body.url)).text();
    expect([...page.matchAll(/[\w.]+@[\w.]+/g)].map(([email]) => email)).toEqual(demoPeople);
  });

  test('takes nobody to another address than this machine’s', async () => {
    const url = new URL((await start({})).body.url);
    url.searchParams.set('redirect_uri', 'https://evil.example/login/oidc');
    const answer = await fetch(url, { redirect: 'manual' });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await answer.text()).toContain('This log-in is over');
  });

  test.each<Record<string, string>>([
    { 'x-forwarded-for': '192.0.2.7' },
    { forwarded: 'for=192.0.2.7' },
    { via: '1.1 proxy' },
    { host: 'shop.example' },
  ])('is neither seen nor reached by a request with %o', async (headers) => {
    expect((await providers(headers)).body).toEqual([]);
    expect((await start(headers)).status).toBe(404);
    for (const path of [
      '/demo-identity/.well-known/openid-configuration',
      '/demo-identity/interaction/x',
      '/card-sandbox/identity/.well-known/openid-configuration',
      '/card-sandbox/%69dentity/.well-known/openid-configuration',
    ])
      expect((await demo.app.inject({ url: path, headers })).statusCode, path).toBe(404);
    const back = await demo.app.inject({ url: '/login/oidc?code=x&state=y', headers });
    expect(back.headers.location).toMatch(/\/login\?error=/);
  });

  test('is not reached through the card provider’s address either', async () => {
    const answer = await ask(demo, 'GET', '/card-sandbox/identity/.well-known/openid-configuration');
    expect(answer.status).toBe(404);
    const known = await ask(demo, 'GET', '/demo-identity/.well-known/openid-configuration', undefined, {
      host: new URL(demo.url).host,
    });
    expect(known).toMatchObject({ status: 200, body: { issuer: `${demo.url}/demo-identity` } });
  });
});

/** The provider's page for choosing a person, with the cookies that lead to it. */
async function followToPage(url: string): Promise<Response> {
  const redirect = await fetch(url, { redirect: 'manual' });
  const cookie = redirect.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return await fetch(new URL(redirect.headers.get('location') ?? '', url), { headers: { cookie } });
}

describe('a provider that says nothing at all', async () => {
  const silent = createServer((socket) => socket.on('error', () => {}));
  afterAll(() => silent.close());
  const port = await listenHere(silent);
  const shop = await givenShop({ socialProvider: { issuer: `http://127.0.0.1:${port}`, ...client } });

  /** At the same time, because each waits until the shop has given it up. */
  const beside = { concurrent: true };

  test('keeps nobody from logging in with a password, and is said to be away', beside, async () => {
    const { email, password } = await givenPerson(shop);
    expect((await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password })).status).toBe(200);
    expect(await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/' })).toMatchObject(away);
  });

  test('redirects whoever returns from it to log in, with the reason', beside, async () => {
    const answer = await ask(shop, 'GET', '/login/oidc?code=x&state=y');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/login?error=temporarily_unavailable');
  });
});
