/** What may be refunded of a payment, and how a refund goes from asked for to done. */
import { centsToDollars } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A refund never becomes undone, but what had succeeded may fail weeks later, when the bank sends it back. */
export const refundTransitions = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

/** True when the table of moves allows the move. */
export function canRefundTransition(from: RefundStatus, to: RefundStatus): boolean {
  return (refundTransitions[from] as readonly RefundStatus[]).includes(to);
}

/**
 * What is left of an order to give back: cents, and units of its part. Of a disputed payment nothing can be given.
 * `elsewhere`: cents that another account of the provider may give back, or already has; nobody here can tell.
 */
export type Refundable = { amount: number; units: number; isDisputed: boolean; elsewhere: number };

/** The refunds of a payment so far, pending ones included. */
type EarlierRefund = {
  status: RefundStatus;
  amount_cents: number;
  returned_units: number;
  succeeded_at: Date | null;
  elsewhere_at: Date | null;
};

/**
 * What is left of a payment of `paid` cents for `quantity` units; all of its disputes count. A refund that has failed leaves its money to be given
 * back again; its units count as returned when it had succeeded first, because by then they were in the stock again.
 */
export function computeRefundable(
  { paid, quantity }: { paid: number; quantity: number },
  earlier: EarlierRefund[],
  disputes: { is_refundable: boolean }[] = [],
): Refundable {
  const standing = earlier.filter(({ status }) => status !== 'failed');
  const returned = earlier.filter(({ status, succeeded_at }) => status !== 'failed' || succeeded_at !== null);
  const elsewhere = standing.filter(
    ({ status, elsewhere_at }) => status === 'pending' && elsewhere_at !== null,
  );
  return {
    amount: paid - sumAmounts(standing),
    elsewhere: sumAmounts(elsewhere),
    units: quantity - returned.reduce((sum, { returned_units }) => sum + returned_units, 0),
    isDisputed: disputes.some(({ is_refundable }) => !is_refundable),
  };
}

function sumAmounts(refunds: EarlierRefund[]): number {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/**
 * Decides a refund of `amount` cents (all that is left, when undefined).
 * Refuses: order-not-refundable (nothing is left), order-disputed, refund-too-large, too-many-units.
 */
export function decideRefund(
  left: Refundable,
  {
    amount = left.amount,
    returnedUnits,
    state,
  }: { amount?: number | undefined; returnedUnits: number; state: string },
): { amount: number } | Refusal {
  if (left.amount <= 0) return { refused: 'order-not-refundable', state };
  if (left.isDisputed) return { refused: 'order-disputed' };
  if (amount > left.amount) return { refused: 'refund-too-large', remaining: centsToDollars(left.amount) };
  if (returnedUnits > left.units) return { refused: 'too-many-units', remaining: left.units };
  return { amount };
}

/** What the provider says of a refund; `amount` in cents. */
export type ProviderRefund = {
  id: string;
  /** The provider's id of the payment. */
  paymentId: string | undefined;
  /** The shop's own id of it, unless it was made at the provider. */
  refundId: string | undefined;
  status: RefundStatus;
  amount: number;
  failure: string | undefined;
};
