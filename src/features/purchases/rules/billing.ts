/** Who an invoice is for, when that is not simply who the parts go to. */
import type { Address, AddressInput } from '#delivery/rules/address-fields.ts';
import { checkAddress, formatAddress, nameCountry } from '#delivery/rules/addresses.ts';
import type { FieldError } from '#kernel/refusals.ts';

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

/** As it is kept: in capitals, without spaces and marks, and with its country's prefix; or what is wrong. */
export function checkVatNumber(text: string, country: string): { vatNumber: string } | { message: string } {
  const compact = text.toUpperCase().replace(/[\s./-]/g, '');
  const own = formats.get(country);
  // a company may be registered in another country than the one in which it gets its invoices
  const prefixed = [...(own ? [own] : []), ...formats.values()].find(
    ({ prefix, format }) =>
      prefix !== '' && compact.startsWith(prefix) && format.test(compact.slice(prefix.length)),
  );
  if (prefixed) return { vatNumber: compact };
  if (own?.format.test(compact)) return { vatNumber: own.prefix + compact };
  if (own) {
    return {
      message: `This is not a VAT number of ${nameCountry(country)}, which looks like ${own.example}`,
    };
  }
  const isPlausible = /^(?=.*[0-9])[A-Z0-9]{4,20}$/.test(compact);
  return isPlausible ? { vatNumber: compact } : { message: 'This is not a VAT number' };
}

/** Country; prefix; what follows it; an example of that. The European Union's are those of VIES, its system of exchange. */
const rows = [
  'AT;AT;U\\d{8};U12345678',
  'BE;BE;[01]\\d{9};0123456789',
  'BG;BG;\\d{9,10};123456789',
  'CY;CY;\\d{8}[A-Z];12345678X',
  'CZ;CZ;\\d{8,10};12345678',
  'DE;DE;\\d{9};123456789',
  'DK;DK;\\d{8};12345678',
  'EE;EE;\\d{9};123456789',
  'GR;EL;\\d{9};123456789',
  'ES;ES;[A-Z0-9]\\d{7}[A-Z0-9];X1234567X',
  'FI;FI;\\d{8};12345678',
  'FR;FR;[A-HJ-NP-Z0-9]{2}\\d{9};12345678901',
  'HR;HR;\\d{11};12345678901',
  'HU;HU;\\d{8};12345678',
  'IE;IE;\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2};1234567X',
  'IT;IT;\\d{11};12345678901',
  'LT;LT;\\d{9}(?:\\d{3})?;123456789',
  'LU;LU;\\d{8};12345678',
  'LV;LV;\\d{11};12345678901',
  'MT;MT;\\d{8};12345678',
  'NL;NL;\\d{9}B\\d{2};123456789B01',
  'PL;PL;\\d{10};1234567890',
  'PT;PT;\\d{9};123456789',
  'RO;RO;\\d{2,10};1234567890',
  'SE;SE;\\d{10}01;123456789001',
  'SI;SI;\\d{8};12345678',
  'SK;SK;\\d{10};1234567890',
  'XI;XI;(?:\\d{9}|\\d{12}|(?:GD|HA)\\d{3});123456789', // Northern Ireland
  'GB;GB;(?:\\d{9}|\\d{12}|(?:GD|HA)\\d{3});123456789',
  'CH;CHE;\\d{9}(?:MWST|TVA|IVA)?;123456789MWST',
  'NO;NO;\\d{9}(?:MVA)?;123456789MVA',
  'BD;;\\d{9}(?:\\d{4})?;1234567890123',
  'IN;;\\d{2}[A-Z]{5}\\d{4}[A-Z][A-Z0-9]Z[A-Z0-9];22AAAAA0000A1Z5',
  'AU;;\\d{11};12345678901',
  'NZ;;\\d{8,9};123456789',
  'ZA;;4\\d{9};4123456789',
];

const formats: ReadonlyMap<string, { prefix: string; format: RegExp; example: string }> = new Map(
  rows.map((row) => {
    const [country = '', prefix = '', format = '', example = ''] = row.split(';');
    return [country, { prefix, format: new RegExp(`^${format}$`), example: prefix + example }];
  }),
);
