/** Refunds: statuses, and how much of a payment can be refunded. */
import { centsToDollars } from '#domain/money.ts';
import type { Refusal } from '#domain/refusals.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** A succeeded refund may fail weeks later, when the bank returns it. */
export const refundTransitions = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

export function canRefundTransition(from: RefundStatus, to: RefundStatus): boolean {
  return (refundTransitions[from] as readonly RefundStatus[]).includes(to);
}

/** `inOtherAccounts`: cents of pending refunds in other accounts of the provider. */
export type Refundable = { amount: number; units: number; isDisputed: boolean; inOtherAccounts: number };

type EarlierRefund = {
  status: RefundStatus;
  amount_cents: number;
  returned_units: number;
  succeeded_at: Date | null;
  elsewhere_at: Date | null;
};

/** Units of a failed refund stay returned when it had succeeded before: they are in the stock. */
export function computeRefundable(
  { paid, quantity }: { paid: number; quantity: number },
  earlier: EarlierRefund[],
  disputes: { is_refundable: boolean }[] = [],
): Refundable {
  const effective = earlier.filter(({ status }) => status !== 'failed');
  const returned = earlier.filter(({ status, succeeded_at }) => status !== 'failed' || succeeded_at !== null);
  const inOtherAccounts = effective.filter(
    ({ status, elsewhere_at }) => status === 'pending' && elsewhere_at !== null,
  );
  return {
    amount: paid - sumAmounts(effective),
    inOtherAccounts: sumAmounts(inOtherAccounts),
    units: quantity - returned.reduce((sum, { returned_units }) => sum + returned_units, 0),
    isDisputed: disputes.some(({ is_refundable }) => !is_refundable),
  };
}

function sumAmounts(refunds: EarlierRefund[]): number {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** Refuses: order-not-refundable (nothing is left), order-disputed, refund-too-large, too-many-units. */
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

export type ProviderRefund = {
  id: string;
  paymentId: string | undefined;
  refundId: string | undefined;
  /** The order that it names; none when somebody made it at the provider. */
  orderId?: string | undefined;
  status: RefundStatus;
  amount: number;
  failure: string | undefined;
};
