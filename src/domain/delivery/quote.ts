/** What delivery costs and when it arrives, of a purchase's lines by the owner's rules. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { nameCountry } from '#domain/delivery/addresses.ts';
import { computePromise, type DeliveryPromise } from '#domain/delivery/promise.ts';
import type { DeliveryMethod, DeliveryRules, DeliveryZone } from '#domain/delivery/rules.ts';
import { findDefaultZone, findZone, listPickUpZones, type ServedAddress } from '#domain/delivery/zones.ts';
import type { Refusal } from '#domain/refusals.ts';

export type DeliveredLine = {
  category: Category;
  /** Of one unit; null: it is estimated by the category. */
  weightGrams: number | null;
  quantity: number;
  totalCents: number;
};

/** At its price of now. */
export function makeDeliveredLine(
  part: { category: Category; weight_grams: number | null; price_cents: number | null },
  quantity: number,
): DeliveredLine {
  const totalCents = (part.price_cents ?? 0) * quantity;
  return { category: part.category, weightGrams: part.weight_grams, quantity, totalCents };
}

/** `key` names the method among those of all zones. */
export type QuotedMethod = {
  key: string;
  name: string;
  zone: Pick<DeliveryZone, 'id' | 'name' | 'pickUpAt' | 'tax'>;
  priceCents: number;
  promise: DeliveryPromise;
};

export type DeliveryQuote = {
  /** The cheapest first, then the quickest; those where buyers collect their parts come last. */
  methods: QuotedMethod[];
  grams: number;
  /** True when a part has no weight of its own. */
  isWeightEstimated: boolean;
};

/** `address`: undefined for a location as text, which is in the default zone. Refuses: not-delivered-there, too-heavy-to-deliver. */
export function quoteDelivery(
  rules: DeliveryRules,
  { address, lines, now }: { address: ServedAddress | undefined; lines: readonly DeliveredLine[]; now: Date },
): DeliveryQuote | Refusal {
  const zone = address ? findZone(rules, address) : findDefaultZone(rules);
  const weight = weighLines(rules, lines);
  const methods = [...(zone ? [zone] : []), ...listPickUpZones(rules)].flatMap((quoted) =>
    quoteZone(rules, { zone: quoted, lines, now }),
  );
  if (methods.length > 0) return { methods, ...weight };
  if (!zone) return { refused: 'not-delivered-there', country: nameCountry(address?.country ?? '') };
  return { refused: 'too-heavy-to-deliver', grams: weight.grams };
}

/** The methods of one zone that can have the lines, the cheapest first, then the quickest. */
export function quoteZone(
  rules: DeliveryRules,
  { zone, lines, now }: { zone: DeliveryZone; lines: readonly DeliveredLine[]; now: Date },
): QuotedMethod[] {
  const { grams } = weighLines(rules, lines);
  const value = lines.reduce((sum, { totalCents }) => sum + totalCents, 0);
  return zone.methods
    .filter(({ maxGrams }) => maxGrams === null || grams <= maxGrams)
    .map((method) => quoteMethod(rules, { zone, method, grams, value, now }))
    .sort(compareMethods);
}

export function findQuotedMethod(
  { id: zoneId, methods }: DeliveryZone,
  { key }: QuotedMethod,
): DeliveryMethod {
  const method = methods.find(({ id }) => key === `${zoneId}.${id}`);
  if (!method) throw new Error(`There is no delivery method ${key}`);
  return method;
}

/** `key`: undefined for the cheapest that is brought. Refuses: delivery-method-gone. */
export function chooseMethod({ methods }: DeliveryQuote, key: string | undefined): QuotedMethod | Refusal {
  const method = methods.find((one) => (key === undefined ? one.zone.pickUpAt === null : one.key === key));
  return method ?? { refused: 'delivery-method-gone' };
}

/** In cents. */
export function priceMethod(
  { pricedBy, prices, freeFromCents }: DeliveryMethod,
  { grams, value }: { grams: number; value: number },
): number {
  if (freeFromCents !== null && value >= freeFromCents) return 0;
  const measure = pricedBy === 'weight' ? grams : value;
  return prices.findLast(({ from }) => from <= measure)?.priceCents ?? 0;
}

export function estimateGrams(rules: DeliveryRules, category: Category): number {
  return rules.weights[category] ?? getDefinition(category).typicalGrams;
}

function weighLines(rules: DeliveryRules, lines: readonly DeliveredLine[]) {
  const grams = lines.reduce(
    (sum, { category, weightGrams, quantity }) =>
      sum + quantity * (weightGrams ?? estimateGrams(rules, category)),
    0,
  );
  return { grams, isWeightEstimated: lines.some(({ weightGrams }) => weightGrams === null) };
}

function quoteMethod(
  { calendar }: DeliveryRules,
  request: { zone: DeliveryZone; method: DeliveryMethod; grams: number; value: number; now: Date },
): QuotedMethod {
  const { zone, method } = request;
  return {
    key: `${zone.id}.${method.id}`,
    name: method.name,
    zone: { id: zone.id, name: zone.name, pickUpAt: zone.pickUpAt, tax: zone.tax },
    priceCents: priceMethod(method, request),
    promise: computePromise(request.now, method.days, calendar),
  };
}

function compareMethods(one: QuotedMethod, other: QuotedMethod): number {
  return (
    one.priceCents - other.priceCents ||
    one.promise.to.localeCompare(other.promise.to) ||
    one.promise.from.localeCompare(other.promise.from)
  );
}
