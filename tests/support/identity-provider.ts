/** A certified OpenID Connect provider (npm's `oidc-provider`) where any name can log in. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { SocialProvider } from '#identity/social-sign-in.ts';

export type IdentityProvider = SocialProvider & {
  /** Its claims about people, by the name they log in with. */
  people: Map<string, { name?: string; email?: string; email_verified?: boolean }>;
  /** Registers the shop at this address as client. */
  know(shopUrl: string): void;
  close(): Promise<void>;
};

/** Starts the provider with its development pages for log-in and consent. */
export async function startIdentityProvider(port = 0): Promise<IdentityProvider> {
  const people: IdentityProvider['people'] = new Map();
  let handle: ReturnType<Provider['callback']> = (_, response) => response.end();
  const server = createServer((request, response) => handle(request, response)).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'compact', clientSecret: 'a secret between the shop and the provider' };
  const know = (shopUrl: string) => {
    handle = new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [`${shopUrl}/login/oidc`],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the tests'] },
      findAccount: (_: unknown, accountId: string) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...people.get(accountId) }),
      }),
    }).callback();
  };
  know(issuer);
  return {
    ...{ issuer, ...client, name: 'Testco ID', people, know },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
