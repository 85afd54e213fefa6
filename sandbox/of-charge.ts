/** What refunds and disputes have in common: they are of a charge, are listed by it, and can be read with it. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { getCharge, presentCharge } from './charges.ts';
import { type Endpoint, endpoint, ok } from './endpoint.ts';
import type { Kind } from './errors.ts';
import { listPage, only, pageParameters } from './lists.ts';
import { expansions, text } from './parameters.ts';
import { getPaymentIntent, presentPaymentIntent } from './payment-intents.ts';
import type { Ledger } from './store.ts';

export const EXPANDABLE = ['charge', 'payment_intent'] as const;
export type Expansions = ReadonlySet<(typeof EXPANDABLE)[number]>;

type OfCharge = { charge: string; payment_intent: string };

/** The object with its charge and its intent, as far as the call asks for them. */
export function withExpansions<Shown extends Stripe.Refund | Stripe.Dispute>(
  ledger: Ledger,
  { charge, payment_intent }: OfCharge,
  shown: Shown,
  expand: Expansions,
): Shown {
  if (expand.has('charge')) shown.charge = presentCharge(ledger, getCharge(ledger, charge));
  if (expand.has('payment_intent'))
    shown.payment_intent = presentPaymentIntent(ledger, getPaymentIntent(ledger, payment_intent));
  return shown;
}

/** The call that lists them, of one charge or one intent if it is named. */
export function listOf<Row extends OfCharge>(
  table: 'refunds' | 'disputes',
  kind: Kind,
  show: (ledger: Ledger, row: Row, expand: Expansions) => object,
): Endpoint {
  return endpoint({
    method: 'GET',
    path: `/v1/${table}`,
    callers: ['server'],
    parameters: z.strictObject({
      ...pageParameters,
      charge: text().optional(),
      payment_intent: text().optional(),
      expand: expansions(EXPANDABLE, 'data.'),
    }),
    answer: ({ ledger }, { charge, payment_intent, expand, ...input }) => {
      const where = { charge: only(charge), payment_intent: only(payment_intent) };
      const source = { url: `/v1/${table}`, table, kind, where };
      return ok(listPage(ledger, input, source, (row: Row) => show(ledger, row, expand)));
    },
  });
}
