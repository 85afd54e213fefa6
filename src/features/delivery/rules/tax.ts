/** The tax that is included in prices: of a sum at one rate, never of its lines; and where it is due. */
import type { Address } from '#delivery/rules/address-fields.ts';
import type { Cents } from '#kernel/money.ts';

/** `rate` in hundredths of a percent and tenths of them: 1500 is 15 %, 887.5 is 8.875 %. */
export type Tax = { name: string; rate: number };

/** 100 %. */
export const maxTaxRate = 10_000;

/**
 * Of an amount that includes it, in cents, rounded half up (EN 16931, BR-CO-17: on the sum at a rate). Never negative, and
 * never less for a greater amount.
 */
export function computeTax(cents: Cents, tax: Tax | null): number {
  if (!tax) return 0;
  const rate = BigInt(Math.round(tax.rate * 10));
  const base = BigInt(maxTaxRate * 10) + rate;
  return Number((2n * BigInt(cents) * rate + base) / (2n * base));
}

/** 'VAT 15%', 'Sales tax 8.875%' */
export function formatTax(tax: Tax): string {
  const { name, rate } = presentTax(tax);
  return `${name} ${rate}%`;
}

/** 'incl. 15% VAT': beside a price. */
export function formatIncludedTax(tax: Tax): string {
  return `incl. ${presentTax(tax).rate}% ${tax.name}`;
}

/** The rate in percent, as it is sent. */
export function presentTax({ name, rate }: Tax) {
  return { name, rate: Math.round(rate * 10) / 1000 };
}

/** A tax as it was sent. */
export function readTax({ name, rate }: Tax): Tax {
  return { name, rate: Math.round(rate * 1000) / 10 };
}

/** `region`: as addresses have it; empty in countries without. */
export type TaxPlace = { country: string; region: string };

/** Where the parts go; what is collected stays in the shop's country. Undefined: nobody knows the country of a location as text. */
export function findTaxPlace(
  { address, pick_up_at }: { address: Address | null; pick_up_at: string | null },
  homeCountry: string,
): TaxPlace | undefined {
  if (address) return { country: address.country, region: address.region ?? '' };
  return pick_up_at === null ? undefined : { country: homeCountry, region: '' };
}
