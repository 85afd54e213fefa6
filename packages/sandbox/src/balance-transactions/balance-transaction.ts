/** The balance transaction of a charge: what it does to the account's balance. */

import type Stripe from 'stripe';
import { type ChargeRow, findBalanceTransaction } from '../charges/charge.ts';

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
