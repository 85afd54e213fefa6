/** An OpenID Connect provider that says whatever a test wants of whoever logs in. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, expect } from 'vitest';
import type { SocialProvider } from '#identity/social-sign-in.ts';
import { ask } from './given.ts';
import type { TestShop } from './shop.ts';

export type Claims = { iss: string; aud: string; sub: string; nonce: string; exp: number };
export type Profile = { sub: string } & Record<string, unknown>;

export type TestProvider = {
  settings: SocialProvider;
  sign(claims: Claims, key?: CryptoKey): Promise<string>;
  /** Goes the way to the provider and back, and answers where that ends and as whom. */
  logIn(shop: TestShop, profile: Profile, makeToken?: MakeToken): Promise<LogIn>;
};

type MakeToken = (claims: Claims) => string | Promise<string>;

type LogIn = Awaited<ReturnType<typeof finishLogIn>>;

const clientId = 'compact';

export async function givenProvider(): Promise<TestProvider> {
  const keys = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const said = { idToken: '', profile: {} };
  const server = createServer((request, response) => answer(issuer, key, said, request.url, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Claims, signingKey = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt().sign(signingKey);
  return {
    settings: { issuer, clientId, clientSecret: 'a secret', name: 'Testco ID' },
    sign,
    async logIn(shop, profile, makeToken = sign) {
      const started = await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });
      const { searchParams } = new URL(started.body.url);
      const exp = Math.floor(Date.now() / 1000) + 300;
      const nonce = searchParams.get('nonce') ?? '';
      expect(nonce).not.toBe('');
      said.profile = profile;
      said.idToken = await makeToken({ iss: issuer, aud: clientId, sub: profile.sub, nonce, exp });
      return await finishLogIn(shop, searchParams.get('state'), readCookies(started.headers));
    },
  };
}

async function finishLogIn(shop: TestShop, state: string | null, started: string) {
  const back = `/login/oidc?code=a-code&state=${state}`;
  const { headers } = await shop.app.inject({ url: back, headers: { cookie: started } });
  const cookie = readCookies(headers);
  const session = await ask(shop, 'GET', '/api/identity/get-session', undefined, { cookie });
  const { user } = session.body ?? {};
  return {
    location: headers.location,
    cookie,
    personId: user?.id,
    email: user?.email,
    requestId: headers['x-request-id'],
  };
}

function readCookies(headers: Record<string, unknown>): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');
}

/** Where its pages are, its keys, and what it says of whoever logs in. */
function answer(
  issuer: string,
  key: object,
  { idToken, profile }: { idToken: string; profile: object },
  url: string | undefined,
  response: ServerResponse,
): void {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': { keys: [key] },
    '/token': { access_token: 'a-token', token_type: 'Bearer', expires_in: 300, id_token: idToken },
    '/me': profile,
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[url ?? ''] ?? {}));
}
