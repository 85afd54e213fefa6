/** What search engines read of a part's delivery: schema.org's OfferShippingDetails, by zone. */
import { type DeliveredLine, quoteZone } from '#delivery/rules/quote.ts';
import { type DeliveryRules, type DeliveryZone, everyCountry } from '#delivery/rules/rules.ts';

const maxZones = 4;
const maxAreas = 12;

/** Without days of the calendar: search engines keep it for weeks. */
export function makeShippingDetails(
  rules: DeliveryRules,
  { lines, now }: { lines: readonly DeliveredLine[]; now: Date },
) {
  const zones = rules.zones.filter(
    (zone) => zone.areas.length <= maxAreas && selectDescribable(zone).length > 0,
  );
  return zones.slice(0, maxZones).flatMap((zone) =>
    quoteZone(rules, { zone, lines, now })
      .slice(0, 1)
      .map(({ priceCents, days }) => ({
        '@type': 'OfferShippingDetails',
        shippingRate: { '@type': 'MonetaryAmount', value: priceCents / 100, currency: 'USD' },
        shippingDestination: makeDestination(zone),
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          transitTime: {
            '@type': 'QuantitativeValue',
            minValue: days.from,
            maxValue: days.to,
            unitCode: 'DAY',
          },
        },
      })),
  );
}

/** Towns and districts are not among what schema.org describes. */
function selectDescribable({ areas }: DeliveryZone) {
  return areas.filter(({ town, district }) => !town && !district);
}

/** Undefined: everywhere. */
function makeDestination(zone: DeliveryZone) {
  const areas = selectDescribable(zone);
  if (areas.some(({ country }) => country === everyCountry)) return undefined;
  return areas.map(({ country, region, postcode }) => ({
    '@type': 'DefinedRegion',
    addressCountry: country,
    addressRegion: region || undefined,
    postalCodePrefix: postcode || undefined,
  }));
}
