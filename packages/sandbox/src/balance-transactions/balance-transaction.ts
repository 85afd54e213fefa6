/** Balance transactions: what a charge or a dispute does to the account's balance, and the endpoint that reads one. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { type ChargeRow, findBalanceTransaction, findCharge } from '../charges/charge.ts';
import { type DisputeRow, listMovements } from '../disputes/dispute.ts';
import { endpoint, ok } from '../http/endpoint.ts';
import { noSuch } from '../http/errors.ts';
import { expansions } from '../http/parameters.ts';
import type { Ledger } from '../ledger/ledger.ts';

export const retrieveBalanceTransaction = endpoint({
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions([]) }),
  answer: ({ ledger, id }) => {
    const transaction = ofCharge(ledger, id) ?? ofDispute(ledger, id);
    if (!transaction) throw noSuch('balance_transaction', id, 'id', 404);
    return ok(transaction);
  },
});

/** The amount of a charge less Stripe's fee. */
export function presentBalanceTransaction(charge: ChargeRow): Stripe.BalanceTransaction {
  const { amount, currency, created } = charge;
  const fee = Math.round(amount * feeShare) + feeCents;
  return {
    id: findBalanceTransaction(charge),
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: charge.description,
    exchange_rate: null,
    fee,
    fee_details: [
      { amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' },
    ],
    net: amount - fee,
    reporting_category: 'charge',
    source: charge.id,
    status: 'available',
    type: 'charge',
  };
}

/** Stripe's standard price for cards in the United States. */
const feeShare = 0.029;
const feeCents = 30;

function ofCharge(ledger: Ledger, id: string): Stripe.BalanceTransaction | undefined {
  const charge = findCharge(ledger, id.replace('txn_', 'ch_'));
  return charge?.status === 'succeeded' ? presentBalanceTransaction(charge) : undefined;
}

function ofDispute({ sql }: Ledger, id: string): Stripe.BalanceTransaction | undefined {
  const row = sql.get`select * from disputes where withdrawal = ${id} or reinstatement = ${id}` as
    | DisputeRow
    | undefined;
  return row && listMovements(row).find((movement) => movement.id === id);
}
