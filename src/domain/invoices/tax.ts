/** The tax that is included in prices: of a sum at one rate, never of its lines. */

/** `rate` in hundredths of a percent: 1500 is 15 %. */
export type Tax = { name: string; rate: number };

/** 100 %. */
export const maxTaxRate = 10_000;

/**
 * Of an amount that includes it, in cents, rounded half up (EN 16931, BR-CO-17: on the sum at a rate). Never negative, and
 * never less for a greater amount.
 */
export function computeTax(cents: number, tax: Tax | null): number {
  if (!tax) return 0;
  const base = BigInt(maxTaxRate + tax.rate);
  return Number((2n * BigInt(cents) * BigInt(tax.rate) + base) / (2n * base));
}

/** 'VAT 15%', 'Sales tax 7.25%' */
export function formatTax({ name, rate }: Tax): string {
  return `${name} ${rate / 100}%`;
}

/** The rate in percent, as it is sent. */
export function presentTax({ name, rate }: Tax) {
  return { name, rate: rate / 100 };
}

/** A tax as it was sent. */
export function readTax({ name, rate }: Tax): Tax {
  return { name, rate: Math.round(rate * 100) };
}
