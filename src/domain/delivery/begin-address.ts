/** What the form of an address begins with, of what is known about a person. */
import type { Address, AddressInput } from '#domain/delivery/address-fields.ts';
import { maxAddressFieldLength } from '#domain/delivery/addresses.ts';

export type KnownAddress = {
  name: string;
  /** The newest that parts were sent to. */
  address: Address | null;
  /** From before there were addresses, or of the profile. */
  location: string;
  phone: string;
};

export type BegunAddress = AddressInput & { country: string };

export function beginAddress(
  { name, address, location, phone }: KnownAddress,
  homeCountry: string,
): BegunAddress {
  return address ?? { country: homeCountry, name, phone, ...splitLocation(location) };
}

/** The first line of a text, and the others as one; what is too long for a field is left to the person. */
function splitLocation(location: string): AddressInput {
  const [line1 = '', ...others] = location.split('\n').map((line) => line.trim());
  const line2 = others.filter((line) => line !== '').join(', ');
  return Object.fromEntries(
    Object.entries({ line1, line2 }).filter(
      ([, line]) => line !== '' && line.length <= maxAddressFieldLength,
    ),
  );
}
