/** Opens the gateway to the card provider: Stripe, an external sandbox, or a sandbox that it starts. */
import type { Gateway } from '#payments/gateway.ts';
import { makeStripeGateway, type StripeSettings } from '#payments/stripe.ts';
import { registerWebhookEndpoint } from '#payments/webhook-endpoint.ts';
import type { Config } from '#server/config/config.ts';
import { hasDemoIdentity } from '#server/sandbox/demo-identity.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import type { Log } from '#system/log.ts';

export type OpenGateway = {
  gateway: Gateway;
  sandboxUrl: string | undefined;
  /** Registers the shop's webhook at the sandbox; at Stripe the owner does it. */
  registerWebhook(address: string): Promise<void>;
  close(): Promise<void>;
};

export async function openGateway(
  config: Config,
  { onFailure, log, signal }: { onFailure: StripeSettings['onFailure']; log: Log; signal?: AbortSignal },
): Promise<OpenGateway> {
  const { webhookSecrets } = config;
  const [webhookSecret = ''] = webhookSecrets;
  const sandbox = config.stripe
    ? undefined
    : await startSandbox({
        dataDir: config.dataDir,
        log,
        signal,
        webhookSecret,
        isIdentityProvider: hasDemoIdentity(config),
        ...config.sandbox,
      });
  const keys = config.stripe ?? { ...config.sandbox, apiUrl: sandbox?.url };
  return {
    gateway: makeStripeGateway({ ...keys, webhookSecrets, onFailure }),
    sandboxUrl: keys.apiUrl,
    async registerWebhook(address) {
      if (!keys.apiUrl) return;
      // a wildcard address is reachable on loopback
      const reachable = address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
      await registerWebhookEndpoint(keys, { address: reachable, isOnlyShop: sandbox !== undefined });
    },
    close: async () => sandbox?.close(),
  };
}
