/** Who an invoice is for, when that is not simply who the parts go to. */
import type { Address, AddressInput } from '#domain/delivery/address-fields.ts';
import { checkAddress, formatAddress } from '#domain/delivery/addresses.ts';
import { checkVatNumber } from '#domain/invoices/vat-numbers.ts';
import type { FieldError } from '#domain/refusals.ts';

export type Billing = { address: Address; company?: string; vatNumber?: string };

export type BillingInput = {
  address: AddressInput;
  company?: string | undefined;
  vatNumber?: string | undefined;
};

/** `phone`: where the buyer is called, unless the address has a number of its own. */
export function checkBilling(
  { address: input, company, vatNumber: typed }: BillingInput,
  phone: string,
): Billing | FieldError[] {
  const address = checkAddress({ ...input, phone: input.phone || phone });
  const checked: { vatNumber?: string; message?: string } = typed
    ? checkVatNumber(typed, (input.country ?? '').trim().toUpperCase())
    : {};
  const errors = [
    ...(Array.isArray(address)
      ? address.map(({ path, message }) => ({ path: `address.${path}`, message }))
      : []),
    ...(checked.message === undefined ? [] : [{ path: 'vatNumber', message: checked.message }]),
  ];
  if (Array.isArray(address) || errors.length > 0) return errors;
  const { vatNumber } = checked;
  return { address, ...(company && { company }), ...(vatNumber && { vatNumber }) };
}

/** The lines of an invoice's head: the company above the address, its number below. */
export function formatBilling({ company, vatNumber, address }: Billing): string[] {
  return [
    ...(company ? [company] : []),
    ...formatAddress(address),
    ...(vatNumber ? [formatVatNumber(vatNumber)] : []),
  ];
}

export function formatVatNumber(vatNumber: string): string {
  return `VAT number: ${vatNumber}`;
}
