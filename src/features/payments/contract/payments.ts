/** The endpoints that start a card payment, and take in events of the card provider. */
import { z } from 'zod';
import { makeIdField, price } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';
import { cardProviders } from '#payments/rules/payments.ts';
import { defineEndpoint, type Example } from '#platform/contract/endpoint.ts';

export const createPaymentIntentEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/create-payment-intent',
  summary:
    'Starts (or takes up again) the card payment of the purchase that an unpaid order is in, for exactly the total of its unpaid orders',
  access: 'owner-or-administrator',
  isIdempotent: true,
  body: z.object({
    orderId: makeIdField('an order'),
    price: price(wording.messages.price)
      .optional()
      .describe('if sent, it must be the total of all unpaid orders of the purchase'),
  }),
  response: z.object({
    clientSecret: z.string(),
    publishableKey: z.string(),
    provider: z.enum(cardProviders).describe('whose client confirms the payment in the browser'),
  }),
  refusals: [
    'order-not-found',
    'order-not-unpaid',
    'price-changed',
    'rest-too-small',
    'payment-in-progress',
    'payment-provider-unavailable',
    'idempotency-key-reused',
  ],
});

export const createPaymentIntentExample: Example<typeof createPaymentIntentEndpoint> = async (given) => ({
  body: { orderId: await given.a('order'), price: 1 },
});

export const receiveEventEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  summary:
    'Takes in an event of the card provider, signed in its `Stripe-Signature` header; the work follows',
  access: 'anyone',
  response: z.object({ received: z.literal(true) }),
  refusals: ['event-not-genuine', 'event-malformed'],
});
