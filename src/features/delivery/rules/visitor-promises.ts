/** What pages say of delivery to visitors whose address is not known: days and price of each zone. */
import { computePromise } from '#delivery/rules/promise.ts';
import { type DeliveredLine, type QuotedMethod, quoteZone } from '#delivery/rules/quote.ts';
import type { DeliveryRules, DeliveryZone } from '#delivery/rules/rules.ts';
import { findDefaultZone, listPickUpZones } from '#delivery/rules/zones.ts';
import type { Cents } from '#kernel/money.ts';

/** The days of what is ordered before `orderBy`, and of what is ordered from then on until `next.orderBy`. */
export type VisitorPromise = {
  zone: string;
  isPickUp: boolean;
  priceCents: Cents;
  from: string;
  to: string;
  orderBy: Date;
  next: { from: string; to: string; orderBy: Date };
};

type Wanted = { lines: readonly DeliveredLine[]; now: Date };

/**
 * By the cheapest method of the default zone, which is that of who does not choose; to be collected where nothing can be
 * brought there. Undefined: neither is possible.
 */
export function promiseToVisitor(rules: DeliveryRules, wanted: Wanted): VisitorPromise | undefined {
  const zones = [findDefaultZone(rules), ...listPickUpZones(rules)];
  return promiseZones(rules, zones, wanted)[0];
}

/** As `promiseToVisitor`, then those of all other zones in the owner's order. */
export function promiseToEachZone(rules: DeliveryRules, wanted: Wanted): VisitorPromise[] {
  const defaultZone = findDefaultZone(rules);
  const others = rules.zones.filter((zone) => zone !== defaultZone);
  return promiseZones(rules, [defaultZone, ...others], wanted);
}

function promiseZones(
  rules: DeliveryRules,
  zones: readonly DeliveryZone[],
  { lines, now }: Wanted,
): VisitorPromise[] {
  return zones.flatMap((zone) => {
    const [method] = quoteZone(rules, { zone, lines, now });
    return method ? [promiseMethod(rules, method)] : [];
  });
}

function promiseMethod(
  rules: DeliveryRules,
  { zone, priceCents, days, promise }: QuotedMethod,
): VisitorPromise {
  return {
    zone: zone.name,
    isPickUp: zone.pickUpAt !== null,
    priceCents,
    ...promise,
    next: computePromise(promise.orderBy, days, rules.calendar),
  };
}
