/** The webhook for events of the card provider. */
import { z } from 'zod';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

export const receiveEventEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  summary:
    'Takes in an event of the card provider, signed in its `Stripe-Signature` header; the work follows',
  access: 'anyone',
  response: z.object({ received: z.literal(true) }),
  refusals: ['event-not-genuine', 'event-malformed'],
});
