/** Accounts of people whom a provider has sent: the identity library beside the other one, with the provider in it. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '#database/connect.ts';
import type { Refusal } from '#domain/refusals.ts';
import { type AccountSettings, type Accounts, makeAccounts } from '#identity/accounts.ts';
import { type SocialProvider, socialProviderId } from '#identity/social-sign-in.ts';

export type SocialAccounts = {
  /** What the provider is called. */
  name: string;
  /** The library, once the provider has told where its pages are; identity-provider-unavailable until then. */
  open(): Promise<Accounts | Refusal>;
};

/** Milliseconds that somebody who wants to log in waits for the provider. */
const discoveryTimeoutMs = 4_000;

/**
 * The library asks the provider once, when it is made, and waits for it with everything else. So it is made apart from
 * the one for passwords, when somebody first wants to log in this way, and again each time until the provider answers.
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
      opened ??= reach(makeAccounts(db, settings, provider));
      const accounts = await Promise.race([opened, delay(discoveryTimeoutMs, undefined, { ref: false })]);
      if (accounts) return accounts;
      opened = undefined;
      return { refused: 'identity-provider-unavailable', name: provider.name };
    },
  };
}

/** The library leaves out a provider that has not answered. */
async function reach(accounts: Accounts): Promise<Accounts | undefined> {
  const { socialProviders } = await accounts.$context;
  return socialProviders.some(({ id }) => id === socialProviderId) ? accounts : undefined;
}
