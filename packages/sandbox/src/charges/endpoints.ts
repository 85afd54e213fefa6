/** The endpoint that lists charges. */
import { z } from 'zod';
import { endpoint, ok } from '../http/endpoint.ts';
import { noSuch } from '../http/errors.ts';
import { listPage, only, pageParameters } from '../http/pagination.ts';
import { text } from '../http/parameters.ts';
import { findPaymentIntent } from '../payment-intents/payment-intent.ts';
import { type ChargeRow, presentCharge } from './charge.ts';

export const listCharges = endpoint({
  method: 'GET',
  path: '/v1/charges',
  parameters: z.strictObject({ ...pageParameters, payment_intent: text().optional() }),
  answer: ({ ledger }, { payment_intent, ...input }) => {
    if (payment_intent !== undefined && !findPaymentIntent(ledger, payment_intent))
      throw noSuch('payment_intent', payment_intent, 'payment_intent', 400);
    const where = { payment_intent: only(payment_intent) };
    return ok(listPage(ledger, 'charge', input, (row: ChargeRow) => presentCharge(ledger, row), where));
  },
});
