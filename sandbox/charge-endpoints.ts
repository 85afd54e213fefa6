/** The calls that read charges. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { type ChargeRow, findCharge, listCharges, presentCharge } from './charges.ts';
import { endpoint, ok } from './endpoint.ts';
import { noSuch } from './errors.ts';
import { page, pageParameters, spanOf } from './lists.ts';
import { expansions, text } from './parameters.ts';
import { findPaymentIntent, presentPaymentIntent } from './payment-intents.ts';
import type { Ledger } from './store.ts';

const EXPANDABLE = ['payment_intent'] as const;

export const retrieveCharge = endpoint({
  method: 'GET',
  path: '/v1/charges/:id',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions(EXPANDABLE) }),
  answer: ({ ledger, id }, { expand }) => {
    const charge = findCharge(ledger, id);
    if (!charge) throw noSuch('charge', id, 'id', 404);
    return ok(expanded(ledger, charge, expand));
  },
});

export const listOfCharges = endpoint({
  method: 'GET',
  path: '/v1/charges',
  callers: ['server'],
  parameters: z.strictObject({
    ...pageParameters,
    payment_intent: text().optional(),
    expand: expansions(EXPANDABLE, 'data.'),
  }),
  answer: ({ ledger }, { limit, starting_after, created, payment_intent, expand }) => {
    if (payment_intent !== undefined && !findPaymentIntent(ledger, payment_intent))
      throw noSuch('payment_intent', payment_intent, 'payment_intent', 400);
    const last = starting_after === undefined ? null : findCharge(ledger, starting_after);
    if (last === undefined) throw noSuch('charge', starting_after ?? '', 'starting_after', 400);
    const rows = listCharges(ledger, {
      span: spanOf(created),
      before: last?.seq ?? null,
      paymentIntent: payment_intent ?? null,
      limit: limit + 1,
    });
    return ok(page('/v1/charges', rows, limit, (row) => expanded(ledger, row, expand)));
  },
});

function expanded(ledger: Ledger, row: ChargeRow, expand: ReadonlySet<'payment_intent'>): Stripe.Charge {
  const charge = presentCharge(ledger, row);
  const intent = expand.has('payment_intent') && findPaymentIntent(ledger, row.payment_intent);
  if (intent) charge.payment_intent = presentPaymentIntent(ledger, intent);
  return charge;
}
