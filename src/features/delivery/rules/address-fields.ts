/** What an address consists of; without the rules of countries, which browsers need not load. */

/** The fields that a country may or may not have. `line1` and `line2` are one text: forms call it Location. */
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

/** By which the zone of an address is found, besides its country. */
export const placeFieldNames = ['region', 'town', 'district', 'postcode'] as const;

/** Of a postcode that its country does not require. */
export const postcodeReason = 'the price and the days of delivery depend on it';

/** `country` is a code of ISO 3166-1, `region` the code of a listed region, or its name. What is empty is left out. */
export type Address = { country: string; name: string; line1: string; phone: string } & Partial<
  Record<AddressFieldName, string>
>;

export type AddressInput = Partial<Record<AddressFieldName | 'country' | 'phone', string>>;

export type AddressField = {
  name: Exclude<AddressFieldName, 'line2'>;
  label: string;
  isRequired: boolean;
  /** A text of several lines. */
  isMultiline?: true;
  example?: string;
  /** How its text looks, as a regular expression that capitals do not matter for, and what is said of any other. */
  shape?: { pattern: string; message: string };
  /** Undefined: any text. */
  options?: Region[];
};

export type Region = { code: string; name: string };

/** Of a location as text. */
export const maxLocationLength = 500;

/** Of `line1` and `line2` together, so that the other fields find room in a location. */
export const maxLinesLength = 300;

/** Street, house and what a driver needs, as one text. */
export function joinLines({ line1 = '', line2 = '' }: Pick<AddressInput, 'line1' | 'line2'>): string {
  return splitText(`${line1}\n${line2}`).join('\n');
}

/** The first line is `line1`, whatever follows `line2`: who reads both has all of it. */
export function splitLines(text: string): { line1: string; line2?: string } {
  const [line1 = '', ...others] = splitText(text);
  return others.length === 0 ? { line1 } : { line1, line2: others.join('\n') };
}

function splitText(text: string): string[] {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .filter((line) => line !== '');
}
