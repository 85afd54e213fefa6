/** Signed events, as the card provider sends them. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { testWebhookSecrets } from './shop.ts';

export type SignedEvent = { url: string; body: object; headers: Record<string, string> };

/** An event, by default one that the shop ignores, signed now with the sandbox's secret. */
export function givenSignedEvent({
  id = `evt_${randomUUID()}`,
  type = 'customer.created',
  object = { object: 'customer', id: 'cus_1' } as object,
  secret = testWebhookSecrets[0] ?? '',
  signedAt = new Date(),
} = {}): SignedEvent {
  const body = { id, object: 'event', type, created: seconds(signedAt), data: { object } };
  return signEvent(body, { secret, signedAt });
}

/** Signs any body as the provider does. */
export function signEvent(
  body: object,
  { secret = testWebhookSecrets[0] ?? '', signedAt = new Date(), payload = JSON.stringify(body) } = {},
): SignedEvent {
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: seconds(signedAt),
  });
  return { url: '/api/webhooks/stripe', body, headers: { 'stripe-signature': signature } };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
