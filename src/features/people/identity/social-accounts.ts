/** Accounts of a social provider: a second instance of the identity library, with the provider. */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#kernel/refusals.ts';
import { type AccountSettings, type Accounts, makeAccounts } from '#people/identity/accounts.ts';
import { type SocialProvider, socialProviderId } from '#people/identity/social-sign-in.ts';
import type { Database } from '#platform/database/connect.ts';

export type SocialAccounts = ReturnType<typeof makeSocialAccounts>;

/** Undefined when there is no identity provider for this request. */
export type FindSocialAccounts = (request: FastifyRequest) => SocialAccounts | undefined;

const discoveryTimeoutMs = 4_000;

/** Made at the first log-in, and again until the provider answers: the library asks for discovery only once. */
export function makeSocialAccounts(db: Database, settings: AccountSettings, provider: SocialProvider) {
  let opened: Promise<Accounts | undefined> | undefined;
  return {
    name: provider.name,
    /** Refuses: identity-provider-unavailable. */
    async open(): Promise<Accounts | Refusal> {
      opened ??= waitForProvider(makeAccounts(db, settings, provider));
      const accounts = await Promise.race([opened, delay(discoveryTimeoutMs, undefined, { ref: false })]);
      if (accounts) return accounts;
      opened = undefined;
      return { refused: 'identity-provider-unavailable', name: provider.name };
    },
  };
}

async function waitForProvider(accounts: Accounts): Promise<Accounts | undefined> {
  const { socialProviders } = await accounts.$context;
  return socialProviders.some(({ id }) => id === socialProviderId) ? accounts : undefined;
}
