/** What a purchase keeps of its delivery: the method of a quote, and each order's part of its price. */
import { computePromise, type DeliveryDays, type DeliveryPromise } from '#features/delivery/rules/promise.ts';
import {
  type DeliveredLine,
  findMethod,
  measureLines,
  priceMethod,
  type QuotedMethod,
  quoteDelivery,
} from '#features/delivery/rules/quote.ts';
import type { DeliveryMethod, DeliveryRules } from '#features/delivery/rules/rules.ts';
import { isClosedUnpaid, type OrderState } from '#features/purchases/rules/orders.ts';
import type { Cents } from '#kernel/money.ts';
import { isRefused } from '#kernel/refusals.ts';

/** As it was quoted when the purchase was placed; it never changes. What it costs of orders that are left is in the purchase. */
export type AgreedDelivery = {
  rulesVersion: number;
  zone: { id: string; name: string };
  method: string;
  name: string;
  priceCents: Cents;
  /** The first and the last day that were promised if it was paid at once. */
  from: string;
  to: string;
  /** By which they were computed; undefined: of before, as the method has them. */
  days?: DeliveryDays;
  grams: number;
  isWeightEstimated: boolean;
  /** Of one unit of each part, by its id; undefined: of before. */
  unitGrams?: Record<string, number>;
};

export function agreeOnDelivery(
  { zone, key, name, priceCents, days, promise }: QuotedMethod,
  {
    rulesVersion,
    ...weight
  }: Pick<AgreedDelivery, 'rulesVersion' | 'grams' | 'isWeightEstimated' | 'unitGrams'>,
): AgreedDelivery {
  return {
    rulesVersion,
    zone: { id: zone.id, name: zone.name },
    method: key,
    name,
    priceCents,
    from: promise.from,
    to: promise.to,
    days,
    ...weight,
  };
}

/** Of the rules that the purchase was quoted by. Undefined: the default rules, which no version keeps, had it in an earlier release. */
function findAgreedMethod(
  { zones }: DeliveryRules,
  { zone, method }: Pick<AgreedDelivery, 'zone' | 'method'>,
): DeliveryMethod | undefined {
  const agreed = zones.find(({ id }) => id === zone.id);
  return agreed && findMethod(agreed, method);
}

/** When parts arrive that are paid at that moment, for only then they leave. */
export function promiseWhenPaid(
  rules: DeliveryRules,
  delivery: AgreedDelivery,
  at: Date,
): DeliveryPromise | undefined {
  const days = delivery.days ?? findAgreedMethod(rules, delivery)?.days;
  return days && computePromise(at, days, rules.calendar);
}

type LeftLines = { delivery: AgreedDelivery; isText: boolean; lines: readonly DeliveredLine[]; now: Date };

/** What delivery costs of lines of the purchase, in cents. `isText`: of a location as text. Undefined: nobody knows any more. */
export function repriceDelivery(
  rules: DeliveryRules,
  { delivery, isText, lines, now }: LeftLines,
): number | undefined {
  const method = findAgreedMethod(rules, delivery);
  const price = method && priceMethod(method, measureLines(rules, lines));
  // of before: it was quoted as if it was in the default zone
  if (!isText || !delivery.days) return price;
  const quote = quoteDelivery(rules, { address: undefined, lines, now });
  const brought = isRefused(quote) ? undefined : quote.methods.find(({ zone }) => zone.pickUpAt === null);
  return brought?.priceCents ?? price;
}

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

type SharedOrder = { id: string; state: OrderState; total_cents: Cents };

/**
 * When some orders of a purchase are closed, those that stay unpaid bear the price of delivery, which is `cents` then. When
 * none stays, nothing is owed, and each keeps its part: a late payment was of all of it.
 */
export function shareAmongRest(
  orders: readonly SharedOrder[],
  { closedIds, cents }: { closedIds: readonly string[]; cents: Cents },
): { id: string; deliveryCents: Cents }[] {
  const closed = orders.filter(({ id }) => closedIds.includes(id));
  const rest = orders.filter(({ id, state }) => state === 'unpaid' && !closedIds.includes(id));
  if (rest.length === 0) return [];
  const shares = shareDelivery(
    cents,
    rest.map(({ total_cents }) => total_cents),
  );
  return [
    ...closed.map(({ id }) => ({ id, deliveryCents: 0 })),
    ...rest.map(({ id }, index) => ({ id, deliveryCents: shares[index] ?? 0 })),
  ];
}
