/** What refunds and disputes share: the endpoints that read them. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { type EndpointCall, endpoint, ok } from '../http/endpoint.ts';
import { listPage, only, pageParameters } from '../http/pagination.ts';
import { text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** The endpoints that read one of them, and lists filtered by intent. `find`: the one in the path. */
export function readByIntent<Row>(
  kind: 'refund' | 'dispute',
  find: (call: EndpointCall) => Row,
  present: (ledger: Ledger, row: Row) => Stripe.Refund | Stripe.Dispute,
) {
  const retrieve = endpoint({
    method: 'GET',
    path: `/v1/${kind}s/:id`,
    parameters: z.strictObject({}),
    answer: (call) => ok(present(call.ledger, find(call))),
  });
  const list = endpoint({
    method: 'GET',
    path: `/v1/${kind}s`,
    parameters: z.strictObject({ ...pageParameters, payment_intent: text().optional() }),
    answer: ({ ledger }, { payment_intent, ...input }) => {
      const where = { payment_intent: only(payment_intent) };
      return ok(listPage(ledger, kind, input, (row: Row) => present(ledger, row), where));
    },
  });
  return { retrieve, list };
}
