/** What an address consists of; without the rules of countries, which browsers need not load. */

/** The fields that a country may or may not have; `line2` goes with `line1`. */
export const addressFieldNames = [
  'name',
  'line1',
  'line2',
  'district',
  'town',
  'region',
  'postcode',
] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

/** `country` is a code of ISO 3166-1, `region` the code of a listed region, or its name. What is empty is left out. */
export type Address = { country: string; name: string; line1: string; phone: string } & Partial<
  Record<AddressFieldName, string>
>;

export type AddressInput = Partial<Record<AddressFieldName | 'country' | 'phone', string>>;

export type AddressField = {
  name: AddressFieldName;
  label: string;
  isRequired: boolean;
  example?: string;
  /** Undefined: any text. */
  options?: Region[];
};

export type Region = { code: string; name: string };

/** Of a location as text. */
export const maxLocationLength = 500;
