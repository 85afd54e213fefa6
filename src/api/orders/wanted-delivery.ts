/** Reads from a request where its parts go, and how. */
import type { Address, AddressInput } from '#domain/delivery/address-fields.ts';
import { checkAddress } from '#domain/delivery/addresses.ts';
import { dollarsToCents } from '#domain/money.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { DeliveryRequest } from '#shop/delivery/agree-delivery.ts';

type DeliveryBody = {
  address?: AddressInput | undefined;
  location?: string | undefined;
  phone?: string | undefined;
  deliveryMethod?: string | undefined;
  deliveryPrice?: number | undefined;
};

/** Refuses: invalid-input, with the fields of the address. */
export function readWantedDelivery({
  location,
  phone,
  deliveryMethod,
  deliveryPrice,
  ...body
}: DeliveryBody): { wantedDelivery: DeliveryRequest; phone: string } | Refusal {
  const address = body.address && readAddress(body.address);
  if (isRefused(address)) return address;
  const seenPrice = deliveryPrice === undefined ? undefined : dollarsToCents(deliveryPrice);
  return {
    wantedDelivery: { address, location, method: deliveryMethod, seenPrice },
    phone: address?.phone ?? phone ?? '',
  };
}

/** Refuses: invalid-input, with the fields of the address. */
export function readAddress(input: AddressInput): Address | Refusal {
  const address = checkAddress(input);
  if (!Array.isArray(address)) return address;
  const errors = address.map(({ path, message }) => ({ path: `address.${path}`, message }));
  return { refused: 'invalid-input', errors };
}
