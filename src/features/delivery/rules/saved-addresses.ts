/** A saved address as it is shown and sent. */
import { type Address, type AddressInput, splitLines } from '#delivery/rules/address-fields.ts';
import { formatAddress } from '#delivery/rules/addresses.ts';

type SavedAddress = { id: string; address: Address; is_default: boolean };

export function presentSavedAddress({ id, address, is_default }: SavedAddress) {
  return { _id: id, address, lines: formatAddress(address), isDefault: is_default };
}

export type KnownAddress = {
  name: string;
  /** The newest that parts were sent to. */
  address: Address | null;
  /** From before there were addresses, or of the profile. */
  location: string;
  phone: string;
};

export function beginAddress(
  { name, address, location, phone }: KnownAddress,
  homeCountry: string,
): AddressInput & { country: string } {
  return address ?? { country: homeCountry, name, phone, ...(location && splitLines(location)) };
}
