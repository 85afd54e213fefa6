/** What refunds and disputes share: the endpoints that read them, and the expansion of their charge and intent. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { listPage, only, pageParameters } from '../http/pagination.ts';
import { expansions, text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getPaymentIntent, presentPaymentIntent } from '../payment-intents/payment-intent.ts';
import { getCharge, presentCharge } from './charge.ts';

export const EXPANDABLE = ['charge', 'payment_intent'] as const;
type Expansions = ReadonlySet<(typeof EXPANDABLE)[number]>;

type OfCharge = { charge: string; payment_intent: string };

/** The endpoints that read one of them, and lists filtered by charge or intent. `find`: the one in the path; `present`: without expansions. */
export function readByCharge<Row extends OfCharge>(
  kind: 'refund' | 'dispute',
  find: (call: EndpointCall) => Row,
  present: (ledger: Ledger, row: Row) => Stripe.Refund | Stripe.Dispute,
) {
  /** The object with the requested expansions. */
  function show(ledger: Ledger, row: Row, expand: Expansions) {
    const shown = present(ledger, row);
    if (expand.has('charge')) shown.charge = presentCharge(ledger, getCharge(ledger, row.charge));
    if (expand.has('payment_intent'))
      shown.payment_intent = presentPaymentIntent(ledger, getPaymentIntent(ledger, row.payment_intent));
    return shown;
  }
  const retrieve = endpoint({
    method: 'GET',
    path: `/v1/${kind}s/:id`,
    parameters: z.strictObject({ expand: expansions(EXPANDABLE) }),
    answer: (call, { expand }) => ok(show(call.ledger, find(call), expand)),
  });
  const list = endpoint({
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
  return { retrieve, list, show };
}
