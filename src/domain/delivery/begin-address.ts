/** What the form of an address begins with, of what is known about a person. */
import { type Address, type AddressInput, splitLines } from '#domain/delivery/address-fields.ts';

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
  return address ?? { country: homeCountry, name, phone, ...(location && splitLines(location)) };
}
