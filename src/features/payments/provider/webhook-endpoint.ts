/** Registers the webhook endpoint at the card sandbox; at Stripe the owner does that once. */
import { makeStripe, type StripeSettings } from '#payments/provider/stripe.ts';
import { eventTypes } from '#payments/provider/stripe-events.ts';

export const webhookPath = '/api/webhooks/stripe';

/** `isOnlyShop` removes all other endpoints, which are former addresses. */
export async function registerWebhookEndpoint(
  settings: Pick<StripeSettings, 'secretKey' | 'apiUrl'>,
  { address, isOnlyShop }: { address: string; isOnlyShop: boolean },
): Promise<void> {
  const stripe = makeStripe(settings);
  const url = address + webhookPath;
  let isRegistered = false;
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) isRegistered = true;
    else if (isOnlyShop) await stripe.webhookEndpoints.del(endpoint.id);
  }
  if (!isRegistered) await stripe.webhookEndpoints.create({ url, enabled_events: [...eventTypes] });
}

/** The account of the keys, and whether the provider sends its events to this shop. Throws what the provider's library does. */
export async function readAccount(settings: Pick<StripeSettings, 'secretKey' | 'apiUrl'>, publicUrl: string) {
  const stripe = makeStripe(settings);
  const { id } = await stripe.accounts.retrieveCurrent();
  const url = publicUrl + webhookPath;
  const endpoints = await Array.fromAsync(stripe.webhookEndpoints.list({ limit: 100 }));
  const isEnabled = endpoints.some((endpoint) => endpoint.url === url && endpoint.status !== 'disabled');
  return { id, webhook: { url, isEnabled } };
}
