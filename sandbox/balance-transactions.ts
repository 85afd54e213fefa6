/** Balance transactions: what a charge or a dispute did to the shop's balance, and the call that reads one. */

import type Stripe from 'stripe';
import { z } from 'zod';
import { balanceTransactionOf, type ChargeRow, findCharge } from './charges.ts';
import { type DisputeRow, movementsOf } from './disputes.ts';
import { endpoint, ok } from './endpoint.ts';
import { noSuch } from './errors.ts';
import { expansions } from './parameters.ts';
import type { Ledger } from './store.ts';

export const retrieveBalanceTransaction = endpoint({
  method: 'GET',
  path: '/v1/balance_transactions/:id',
  callers: ['server'],
  parameters: z.strictObject({ expand: expansions([]) }),
  answer: ({ ledger, id }) => {
    const found = ofCharge(ledger, id) ?? ofDispute(ledger, id);
    if (!found) throw noSuch('balance_transaction', id, 'id', 404);
    return ok(found);
  },
});

/** What a charge brought, less the provider's fee. */
export function presentBalanceTransaction(charge: ChargeRow): Stripe.BalanceTransaction {
  const { amount, currency, created } = charge;
  const fee = Math.round(amount * FEE_SHARE) + FEE;
  return {
    id: balanceTransactionOf(charge),
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

/** A share of the amount, and cents. Source: Stripe's standard price for cards in the United States. */
const FEE_SHARE = 0.029;
const FEE = 30;

function ofCharge(ledger: Ledger, id: string): Stripe.BalanceTransaction | undefined {
  const charge = findCharge(ledger, id.replace('txn_', 'ch_'));
  return charge?.status === 'succeeded' ? presentBalanceTransaction(charge) : undefined;
}

function ofDispute({ sql }: Ledger, id: string): Stripe.BalanceTransaction | undefined {
  const row = sql.get`select * from disputes where withdrawal = ${id} or reinstatement = ${id}` as
    | DisputeRow
    | undefined;
  return row && movementsOf(row).find((movement) => movement.id === id);
}
