/** Refunds: statuses, how much of a payment can be refunded, and which orders of its purchase a refund is of. */
import { type Cents, centsToDollars, type Dollars, dollarsToCents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { isClosedUnpaid, type OrderState } from '#purchases/rules/orders.ts';
import { computeTotal, sumTotals } from '#purchases/rules/purchases.ts';

export const refundStatuses = ['pending', 'succeeded', 'failed'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** What the list can show alone: a status, or failed ones that were not made since then. */
export const refundFilters = [...refundStatuses, 'to-repeat'] as const;

/** A succeeded refund may fail weeks later, when the bank returns it. */
export const refundTransitions = {
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
} as const satisfies Record<RefundStatus, readonly RefundStatus[]>;

export function canRefundTransition(from: RefundStatus, to: RefundStatus): boolean {
  return (refundTransitions[from] as readonly RefundStatus[]).includes(to);
}

/** `ofOtherMerchants`: cents of pending refunds in other accounts of the provider. */
export type Refundable = { amount: Cents; units: number; isDisputed: boolean; ofOtherMerchants: Cents };

type EarlierRefund = {
  status: RefundStatus;
  amount_cents: Cents;
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
  const ofOtherMerchants = effective.filter(
    ({ status, elsewhere_at }) => status === 'pending' && elsewhere_at !== null,
  );
  return {
    amount: paid - sumAmounts(effective),
    ofOtherMerchants: sumAmounts(ofOtherMerchants),
    units: quantity - returned.reduce((sum, { returned_units }) => sum + returned_units, 0),
    isDisputed: disputes.some(({ is_refundable }) => !is_refundable),
  };
}

function sumAmounts(refunds: readonly { amount_cents: Cents }[]): number {
  return refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** Refuses: order-not-refundable (nothing is left), order-disputed, refund-too-large, too-many-units. */
export function decideRefund(
  left: Refundable,
  {
    amount = left.amount,
    returnedUnits,
    state,
  }: { amount?: Cents | undefined; returnedUnits: number; state: string },
): { amount: Cents } | Refusal {
  if (left.amount <= 0) return { refused: 'order-not-refundable', state };
  if (left.isDisputed) return { refused: 'order-disputed' };
  if (amount > left.amount) return { refused: 'refund-too-large', remaining: centsToDollars(left.amount) };
  if (returnedUnits > left.units) return { refused: 'too-many-units', remaining: left.units };
  return { amount };
}

/** What an administrator most likely means: an order that never left, and is refunded whole, goes back into the stock. */
export function suggestReturnedUnits(
  left: { amount: Dollars; units: number },
  { amount, isShipped }: { amount: Dollars; isShipped: boolean },
): number {
  return !isShipped && dollarsToCents(amount) === dollarsToCents(left.amount) ? left.units : 0;
}

/** What a refund gives back of one order, in cents, and the units that go back to the stock once it has succeeded. */
export type RefundLine = { orderId: string; amount: Cents; returnedUnits: number };

type PaidOrder = {
  id: string;
  state: OrderState;
  total_cents: Cents;
  delivery_cents: Cents;
  updated_at: Date;
};

/**
 * A late payment is of the orders that were closed last, as many as it could have paid together. When it is of one order or
 * of another amount, all of it is of the order that it names. Its units are in the stock already.
 */
export function planLateRefund(
  orders: readonly PaidOrder[],
  { amount, namedId }: { amount: Cents; namedId: string },
): RefundLine[] {
  const closed = orders.filter(({ state }) => isClosedUnpaid(state));
  const times = [...new Set(closed.map(({ updated_at }) => updated_at.getTime()))].sort((a, b) => b - a);
  const last = times
    .map((time) => closed.filter(({ updated_at }) => updated_at.getTime() >= time))
    .find((orders) => sumTotals(orders) === amount);
  if (!last || last.length < 2 || orders.some(({ state }) => state === 'unpaid'))
    return [{ orderId: namedId, amount, returnedUnits: 0 }];
  return last.map((order) => ({ orderId: order.id, amount: computeTotal(order), returnedUnits: 0 }));
}

/** In cents: what can still be refunded, and the same if none of the pending refunds succeeds. */
export function computeLeft(
  total: Cents,
  refunds: readonly { status: RefundStatus; amount_cents: Cents }[],
): { left: number; leftOfSucceeded: number } {
  const sum = (statuses: readonly RefundStatus[]) =>
    sumAmounts(refunds.filter(({ status }) => statuses.includes(status)));
  return { left: total - sum(['pending', 'succeeded']), leftOfSucceeded: total - sum(['succeeded']) };
}

/** `left`: what is not refunded of each order yet; `leftOfSucceeded`: the same without pending refunds. */
export type RefundedOrder = { id: string; left: number; leftOfSucceeded: number };

/**
 * A refund that the shop requests, or did not record: somebody made it at the provider, or the shop before a restored
 * backup. It is of the order that it names, or of the one of which just so much is left, or else of one after the other. Pending
 * refunds come first, unless the rest would not fit. Nothing is left of a payment that paid no order: it is of the order
 * that the payment names.
 */
export function planRefund(
  orders: readonly RefundedOrder[],
  { amount, orderId, namedId }: { amount: Cents; orderId?: string | undefined; namedId: string },
): RefundLine[] {
  const only =
    orders.find(({ id, left }) => id === orderId && left >= amount) ??
    orders.find(({ left }) => left === amount);
  if (only) return [{ orderId: only.id, amount, returnedUnits: 0 }];
  const amounts = new Map<string, number>();
  let rest = amount;
  const take = (id: string, limit: number) => {
    const taken = Math.min(Math.max(limit, 0), rest);
    if (taken > 0) amounts.set(id, (amounts.get(id) ?? 0) + taken);
    rest -= taken;
  };
  for (const { id, left } of orders) take(id, left);
  for (const { id, leftOfSucceeded } of orders) take(id, leftOfSucceeded - (amounts.get(id) ?? 0));
  const ids = amounts.size > 0 ? [...amounts.keys()] : [namedId];
  // the provider lets nobody refund more than was paid
  return ids.map((id) => ({ orderId: id, amount: amounts.get(id) ?? amount, returnedUnits: 0 }));
}

export type ProviderRefund = {
  id: string;
  paymentId: string | undefined;
  refundId: string | undefined;
  /** The order that it names; none when somebody made it at the provider. */
  orderId?: string | undefined;
  status: RefundStatus;
  amount: Cents;
  failure: string | undefined;
};
