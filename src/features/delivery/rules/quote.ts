/** What delivery costs and when it arrives, of a purchase's lines by the owner's rules. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { addressFieldNames } from '#delivery/rules/address-fields.ts';
import { nameCountry } from '#delivery/rules/addresses.ts';
import { findNamedCountry } from '#delivery/rules/place-names.ts';
import { computePromise, type DeliveryDays, type DeliveryPromise } from '#delivery/rules/promise.ts';
import type { DeliveryMethod, DeliveryRules, DeliveryZone } from '#delivery/rules/rules.ts';
import { formatTax, presentTax } from '#delivery/rules/tax.ts';
import {
  findZone,
  isCountryServed,
  isPostcodeDecisive,
  isPostcodeMissing,
  listPickUpZones,
  listServedZones,
  postcodeMissing,
  type ServedAddress,
} from '#delivery/rules/zones.ts';
import { type Cents, centsToDollars } from '#kernel/money.ts';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';

export type DeliveredLine = {
  category: Category;
  /** Of one unit; null: it is estimated by the category. */
  weightGrams: number | null;
  quantity: number;
  totalCents: Cents;
};

/** At its price of now. */
export function makeDeliveredLine(
  part: { category: Category; weight_grams: number | null; price_cents: Cents | null },
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
  priceCents: Cents;
  /** By which the promise was computed. */
  days: DeliveryDays;
  promise: DeliveryPromise;
};

export type DeliveryQuote = {
  /** The cheapest first, then the quickest; those where buyers collect their parts come last. */
  methods: QuotedMethod[];
  /** Why the parts cannot be brought, where they can be collected. */
  notBrought: Refusal | undefined;
  /** Although the country does not require it. Without it the methods are those of the other places. */
  isPostcodeRequired: boolean;
  grams: number;
  /** True when a part has no weight of its own. */
  isWeightEstimated: boolean;
};

export type QuoteRequest = {
  /** Undefined: a location as text. */
  address: ServedAddress | undefined;
  /** The text; undefined while it is not known. */
  location?: string | undefined;
  lines: readonly DeliveredLine[];
  now: Date;
};

/**
 * Refuses: not-delivered-there, too-heavy-to-deliver; invalid-input (address) of a location as text where taxes differ, and
 * (address.postcode) where only a postcode could say whether anybody delivers there.
 */
export function quoteDelivery(rules: DeliveryRules, request: QuoteRequest): DeliveryQuote | Refusal {
  const weight = weighLines(rules, request.lines);
  const brought = request.address
    ? quoteAddress(rules, { ...request, address: request.address })
    : quoteLocation(rules, request);
  const collected = listPickUpZones(rules).flatMap((zone) => quoteZone(rules, { ...request, zone }));
  const notBrought = isRefused(brought) ? brought : undefined;
  const methods = [...(isRefused(brought) ? [] : brought), ...collected];
  const isPostcodeRequired = request.address !== undefined && isPostcodeDecisive(rules, request.address);
  if (methods.length > 0) return { methods, notBrought, isPostcodeRequired, ...weight };
  return notBrought ?? { refused: 'too-heavy-to-deliver', grams: weight.grams };
}

/** The methods of one zone that can have the lines, the cheapest first, then the quickest. */
export function quoteZone(
  rules: DeliveryRules,
  { zone, lines, now }: Pick<QuoteRequest, 'lines' | 'now'> & { zone: DeliveryZone },
): QuotedMethod[] {
  const { grams, value } = measureLines(rules, lines);
  return zone.methods
    .filter(({ maxGrams }) => maxGrams === null || grams <= maxGrams)
    .map((method) => quoteMethod(rules, { zone, method, grams, value, now }))
    .sort(compareMethods);
}

export function findMethod({ id: zoneId, methods }: DeliveryZone, key: string): DeliveryMethod | undefined {
  return methods.find(({ id }) => key === `${zoneId}.${id}`);
}

/** `key`: undefined for the cheapest that is brought. Refuses: as the quote says why nothing is brought; delivery-method-gone. */
export function chooseMethod(
  { methods, notBrought }: DeliveryQuote,
  key: string | undefined,
): QuotedMethod | Refusal {
  const method = methods.find((one) => (key === undefined ? one.zone.pickUpAt === null : one.key === key));
  return method ?? notBrought ?? { refused: 'delivery-method-gone' };
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

function quoteAddress(
  rules: DeliveryRules,
  { address, ...request }: QuoteRequest & { address: ServedAddress },
): QuotedMethod[] | Refusal {
  const zone = findZone(rules, address);
  if (!zone && isPostcodeMissing(rules, address)) return postcodeMissing;
  if (!zone) return { refused: 'not-delivered-there', country: nameCountry(address.country) };
  return quoteZone(rules, { ...request, zone });
}

/**
 * A text may be of any zone: of the cheapest method of each the dearest, with the latest days of all. So nobody saves, and no
 * promise is broken, by sending a text.
 */
function quoteLocation(
  rules: DeliveryRules,
  { location = '', ...request }: QuoteRequest,
): QuotedMethod[] | Refusal {
  const country = findNamedCountry(location);
  if (country && !isCountryServed(rules, country)) {
    return { refused: 'not-delivered-there', country: nameCountry(country) };
  }
  const zones = listServedZones(rules);
  const taxes = new Set(zones.map(({ tax }) => tax && formatTax(tax)));
  if (taxes.size > 1) return refuseField('address', addressNeeded);
  const cheapest = zones.flatMap((zone) => quoteZone(rules, { ...request, zone }).slice(0, 1));
  const [dearest] = cheapest.toSorted((one, other) => compareMethods(other, one));
  if (!dearest) return [];
  const days = {
    from: Math.max(...cheapest.map(({ days }) => days.from)),
    to: Math.max(...cheapest.map(({ days }) => days.to)),
  };
  return [{ ...dearest, days, promise: computePromise(request.now, days, rules.calendar) }];
}

const addressNeeded = `The tax depends on where the parts go: send “address” with its fields (country, ${addressFieldNames.join(', ')}, phone) instead of “location”`;

/** One unit of the line, in grams. */
export function weighUnit(
  rules: DeliveryRules,
  { category, weightGrams }: Pick<DeliveredLine, 'category' | 'weightGrams'>,
): number {
  return weightGrams ?? estimateGrams(rules, category);
}

/** What prices depend on. */
export function measureLines(rules: DeliveryRules, lines: readonly DeliveredLine[]) {
  const { grams } = weighLines(rules, lines);
  return { grams, value: lines.reduce((sum, { totalCents }) => sum + totalCents, 0) };
}

function weighLines(rules: DeliveryRules, lines: readonly DeliveredLine[]) {
  const grams = lines.reduce((sum, line) => sum + line.quantity * weighUnit(rules, line), 0);
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
    days: method.days,
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

export function presentQuote({ methods, grams, ...quote }: DeliveryQuote, timeZone: string) {
  const { isPostcodeRequired, isWeightEstimated } = quote;
  return {
    methods: methods.map(presentMethod),
    ...{ timeZone, isPostcodeRequired, weight: grams, isWeightEstimated },
  };
}

/** As the API and pages have it. */
export type PresentedMethod = ReturnType<typeof presentMethod>;

export function presentMethod({ key, name, zone, priceCents, promise }: QuotedMethod) {
  return {
    key,
    name,
    zone: zone.name,
    pickUpAt: zone.pickUpAt,
    price: centsToDollars(priceCents),
    from: promise.from,
    to: promise.to,
    tax: zone.tax && presentTax(zone.tax),
    orderBy: promise.orderBy.toISOString(),
  };
}
