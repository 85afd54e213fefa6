/** A shop that a card provider of its own tells of everything, over a wire that can be cut. */
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/testing/sandbox.ts';
import { givenShop, type TestShop, type TestShopOptions, testWebhookSecrets } from './shop.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export type ToldShop = {
  sandbox: Sandbox;
  /** Between the shop and the provider. It holds again after each test. */
  wire: TcpProxy;
  /** It does its jobs. */
  shop: TestShop;
  /** Where the provider sends its events. */
  endpoint: { id: string };
};

/** How long an event and its jobs may take on a loaded machine. */
export const soon = { timeout: 50_000, interval: 100 };

/** Starts all of it for the tests of a file, and ends it after them. */
export async function givenToldShop(options: Pick<TestShopOptions, 'web'> = {}): Promise<ToldShop> {
  const sandbox = await startSandbox({
    environment: { SANDBOX_OUTCOME_PAUSE: '300', SANDBOX_WEBHOOK_SECRET: testWebhookSecrets[0] },
  });
  const wire = await startTcpProxy(sandbox.port);
  const shop = givenShop({ ...options, stripeUrl: wire.url, works: true });
  const told: ToldShop = { sandbox, wire, shop, endpoint: { id: '' } };
  beforeAll(async () => {
    told.endpoint = await sandbox.stripe.webhookEndpoints.create({
      url: `${shop.url}/api/webhooks/stripe`,
      enabled_events: ['*'],
    });
  });
  afterEach(() => wire.heal());
  afterAll(async () => {
    await wire.close();
    await sandbox.remove();
  });
  return told;
}
