/** Reads from a request where its parts go, and how. */
import type { Address, AddressInput } from '#domain/delivery/address-fields.ts';
import { checkAddress } from '#domain/delivery/addresses.ts';
import { type Billing, type BillingInput, checkBilling } from '#domain/invoices/billing.ts';
import { dollarsToCents } from '#domain/money.ts';
import { type FieldError, isRefused, type Refusal } from '#domain/refusals.ts';
import type { DeliveryRequest } from '#shop/delivery/agree-delivery.ts';

type DeliveryBody = {
  address?: AddressInput | undefined;
  location?: string | undefined;
  phone?: string | undefined;
  deliveryMethod?: string | undefined;
  deliveryPrice?: number | undefined;
  billing?: BillingInput | undefined;
};

/** Refuses: invalid-input, with the fields of the address or of the billing. */
export function readWantedDelivery({
  location,
  phone,
  deliveryMethod,
  deliveryPrice,
  ...body
}: DeliveryBody): { wantedDelivery: DeliveryRequest; phone: string; billing: Billing | undefined } | Refusal {
  const address = body.address && readAddress(body.address);
  if (isRefused(address)) return address;
  const ownPhone = address?.phone ?? phone ?? '';
  const billing = body.billing && checkBilling(body.billing, ownPhone);
  if (Array.isArray(billing)) return refuseFields('billing', billing);
  const seenPrice = deliveryPrice === undefined ? undefined : dollarsToCents(deliveryPrice);
  return {
    wantedDelivery: { address, location, method: deliveryMethod, seenPrice },
    phone: ownPhone,
    billing,
  };
}

/** Refuses: invalid-input, with the fields of the address. */
export function readAddress(input: AddressInput): Address | Refusal {
  const address = checkAddress(input);
  return Array.isArray(address) ? refuseFields('address', address) : address;
}

function refuseFields(parent: string, fields: readonly FieldError[]): Refusal {
  const errors = fields.map(({ path, message }) => ({ path: `${parent}.${path}`, message }));
  return { refused: 'invalid-input', errors };
}
