/** A saved address as it is shown and sent. */
import type { Address } from '#domain/delivery/address-fields.ts';
import { formatAddress } from '#domain/delivery/addresses.ts';

export function presentSavedAddress({
  id,
  address,
  is_default,
}: {
  id: string;
  address: Address;
  is_default: boolean;
}) {
  return { _id: id, address, lines: formatAddress(address), isDefault: is_default };
}
