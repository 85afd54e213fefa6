/** The account that the keys belong to, and the endpoint that reads it. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { endpoint, ok } from '../http/endpoint.ts';
import { expansions } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';

export const retrieveAccount = endpoint({
  method: 'GET',
  path: '/v1/account',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions([]) }),
  answer: ({ ledger }) => ok(presentAccount(ledger)),
});

export function presentAccount({ account: { id, created } }: Ledger): Stripe.Account {
  return {
    id,
    object: 'account',
    business_profile: null,
    business_type: null,
    capabilities: { card_payments: 'active' },
    charges_enabled: true,
    country: 'US',
    created,
    default_currency: 'usd',
    details_submitted: true,
    email: null,
    metadata: {},
    payouts_enabled: false,
    type: 'standard',
  };
}
