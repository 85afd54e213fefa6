/** A provider that is away: at the start of the shop, silent, or gone between going there and coming back. */
import { createServer, type Server } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { ask, givenPerson } from '../support/given.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { freePort } from '../support/ports.ts';
import { givenShop } from '../support/shop.ts';

const client = { clientId: 'compact', clientSecret: 'a secret', name: 'Testco ID' };
const away = {
  status: 503,
  body: {
    refused: 'identity-provider-unavailable',
    detail: 'Testco ID cannot be reached at the moment. Please try again, or log in with your password.',
  },
};

describe('a provider that is away when the shop starts', async () => {
  const port = await freePort();
  const shop = givenShop({ socialProvider: { issuer: `http://127.0.0.1:${port}`, ...client } });
  const start = () => ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });

  test('is reported as unavailable, and people log in there as soon as it is back', async () => {
    expect(await start()).toMatchObject(away);
    const provider = await startIdentityProvider(port);
    provider.know(shop.url);
    try {
      const started = await start();
      expect(started.status).toBe(200);
      expect(started.body.url).toMatch(new RegExp(`^http://127.0.0.1:${port}/auth\\?`));
    } finally {
      await provider.close();
    }
  });
});

describe('a provider that says nothing at all', async () => {
  const silent = await listenSilently();
  afterAll(() => silent.close());
  const { port } = silent.address() as { port: number };
  const shop = givenShop({ socialProvider: { issuer: `http://127.0.0.1:${port}`, ...client } });

  test('keeps nobody from logging in with a password, and is said to be away', async () => {
    const { email, password } = await givenPerson(shop);
    expect((await ask(shop, 'POST', '/api/identity/sign-in/email', { email, password })).status).toBe(200);
    expect(await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/' })).toMatchObject(away);
  });

  test('redirects whoever returns from it to log in, with the reason', async () => {
    const answer = await ask(shop, 'GET', '/login/oidc?code=x&state=y');
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe('/login?error=temporarily_unavailable');
  });
});

async function listenSilently(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return server;
}
