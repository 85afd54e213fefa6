/** The sandbox's identity provider: for requests of this machine, when the owner has set none. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '#app/config.ts';
import type { AccountSettings } from '#people/identity/accounts.ts';
import type { FindSocialAccounts } from '#people/identity/social-accounts.ts';
import { makeSocialAccounts, type SocialAccounts } from '#people/identity/social-accounts.ts';
import type { Database } from '#platform/database/connect.ts';
import { isLocalRequest } from '#platform/http/loopback.ts';

/** Its path below the shop's address; the sandbox expects this one of a proxy. */
export const demoIdentityPrefix = '/demo-identity';

/** The people of the sandbox. No administrators; a public shop locks their accounts. */
export const demoPeople = ['robin@compact.test', 'mei@compact.test', 'bartholomew@compact.test'];

const name = 'Demo ID';

/**
 * Each loopback name of the shop has its own instance: cookies and return path belong to the name that the browser uses.
 * Requests of other machines have none, like the demo accounts.
 */
export function makeDemoSocialAccounts(
  db: Database,
  settings: AccountSettings,
  { origins, clientSecret }: { origins: readonly string[]; clientSecret: string },
): FindSocialAccounts {
  const accounts = new Map<string, SocialAccounts>(
    origins.map((origin) => [
      new URL(origin).host,
      makeSocialAccounts(
        db,
        { ...settings, publicUrl: origin },
        { issuer: origin + demoIdentityPrefix, clientId: 'compact', clientSecret, name },
      ),
    ]),
  );
  const [first] = accounts.values();
  return (request: FastifyRequest) =>
    isLocalRequest(request) ? (accounts.get(request.raw.headers.host ?? '') ?? first) : undefined;
}

/** The sandbox runs it for a demo without an identity provider of the owner. */
export function hasDemoIdentity({
  isDemo,
  socialProvider,
  stripe,
}: Pick<Config, 'isDemo' | 'socialProvider' | 'stripe'>): boolean {
  return isDemo && !socialProvider && !stripe;
}
