/** The endpoints that start a card payment, and take in events of the card provider. */
import { z } from 'zod';
import { explainValue, makeIdField, price } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';
import { cardProviders } from '#payments/rules/payments.ts';
import { defineEndpoint, fileSchema, fillIn } from '#platform/contract/endpoint.ts';

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
    provider: z
      .enum(cardProviders)
      .describe(
        'whose client confirms the payment in the browser; the sandbox takes Stripe’s calls under /card-sandbox',
      ),
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
  example: { body: { orderId: fillIn('order'), price: 1 } },
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

/** The endpoint of the tables that accountants get. */
export const accountingKinds = ['orders', 'payments', 'refunds', 'tax'] as const;
export type AccountingKind = (typeof accountingKinds)[number];

const day = z.iso
  .date({ error: explainValue('A day is required', 'A day such as 2026-11-22 is needed here') })
  .refine((text) => text >= '1970-01-01', 'The first day that is possible is 1970-01-01')
  // the day after it must be one, too
  .refine((text) => text < '9999-12-31', 'The last day that is possible is 9999-12-30');

export const readAccountsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/accounts',
  summary:
    'Orders placed, payments, refunds, or the sums by country, region and tax of a period, as CSV; payments and refunds together are the ledger of money',
  access: 'administrator',
  query: z
    .object({
      kind: z.enum(accountingKinds),
      from: day.describe('by the clocks of the shop'),
      to: day.describe('included'),
    })
    .refine(({ from, to }) => from <= to, { error: 'The last day is before the first', path: ['to'] }),
  file: 'text/csv',
  response: fileSchema,
  example: { query: { kind: 'tax', from: '2026-01-01', to: '2026-12-31' } },
});
