/** Opens the card gateway: to Stripe, to a sandbox elsewhere, or to one that is started for it. */

import type { Gateway } from '#payments/gateway.ts';
import { makeStripeGateway, type StripeSettings } from '#payments/stripe.ts';
import { registerWebhookEndpoint } from '#payments/webhook-endpoint.ts';
import type { Config } from '#server/config/config.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import type { Log } from '#system/log.ts';

export type OpenGateway = {
  gateway: Gateway;
  /** Where the sandbox is, when one plays the provider. */
  sandboxUrl: string | undefined;
  /** Asks the sandbox to tell the shop at this address what happens; at Stripe its owner has said so. */
  registerWebhook(address: string): Promise<void>;
  close(): Promise<void>;
};

/** Throws a StartupRefusal when the sandbox does not start, and when `signal` is aborted meanwhile. */
export async function openGateway(
  config: Config,
  { onFailure, log, signal }: { onFailure: StripeSettings['onFailure']; log: Log; signal?: AbortSignal },
): Promise<OpenGateway> {
  const { webhookSecrets } = config;
  const [webhookSecret = ''] = webhookSecrets;
  const sandbox = config.stripe
    ? undefined
    : await startSandbox({ dataDir: config.dataDir, log, signal, webhookSecret, ...config.sandbox });
  const keys = config.stripe ?? { ...config.sandbox, apiUrl: sandbox?.url };
  return {
    gateway: makeStripeGateway({ ...keys, webhookSecrets, onFailure }),
    sandboxUrl: keys.apiUrl,
    async registerWebhook(address) {
      if (!keys.apiUrl) return;
      // what listens everywhere is reached at home
      const reachable = address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
      await registerWebhookEndpoint(keys, { address: reachable, isOnlyShop: sandbox !== undefined });
    },
    close: async () => sandbox?.close(),
  };
}
