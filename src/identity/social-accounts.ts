/** Accounts of a social provider: a second instance of the identity library, with the provider. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import type { Refusal } from '#domain/refusals.ts';
import { type AccountSettings, type Accounts, makeAccounts } from '#identity/accounts.ts';
import { type SocialProvider, socialProviderId } from '#identity/social-sign-in.ts';

export type SocialAccounts = {
  /** The name of the provider. */
  name: string;
  /** The library after the discovery of the provider. Refuses: identity-provider-unavailable. */
  open(): Promise<Accounts | Refusal>;
};

const discoveryTimeoutMs = 4_000;

/**
 * The library fetches the discovery document once, when it is made, and all calls wait for that. So this instance is
 * separate from the one for passwords, made at the first log-in, and again until the provider answers.
 */
export function makeSocialAccounts(
  db: Database,
  settings: AccountSettings,
  provider: SocialProvider,
): SocialAccounts {
  let opened: Promise<Accounts | undefined> | undefined;
  return {
    name: provider.name,
    async open() {
      opened ??= waitForProvider(makeAccounts(db, settings, provider));
      const accounts = await Promise.race([opened, delay(discoveryTimeoutMs, undefined, { ref: false })]);
      if (accounts) return accounts;
      opened = undefined;
      return { refused: 'identity-provider-unavailable', name: provider.name };
    },
  };
}

/** Undefined without an answer: the library then omits the provider. */
async function waitForProvider(accounts: Accounts): Promise<Accounts | undefined> {
  const { socialProviders } = await accounts.$context;
  return socialProviders.some(({ id }) => id === socialProviderId) ? accounts : undefined;
}
