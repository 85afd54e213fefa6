/** A running OpenID Connect provider that says whatever it is told of whoever logs in. */
import { createServer, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { SocialProvider } from '#people/identity/social-sign-in.ts';
import { listenHere } from './processes.ts';

export type Claims = { iss: string; aud: string; sub: string; nonce: string; exp: number };
export type Profile = { sub: string } & Record<string, unknown>;
export type MakeToken = (claims: Claims) => string | Promise<string>;

export type StartedProvider = Awaited<ReturnType<typeof startProvider>>;

export async function startProvider() {
  const keys = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const said = { idToken: '', profile: {} };
  const server = createServer((request, response) => answer(issuer, key, said, request.url, response));
  const issuer = `http://127.0.0.1:${await listenHere(server)}`;
  const sign = (claims: Claims, signingKey = keys.privateKey) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt().sign(signingKey);
  const settings: SocialProvider = {
    issuer,
    clientId: 'compact',
    clientSecret: 'a secret',
    name: 'Testco ID',
  };
  return {
    settings,
    sign,
    /** What it answers next, to a log-in that began at this address of its own; returns the `state` of that log-in. */
    async say(begunAt: string, profile: Profile, makeToken: MakeToken = sign): Promise<string> {
      const { searchParams } = new URL(begunAt);
      const nonce = searchParams.get('nonce');
      if (!nonce) throw new Error('The log-in began without a nonce.');
      const exp = Math.floor(Date.now() / 1000) + 300;
      said.profile = profile;
      said.idToken = await makeToken({ iss: issuer, aud: settings.clientId, sub: profile.sub, nonce, exp });
      return searchParams.get('state') ?? '';
    },
    close: () => void server.close(),
  };
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
