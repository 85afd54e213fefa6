/** Balance transactions: money that came in or went out, less Stripe's fee. */
import type Stripe from 'stripe';

/** What differs from one to the next; `fee` in cents. */
type BalanceChange = Pick<
  Stripe.BalanceTransaction,
  'id' | 'amount' | 'created' | 'currency' | 'description' | 'fee' | 'reporting_category' | 'source' | 'type'
> & { feeDescription: string };

export function presentBalanceChange({
  feeDescription: description,
  ...change
}: BalanceChange): Stripe.BalanceTransaction {
  const { amount, created, currency, fee } = change;
  return {
    ...change,
    object: 'balance_transaction',
    available_on: created,
    balance_type: 'payments',
    exchange_rate: null,
    fee_details: [{ amount: fee, application: null, currency, description, type: 'stripe_fee' }],
    net: amount - fee,
    status: 'available',
  };
}
