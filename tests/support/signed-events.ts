/** Events as the card provider sends them to the shop: their exact bytes, signed. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { testWebhookSecrets } from './shop.ts';

export type SignedEvent = { url: string; body: object; headers: Record<string, string> };

/** An event about something, signed now with the sandbox's secret unless told otherwise. */
export function givenSignedEvent({
  id = `evt_${randomUUID()}`,
  type,
  object = { object: 'customer', id: 'cus_1' },
  secret = testWebhookSecrets[0] ?? '',
  signedAt = new Date(),
}: {
  id?: string;
  type: string;
  object?: object;
  secret?: string;
  signedAt?: Date;
}): SignedEvent {
  const body = { id, object: 'event', type, created: seconds(signedAt), data: { object } };
  return signed(body, { secret, signedAt });
}

/** Whatever the provider may send, signed as its events are. */
export function signed(
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
