/** Which zone serves an address: the one with the most specific area. */
import { type placeFieldNames, postcodeReason } from '#delivery/rules/address-fields.ts';
import { listAddressFields, nameRegion, spellPostcode } from '#delivery/rules/addresses.ts';
import { foldName } from '#delivery/rules/place-names.ts';
import {
  type DeliveryArea,
  type DeliveryRules,
  type DeliveryZone,
  everyCountry,
} from '#delivery/rules/rules.ts';
import { refuseField } from '#kernel/refusals.ts';

export type ServedAddress = { country: string } & Partial<
  Record<(typeof placeFieldNames)[number], string | undefined>
>;

/**
 * The longest matching beginning of a postcode wins over a district, a district over a town, a town over a region, a region
 * over the whole country, the country over every country. No two areas are the same, so that there is one winner.
 * Undefined: nobody delivers there.
 */
export function findZone(rules: DeliveryRules, address: ServedAddress): DeliveryZone | undefined {
  return rankZones(rules, address)?.zone;
}

/** No town or district of the address is named in the rules, and some postcodes of its country are in another zone. */
export function isPostcodeDecisive(rules: DeliveryRules, address: ServedAddress): boolean {
  const { country } = address;
  const { zone: usual, rank = 0 } = rankZones(rules, { ...address, postcode: '' }) ?? {};
  const hasOthers = rules.zones.some(
    (zone) => zone !== usual && zone.areas.some((area) => area.country === country && area.postcode),
  );
  return rank < ranks.town && hasOthers && listAddressFields(country).some(({ name }) => name === 'postcode');
}

export function isPostcodeMissing(rules: DeliveryRules, address: ServedAddress): boolean {
  return !address.postcode && isPostcodeDecisive(rules, address);
}

export const postcodeMissing = refuseField('address.postcode', `Postcode is required: ${postcodeReason}`);

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

function rankZones(
  { zones }: DeliveryRules,
  typed: ServedAddress,
): { zone: DeliveryZone; rank: number } | undefined {
  const address = {
    ...typed,
    postcode: typed.postcode && spellPostcode(typed.country, typed.postcode.trim()),
  };
  let best: { zone: DeliveryZone; rank: number } | undefined;
  for (const zone of zones) {
    for (const area of zone.areas) {
      const rank = rankArea(area, address);
      if (rank > (best?.rank ?? 0)) best = { zone, rank };
    }
  }
  return best;
}

/** 0: does not match. */
function rankArea(area: DeliveryArea, { country, region, town, district, postcode }: ServedAddress): number {
  if (area.country === everyCountry) return ranks.everyCountry;
  if (area.country !== country) return 0;
  if (area.postcode) {
    const beginning = compact(area.postcode);
    const beginnings = /^\d/.test(beginning) ? [beginning, country + beginning] : [beginning]; // 'LV-1073'
    const isBegun = beginnings.some((each) => compact(postcode).startsWith(each));
    return isBegun ? ranks.postcode + beginning.length : 0;
  }
  if (area.district) return isSameName(area.district, district) ? ranks.district : 0;
  if (area.town) return isSameName(area.town, town) ? ranks.town : 0;
  if (area.region) return isSameRegion(country, area.region, region) ? ranks.region : 0;
  return ranks.country;
}

const ranks = { everyCountry: 1, country: 2, region: 3, town: 4, district: 5, postcode: 6 };

function isSameName(wanted: string, typed: string | undefined): boolean {
  return foldName(wanted) === foldName(typed ?? '');
}

function isSameRegion(country: string, wanted: string, region: string | undefined): boolean {
  if (!region) return false;
  const spell = (name: string) => [name, nameRegion(country, name)].map((each) => each.toLowerCase());
  return spell(wanted).some((name) => spell(region).includes(name));
}

/** 'sw1a 2aa' and 'SW1A2AA' are one postcode. */
function compact(postcode: string | undefined): string {
  return (postcode ?? '').toUpperCase().replace(/[\s-]/g, '');
}
