/** What a purchase keeps of its delivery: the method of a quote, and each order's part of its price. */
import type { DeliveryDays } from '#domain/delivery/promise.ts';
import type { QuotedMethod } from '#domain/delivery/quote.ts';
import type { OrderState } from '#domain/orders/orders.ts';

/** As it was quoted when the purchase was placed; it never changes. */
export type AgreedDelivery = {
  rulesVersion: number;
  zone: { id: string; name: string };
  method: string;
  name: string;
  /** Where the parts are collected; null: they are brought. */
  pickUpAt: string | null;
  priceCents: number;
  /** The first and the last promised day. */
  from: string;
  to: string;
  /** By which they were computed; undefined: of before, as the method has them. */
  days?: DeliveryDays;
  grams: number;
  isWeightEstimated: boolean;
};

export function agreeOnDelivery(
  { zone, key, name, priceCents, days, promise }: QuotedMethod,
  { rulesVersion, ...weight }: Pick<AgreedDelivery, 'rulesVersion' | 'grams' | 'isWeightEstimated'>,
): AgreedDelivery {
  return {
    rulesVersion,
    zone: { id: zone.id, name: zone.name },
    method: key,
    name,
    pickUpAt: zone.pickUpAt,
    priceCents,
    from: promise.from,
    to: promise.to,
    days,
    ...weight,
  };
}

/** In proportion to the parts' prices, in whole cents that add up. */
export function shareDelivery(cents: number, totals: readonly number[]): number[] {
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

type SharedOrder = { id: string; state: OrderState; total_cents: number; delivery_cents: number };

/**
 * When some orders of a purchase are closed, those that stay unpaid take over their part. When none stays, nothing is
 * owed, and each keeps its part: a late payment was of all of it.
 */
export function takeOverDelivery(
  orders: readonly SharedOrder[],
  closedIds: readonly string[],
): { id: string; deliveryCents: number }[] {
  const closed = orders.filter(({ id }) => closedIds.includes(id));
  const rest = orders.filter(({ id, state }) => state === 'unpaid' && !closedIds.includes(id));
  const cents = [...closed, ...rest].reduce((sum, { delivery_cents }) => sum + delivery_cents, 0);
  if (rest.length === 0 || cents === 0) return [];
  const shares = shareDelivery(
    cents,
    rest.map(({ total_cents }) => total_cents),
  );
  return [
    ...closed.map(({ id }) => ({ id, deliveryCents: 0 })),
    ...rest.map(({ id }, index) => ({ id, deliveryCents: shares[index] ?? 0 })),
  ];
}
