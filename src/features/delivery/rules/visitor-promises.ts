/** What pages say of delivery to visitors whose address is not known: days and price of each zone. */
import { computePromise, type DeliveryPromise } from '#delivery/rules/promise.ts';
import { type DeliveredLine, type QuotedMethod, quoteZone } from '#delivery/rules/quote.ts';
import type { DeliveryRules, DeliveryZone } from '#delivery/rules/rules.ts';
import { findDefaultZone, listPickUpZones } from '#delivery/rules/zones.ts';

/** `next`: the days of what is ordered from `promise.orderBy` on. */
export type VisitorPromise = QuotedMethod & { next: DeliveryPromise };

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
    if (!method) return [];
    return [{ ...method, next: computePromise(method.promise.orderBy, method.days, rules.calendar) }];
  });
}
