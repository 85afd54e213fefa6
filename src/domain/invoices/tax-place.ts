/** Where the tax of a purchase is due. */
import type { Address } from '#domain/delivery/address-fields.ts';

/** `region`: as addresses have it; empty in countries without. */
export type TaxPlace = { country: string; region: string };

/** Where the parts go; what is collected stays in the shop's country. Undefined: nobody knows the country of a location as text. */
export function findTaxPlace(
  { address, pick_up_at }: { address: Address | null; pick_up_at: string | null },
  homeCountry: string,
): TaxPlace | undefined {
  if (address) return { country: address.country, region: address.region ?? '' };
  return pick_up_at === null ? undefined : { country: homeCountry, region: '' };
}
