/** An OpenID Connect provider that says whatever a test wants of whoever logs in. */
import { afterAll } from 'vitest';
import type { SocialProvider } from '#identity/social-sign-in.ts';
import { ask } from './given.ts';
import type { TestShop } from './shop.ts';
import { type Claims, type MakeToken, type Profile, startProvider } from './started-provider.ts';

export type TestProvider = {
  settings: SocialProvider;
  sign(claims: Claims, key?: CryptoKey): Promise<string>;
  /** Goes the way to the provider and back, and answers where that ends and as whom. */
  logIn(shop: TestShop, profile: Profile, makeToken?: MakeToken): Promise<LogIn>;
};

type LogIn = Awaited<ReturnType<typeof finishLogIn>>;

export async function givenProvider(): Promise<TestProvider> {
  const { settings, sign, say, close } = await startProvider();
  afterAll(close);
  return {
    settings,
    sign,
    async logIn(shop, profile, makeToken = sign) {
      const started = await ask(shop, 'POST', '/api/identity/sign-in/social', { from: '/dashboard' });
      const state = await say(started.body.url, profile, makeToken);
      return await finishLogIn(shop, state, readCookies(started.headers));
    },
  };
}

async function finishLogIn(shop: TestShop, state: string, started: string) {
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
