/** What the form of an address shows at first: a person's own address, or an empty one of the shop's country. */
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { findSavedAddresses } from '#delivery/database/saved-addresses.ts';
import { listAddressFields, listCountries } from '#delivery/rules/addresses.ts';
import { beginAddress, presentSavedAddress } from '#delivery/rules/saved-addresses.ts';
import { isCountryServed } from '#delivery/rules/zones.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { findKnownAddress } from '#purchases/database/addresses.ts';

export type AddressForm = Awaited<ReturnType<typeof beginAddressForm>>;

/** `personId`: undefined for a visitor. */
export async function beginAddressForm(
  { db }: Pick<Dependencies, 'db'>,
  { personId }: { personId: string | undefined },
) {
  const { rules } = await findDeliveryRules(db);
  const { homeCountry } = rules;
  const [known, saved] =
    personId === undefined
      ? [undefined, []]
      : await Promise.all([findKnownAddress(db, personId), findSavedAddresses(db, personId)]);
  const begun = known ? beginAddress(known, homeCountry) : { country: homeCountry };
  const values = saved.find(({ is_default }) => is_default)?.address ?? begun;
  const own = [values, ...saved.map(({ address }) => address)].map(({ country }) => country);
  const countries = listCountries();
  const offered = countries.filter(({ code }) => isCountryServed(rules, code) || own.includes(code));
  return {
    countries,
    /** Those that parts are brought to, and those of the person's own addresses; null: all. */
    deliveredTo: offered.length < countries.length ? offered : null,
    values,
    fields: listAddressFields(values.country),
    saved: saved.map(presentSavedAddress),
  };
}
