/** Refunds: money of a charge that goes back to the buyer; pending, succeeded or failed. */
import type Stripe from 'stripe';
import { type Ledger, type MoneyRow, makeTable, nulls, pick } from '../ledger/ledger.ts';

export type RefundRow = MoneyRow & {
  charge: string;
  payment_intent: string;
  reason: string | null;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason: string | null;
};

const refunds = makeTable<RefundRow>('refunds', 'refund', 're');
export const { add: addRefund, find: findRefund, get: getRefund, save: saveRefund } = refunds;

/** The refunded cents of a charge, pending ones included; failed refunds do not count. */
export function sumRefunded(ledger: Ledger, charge: string): number {
  const sum = ledger.sql.get`
    select coalesce(sum(amount), 0) as amount from refunds where charge = ${charge} and status <> 'failed'`;
  return Number(sum?.amount);
}

export function presentRefund(row: RefundRow): Stripe.Refund {
  return {
    ...pick(row, 'id', 'amount', 'charge', 'created', 'currency', 'payment_intent', 'reason', 'status'),
    object: 'refund',
    ...nulls('balance_transaction', 'customer', 'customer_account', 'payment_method'),
    ...nulls('receipt_number', 'source_transfer_reversal', 'transfer_reversal'),
    destination_details: {
      card: {
        reference_status: row.status === 'succeeded' ? 'available' : 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    ...(row.failure_reason !== null && { failure_reason: row.failure_reason }),
    metadata: JSON.parse(row.metadata),
    ...(row.status === 'pending' && { pending_reason: 'processing' }),
  };
}
