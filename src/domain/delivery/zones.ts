/** Which zone serves an address: the one with the most specific area. */
import { nameRegion } from '#domain/delivery/addresses.ts';
import {
  type DeliveryArea,
  type DeliveryRules,
  type DeliveryZone,
  everyCountry,
} from '#domain/delivery/rules.ts';

export type ServedAddress = { country: string } & Partial<Record<'region' | 'postcode', string | undefined>>;

/**
 * The longest matching beginning of a postcode wins over a region, a region over the whole country, the country over
 * every country. No two areas are the same, so that there is one winner. Undefined: nobody delivers there.
 */
export function findZone(rules: DeliveryRules, address: ServedAddress): DeliveryZone | undefined {
  let best: { zone: DeliveryZone; rank: number } | undefined;
  for (const zone of rules.zones) {
    for (const area of zone.areas) {
      const rank = rankArea(area, address);
      if (rank > (best?.rank ?? 0)) best = { zone, rank };
    }
  }
  return best?.zone;
}

export function findDefaultZone({ zones, defaultZone }: DeliveryRules): DeliveryZone {
  const zone = zones.find(({ id }) => id === defaultZone);
  if (!zone) throw new Error(`There is no zone ${defaultZone}`);
  return zone;
}

/** Those to which parts are brought, the default one first. */
export function listServedZones(rules: DeliveryRules): DeliveryZone[] {
  const defaultZone = findDefaultZone(rules);
  const others = rules.zones.filter((zone) => zone !== defaultZone && zone.pickUpAt === null);
  return [defaultZone, ...others];
}

/** Also where only a part of it is. */
export function isCountryServed({ zones }: DeliveryRules, country: string): boolean {
  return zones.some(({ areas }) =>
    areas.some((area) => area.country === country || area.country === everyCountry),
  );
}

export function listPickUpZones({ zones }: DeliveryRules): DeliveryZone[] {
  return zones.filter(({ pickUpAt }) => pickUpAt !== null);
}

/** 0: does not match. */
function rankArea(area: DeliveryArea, { country, region, postcode }: ServedAddress): number {
  if (area.country === everyCountry) return 1;
  if (area.country !== country) return 0;
  if (area.postcode) {
    return compact(postcode).startsWith(compact(area.postcode)) ? 3 + compact(area.postcode).length : 0;
  }
  if (area.region) return isSameRegion(country, area.region, region) ? 3 : 0;
  return 2;
}

function isSameRegion(country: string, wanted: string, region: string | undefined): boolean {
  if (!region) return false;
  const names = [region, nameRegion(country, region)].map((name) => name.toLowerCase());
  return names.includes(wanted.toLowerCase());
}

/** 'sw1a 2aa' and 'SW1A2AA' are one postcode. */
function compact(postcode: string | undefined): string {
  return (postcode ?? '').toUpperCase().replace(/[\s-]/g, '');
}
