/** What refunds and disputes share: lists filtered by charge, and the expansion of their charge and intent. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { type Endpoint, endpoint, ok } from '../http/endpoint.ts';
import { listPage, only, pageParameters } from '../http/pagination.ts';
import { expansions, text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentIntent, presentPaymentIntent } from '../payment-intents/payment-intent.ts';
import { getCharge, presentCharge } from './charge.ts';

export const EXPANDABLE = ['charge', 'payment_intent'] as const;
export type Expansions = ReadonlySet<(typeof EXPANDABLE)[number]>;

type OfCharge = { charge: string; payment_intent: string };

/** The object with the requested expansions. */
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

/** The endpoint that lists them, filtered by charge or intent. */
export function listByCharge<Row extends OfCharge>(
  kind: 'refund' | 'dispute',
  show: (ledger: Ledger, row: Row, expand: Expansions) => object,
): Endpoint {
  return endpoint({
    method: 'GET',
    path: `/v1/${kind}s`,
    parameters: z.strictObject({
      ...pageParameters,
      charge: text().optional(),
      payment_intent: text().optional(),
      expand: expansions(EXPANDABLE, 'data.'),
    }),
    answer: ({ ledger }, { charge, payment_intent, expand, ...input }) => {
      const where = { charge: only(charge), payment_intent: only(payment_intent) };
      return ok(listPage(ledger, kind, input, (row: Row) => show(ledger, row, expand), where));
    },
  });
}
