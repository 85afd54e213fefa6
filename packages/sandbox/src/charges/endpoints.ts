/** The endpoints that read charges. */
import type Stripe from 'stripe';
import { z } from 'zod';
import { endpoint, ok } from '../http/endpoint.ts';
import { noSuch } from '../http/errors.ts';
import { listPage, only, pageParameters } from '../http/pagination.ts';
import { expansions, text } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { findPaymentIntent, presentPaymentIntent } from '../payment-intents/payment-intent.ts';
import { presentBalanceChange } from './balance-change.ts';
import { type ChargeRow, findBalanceTransaction, findCharge, presentCharge } from './charge.ts';

const EXPANDABLE = ['payment_intent', 'balance_transaction'] as const;
type Expansions = ReadonlySet<(typeof EXPANDABLE)[number]>;

export const retrieveCharge = endpoint({
  method: 'GET',
  path: '/v1/charges/:id',
  parameters: z.strictObject({ expand: expansions(EXPANDABLE) }),
  answer: ({ ledger, id }, { expand }) => {
    const charge = findCharge(ledger, id);
    if (!charge) throw noSuch('charge', id, 'id', 404);
    return ok(expanded(ledger, charge, expand));
  },
});

export const listCharges = endpoint({
  method: 'GET',
  path: '/v1/charges',
  parameters: z.strictObject({
    ...pageParameters,
    payment_intent: text().optional(),
    expand: expansions(EXPANDABLE, 'data.'),
  }),
  answer: ({ ledger }, { payment_intent, expand, ...input }) => {
    if (payment_intent !== undefined && !findPaymentIntent(ledger, payment_intent))
      throw noSuch('payment_intent', payment_intent, 'payment_intent', 400);
    const where = { payment_intent: only(payment_intent) };
    return ok(listPage(ledger, 'charge', input, (row: ChargeRow) => expanded(ledger, row, expand), where));
  },
});

function expanded(ledger: Ledger, row: ChargeRow, expand: Expansions): Stripe.Charge {
  const charge = presentCharge(ledger, row);
  const intent = expand.has('payment_intent') && findPaymentIntent(ledger, row.payment_intent);
  if (intent) charge.payment_intent = presentPaymentIntent(ledger, intent);
  if (expand.has('balance_transaction') && row.status === 'succeeded')
    charge.balance_transaction = presentBalanceTransaction(row);
  return charge;
}

/** The amount of a charge less Stripe's fee. */
export function presentBalanceTransaction(charge: ChargeRow): Stripe.BalanceTransaction {
  const { id: source, amount, currency, created, description } = charge;
  return presentBalanceChange({
    ...{ id: findBalanceTransaction(charge), amount, created, currency, description, source, type: 'charge' },
    fee: Math.round(amount * feeShare) + feeCents,
    feeDescription: 'Stripe processing fees',
    reporting_category: 'charge',
  });
}

/** Stripe's standard price for cards in the United States. */
const feeShare = 0.029;
const feeCents = 30;
