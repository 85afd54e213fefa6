/** When an order arrives, and what it bears of the price of its purchase's delivery. */
import { type AgreedDelivery, promiseWhenPaid } from '#delivery/rules/agreed-delivery.ts';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import type { Cents } from '#kernel/money.ts';
import { isClosedUnpaid, type OrderState } from '#purchases/rules/orders.ts';

/** When an order arrives. */
export type OrderPromise = {
  from: string;
  to: string;
  /** Its buyer collects it. */
  isPickUp: boolean;
  /** The days hold if it is paid by then; null: it was, and they are kept. */
  ifPaid: { by: Date; timeZone: string } | null;
};

type PromisedOrder = {
  state: OrderState;
  expires_at: Date;
  promised_from: string | null;
  promised_by: string | null;
};

/** `rules`: those that the purchase was quoted by; only for unpaid orders. Null: the order is closed. */
export function promiseOrder(
  { state, expires_at, promised_from, promised_by }: PromisedOrder,
  {
    delivery,
    isPickUp,
    rules,
  }: { delivery: AgreedDelivery; isPickUp: boolean; rules: DeliveryRules | undefined },
  at: Date,
): OrderPromise | null {
  if (isClosedUnpaid(state)) return null;
  const promise = state === 'unpaid' && rules && promiseWhenPaid(rules, delivery, at);
  if (!promise) {
    // one that the release before made paid has the days of when it was placed
    return { from: promised_from ?? delivery.from, to: promised_by ?? delivery.to, isPickUp, ifPaid: null };
  }
  const by = promise.orderBy < expires_at ? promise.orderBy : expires_at;
  return { from: promise.from, to: promise.to, isPickUp, ifPaid: { by, timeZone: rules.calendar.timeZone } };
}

/** In proportion to the parts' prices, in whole cents that add up. */
export function shareDelivery(cents: Cents, totals: readonly number[]): number[] {
  const whole = BigInt(totals.reduce((sum, total) => sum + total, 0));
  let before = 0n;
  let shared = 0n;
  return totals.map((total) => {
    before += BigInt(total);
    const until = (BigInt(cents) * before) / whole;
    const share = until - shared;
    shared = until;
    return Number(share);
  });
}

/** All orders of a purchase, with what each bore of the price of delivery when they were placed. */
export function restoreShares<Order extends { total_cents: Cents }>(
  orders: readonly Order[],
  { delivery }: { delivery: AgreedDelivery | null },
): (Order & { delivery_cents: Cents })[] {
  const totals = orders.map(({ total_cents }) => total_cents);
  const shares = shareDelivery(delivery?.priceCents ?? 0, totals);
  return orders.map((order, index) => ({ ...order, delivery_cents: shares[index] ?? 0 }));
}

/**
 * When some orders of a purchase are closed, those that stay unpaid bear the price of delivery, which is `cents` then. When
 * none stays, nothing is owed, and each keeps its part: a late payment was of all of it.
 */
export function shareAmongRest(
  orders: readonly { id: string; state: OrderState; total_cents: Cents }[],
  { closedIds, cents }: { closedIds: readonly string[]; cents: Cents },
): { id: string; deliveryCents: Cents }[] {
  const closed = orders.filter(({ id }) => closedIds.includes(id));
  const rest = orders.filter(({ id, state }) => state === 'unpaid' && !closedIds.includes(id));
  if (rest.length === 0) return [];
  const totals = rest.map(({ total_cents }) => total_cents);
  const shares = shareDelivery(cents, totals);
  return [
    ...closed.map(({ id }) => ({ id, deliveryCents: 0 })),
    ...rest.map(({ id }, index) => ({ id, deliveryCents: shares[index] ?? 0 })),
  ];
}
