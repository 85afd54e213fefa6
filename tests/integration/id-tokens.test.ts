/** What a provider says of whoever logs in counts only if it is signed, for this shop, and for this one attempt. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const keys = await generateKeyPair('RS256');
const otherKeys = await generateKeyPair('RS256');
const provider = createServer(answer).listen(0, '127.0.0.1');
await once(provider, 'listening');
const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
afterAll(() => provider.close());

const clientId = 'compact';
const lines: string[] = [];
const shop = givenShop({
  socialProvider: { issuer, clientId, clientSecret: 'a secret', name: 'Testco ID' },
  logStream: { write: (line) => void lines.push(line) },
  logLevel: 'warn',
});

type Claims = { iss: string; aud: string; sub: string; nonce: string; exp: number };
type Profile = { sub: string; email: string; email_verified: boolean; name: string };

/** What the provider answers next. */
let idToken = '';
let profile: Profile;

test('a token that is signed, for this shop and for this attempt logs in, and the same subject is the same person', async () => {
  const first = await logIn((claims) => sign(claims));
  expect(first).toMatchObject({ location: expect.stringMatching(/^\/signed_in/), email: profile.email });
  const again = await logIn((claims) => sign(claims), { ...profile, email: 'new-address@example.com' });
  expect(again.personId).toBe(first.personId);
  const other = await logIn(
    (claims) => sign({ ...claims, sub: 'somebody-else' }),
    newProfile('somebody-else'),
  );
  expect(other.personId).not.toBe(first.personId);
});

test('a log-in there is logged, with the person, or as one that failed', async () => {
  const { personId, requestId } = await logIn((claims) => sign(claims));
  expect(await readEvent(requestId)).toMatchObject({ securityEvent: 'log-in', succeeded: true, personId });
  const refused = await logIn((claims) => sign({ ...claims, aud: 'another shop' }), newProfile('victim'));
  const event = await readEvent(refused.requestId);
  expect(event).toMatchObject({ securityEvent: 'log-in', succeeded: false, address: '127.0.0.1' });
  expect(event).not.toHaveProperty('personId');
});

describe('nobody is logged in by a token that is', () => {
  test.each<[string, (claims: Claims) => string | Promise<string>]>([
    ['unsigned', (claims) => new UnsecuredJWT(claims).encode()],
    ['signed with a key that the provider does not publish', (claims) => sign(claims, otherKeys.privateKey)],
    ['changed after it was signed', async (claims) => change(await sign(claims))],
    ['for another client', (claims) => sign({ ...claims, aud: 'another shop' })],
    ['of another issuer', (claims) => sign({ ...claims, iss: 'https://evil.example' })],
    ['for another attempt', (claims) => sign({ ...claims, nonce: 'another' })],
    ['expired', (claims) => sign({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
  ])('%s', async (_, make) => {
    const outcome = await logIn(make, newProfile('victim'));
    expect(outcome.location).toMatch(/^\/login\?.*error=/);
    expect(outcome.personId).toBeUndefined();
  });
});

/** Goes the way to the provider and back, where it hands out this token, and answers where that ends and as whom. */
async function logIn(make: (claims: Claims) => string | Promise<string>, newest = newProfile('first')) {
  profile = newest;
  const started = await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });
  const { searchParams } = new URL(started.body.url);
  const exp = Math.floor(Date.now() / 1000) + 300;
  const nonce = searchParams.get('nonce') ?? '';
  expect(nonce).not.toBe('');
  idToken = await make({ iss: issuer, aud: clientId, sub: newest.sub, nonce, exp });
  const back = `/login/oidc?code=a-code&state=${searchParams.get('state')}`;
  const { headers } = await shop.app.inject({ url: back, headers: { cookie: readCookies(started.headers) } });
  const session = await ask(shop, 'GET', '/api/identity/get-session', undefined, {
    cookie: readCookies(headers),
  });
  const { user } = session.body ?? {};
  return {
    location: headers.location,
    personId: user?.id,
    email: user?.email,
    requestId: headers['x-request-id'],
  };
}

async function readEvent(requestId: unknown): Promise<object> {
  const find = () => lines.find((line) => line.includes(String(requestId)) && line.includes('securityEvent'));
  await expect.poll(find).toBeDefined(); // after the answer
  return JSON.parse(find() ?? '');
}

function newProfile(sub: string): Profile {
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Nora' };
}

function sign(claims: Claims, key = keys.privateKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt().sign(key);
}

/** The same signature under another subject. */
function change(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url');
  return [header, changed, signature].join('.');
}

function readCookies(headers: Record<string, unknown>): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');
}

/** The provider: where its pages are, its keys, and what it says of whoever logs in. */
async function answer(request: { url?: string | undefined }, response: ServerResponse) {
  const answers: Record<string, object> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
    },
    '/keys': { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    '/token': { access_token: 'a-token', token_type: 'Bearer', expires_in: 300, id_token: idToken },
    '/me': profile ?? {},
  };
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(answers[request.url ?? ''] ?? {}));
}
