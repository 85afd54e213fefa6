/** Chooses the delivery of a purchase that is being placed. */
import type { Category } from '#catalogue/rules/parts.ts';
import type { Address } from '#delivery/rules/address-fields.ts';
import { formatLocation } from '#delivery/rules/addresses.ts';
import type { AgreedDelivery } from '#delivery/rules/agreed-delivery.ts';
import { chooseMethod, type DeliveredLine, quoteDelivery, weighUnit } from '#delivery/rules/quote.ts';
import type { StoredRules } from '#delivery/rules/rules.ts';
import type { Tax } from '#delivery/rules/tax.ts';
import { isPostcodeMissing, postcodeMissing } from '#delivery/rules/zones.ts';
import type { Cents } from '#kernel/money.ts';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';
import { wording } from '#kernel/wording.ts';

export type DeliveryRequest = {
  /** Undefined: a location as text. */
  address: Address | undefined;
  /** Undefined: what is collected needs none. */
  location: string | undefined;
  /** The key of a quoted method; undefined: the cheapest that brings the parts. */
  method: string | undefined;
  /** The price in cents that the buyer saw. */
  seenPrice: Cents | undefined;
};

export type DeliveryAgreement = {
  address: Address | undefined;
  location: string;
  /** Null: the parts are brought. */
  pickUpAt: string | null;
  delivery: AgreedDelivery;
  tax: Tax | null;
};

type OrderedPart = {
  part: { id: string; category: Category; weight_grams: number | null };
  quantity: number;
  total: Cents;
};

/**
 * Refuses: not-delivered-there, too-heavy-to-deliver, delivery-method-gone, delivery-price-changed,
 * invalid-input (location, address, address.postcode).
 */
export function agreeDelivery(
  { version, rules }: StoredRules,
  { wanted, lines, at }: { wanted: DeliveryRequest; lines: readonly OrderedPart[]; at: Date },
): DeliveryAgreement | Refusal {
  const quote = quoteDelivery(rules, {
    address: wanted.address,
    location: wanted.location,
    lines: lines.map(describeLine),
    now: at,
  });
  const method = isRefused(quote) ? quote : chooseMethod(quote, wanted.method);
  const isCollected = !isRefused(method) && method.zone.pickUpAt !== null;
  if (!isCollected && wanted.address && isPostcodeMissing(rules, wanted.address)) return postcodeMissing;
  if (isRefused(quote) || isRefused(method)) return method as Refusal;
  const { zone, key, name, priceCents, days, promise } = method;
  if (wanted.seenPrice !== undefined && wanted.seenPrice !== priceCents) {
    return { refused: 'delivery-price-changed', price: priceCents / 100 };
  }
  const location = describeLocation(wanted, zone.pickUpAt);
  if (location === undefined) return refuseField('location', wording.messages.location);
  return {
    address: zone.pickUpAt === null ? wanted.address : undefined,
    location,
    pickUpAt: zone.pickUpAt,
    delivery: {
      rulesVersion: version,
      zone: { id: zone.id, name: zone.name },
      method: key,
      name,
      priceCents,
      from: promise.from,
      to: promise.to,
      days,
      grams: quote.grams,
      isWeightEstimated: quote.isWeightEstimated,
      unitGrams: Object.fromEntries(
        lines.map((line) => [line.part.id, weighUnit(rules, describeLine(line))]),
      ),
    },
    tax: zone.tax,
  };
}

function describeLine({ part, quantity, total }: OrderedPart): DeliveredLine {
  return { category: part.category, weightGrams: part.weight_grams, quantity, totalCents: total };
}

function describeLocation(
  { address, location }: DeliveryRequest,
  pickUpAt: string | null,
): string | undefined {
  if (pickUpAt !== null) return `To be collected: ${pickUpAt}`;
  return address ? formatLocation(address) : location;
}
