/** What a purchase keeps of its delivery: the method of a quote, and what it costs of what is left. */
import { computePromise, type DeliveryDays, type DeliveryPromise } from '#delivery/rules/promise.ts';
import {
  type DeliveredLine,
  findMethod,
  measureLines,
  priceMethod,
  quoteDelivery,
} from '#delivery/rules/quote.ts';
import type { DeliveryMethod, DeliveryRules } from '#delivery/rules/rules.ts';
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
