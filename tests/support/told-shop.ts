/** A shop with a separate card provider that sends it webhooks, over a proxy that can cut connections. */
import { afterAll, afterEach } from 'vitest';
import { givenSandbox } from '#sandbox/testing/sandbox.ts';
import { givenShop, type TestShopOptions, testWebhookSecrets } from './shop.ts';
import { startTcpProxy } from './tcp-proxy.ts';

/** Polling for events and their jobs, with a timeout for loaded machines. */
export const eventPolling = { timeout: 50_000, interval: 100 };

/** It runs jobs; `wire` is between it and the provider, and is repaired after each test. */
export async function givenNotifiedShop(options: Pick<TestShopOptions, 'web'> = {}) {
  const sandbox = await givenSandbox({
    environment: { SANDBOX_OUTCOME_PAUSE: '300', SANDBOX_WEBHOOK_SECRET: testWebhookSecrets[0] },
  });
  const wire = await startTcpProxy({ host: '127.0.0.1', port: sandbox.port });
  afterEach(() => wire.heal());
  afterAll(wire.close);
  const shop = await givenShop({ ...options, stripeUrl: wire.url, runsJobs: true });
  const endpoint = await sandbox.stripe.webhookEndpoints.create({
    url: `${shop.url}/api/webhooks/stripe`,
    enabled_events: ['*'],
  });
  return { sandbox, wire, shop, endpoint };
}
