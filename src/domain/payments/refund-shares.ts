/** Which orders of a purchase a refund is of, when it is not requested for one of them. */
import { isClosedUnpaid, type OrderState } from '#domain/orders/orders.ts';
import { computeTotal, sumTotals } from '#domain/orders/purchases.ts';
import type { RefundStatus } from '#domain/payments/refunds.ts';

type PaidOrder = {
  id: string;
  state: OrderState;
  total_cents: number;
  delivery_cents: number;
  updated_at: Date;
};

export type RefundShare = { orderId: string; amount: number };

/**
 * A late payment is of the orders that were closed last, as many as it could have paid together. None when it is of one
 * order or of another amount: then the refund belongs to the order that the payment names.
 */
export function shareLateRefund(orders: readonly PaidOrder[], amount: number): RefundShare[] {
  if (orders.some(({ state }) => state === 'unpaid')) return [];
  const closed = orders.filter(({ state }) => isClosedUnpaid(state));
  const times = [...new Set(closed.map(({ updated_at }) => updated_at.getTime()))].sort((a, b) => b - a);
  for (const time of times) {
    const last = closed.filter(({ updated_at }) => updated_at.getTime() >= time);
    if (sumTotals(last) !== amount) continue;
    return last.length < 2 ? [] : last.map((order) => ({ orderId: order.id, amount: computeTotal(order) }));
  }
  return [];
}

/** In cents: what can still be refunded, and the same if none of the pending refunds succeeds. */
export function computeLeft(
  total: number,
  refunds: readonly { status: RefundStatus; amount_cents: number }[],
): { left: number; leftOfSucceeded: number } {
  const sum = (statuses: readonly RefundStatus[]) =>
    refunds
      .filter(({ status }) => statuses.includes(status))
      .reduce((amount, { amount_cents }) => amount + amount_cents, 0);
  return { left: total - sum(['pending', 'succeeded']), leftOfSucceeded: total - sum(['succeeded']) };
}

/** `left`: what is not refunded of each order yet; `leftOfSucceeded`: the same without pending refunds. */
type RefundedOrder = { id: string; left: number; leftOfSucceeded: number };

/**
 * A refund that the shop did not record: somebody made it at the provider, or the shop before a restored backup. It is of
 * the order that it names, or of the one of which just so much is left, or else of one order after the other. Pending refunds come first, unless the rest would not fit.
 */
export function shareProviderRefund(
  orders: readonly RefundedOrder[],
  { amount, orderId }: { amount: number; orderId?: string | undefined },
): RefundShare[] {
  const only =
    orders.find(({ id, left }) => id === orderId && left >= amount) ??
    orders.find(({ left }) => left === amount);
  if (only) return [{ orderId: only.id, amount }];
  const amounts = new Map<string, number>();
  let rest = amount;
  const take = (id: string, limit: number) => {
    const taken = Math.min(Math.max(limit, 0), rest);
    if (taken > 0) amounts.set(id, (amounts.get(id) ?? 0) + taken);
    rest -= taken;
  };
  for (const { id, left } of orders) take(id, left);
  for (const { id, leftOfSucceeded } of orders) take(id, leftOfSucceeded - (amounts.get(id) ?? 0));
  return [...amounts].map(([orderId, share]) => ({ orderId, amount: share }));
}
