/** Tells the card sandbox where the shop wants to hear of what happens; at Stripe its owner does that once. */

import { makeStripe, type StripeSettings } from '#payments/stripe.ts';
import { eventTypes } from '#payments/stripe-events.ts';

/** Where the shop takes events in, below its address. */
export const webhookPath = '/api/webhooks/stripe';

/**
 * Makes sure that the sandbox sends its events to the shop at `address`, and no longer to where the shop was before
 * when it is the only one there. Throws when the sandbox cannot be reached.
 */
export async function registerWebhookEndpoint(
  settings: Pick<StripeSettings, 'secretKey' | 'apiUrl'>,
  { address, isOnlyShop }: { address: string; isOnlyShop: boolean },
): Promise<void> {
  const stripe = makeStripe(settings);
  const url = address + webhookPath;
  let isThere = false;
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url) isThere = true;
    else if (isOnlyShop) await stripe.webhookEndpoints.del(endpoint.id);
  }
  if (!isThere) await stripe.webhookEndpoints.create({ url, enabled_events: [...eventTypes] });
}
