/** The price per gigabyte, exact and formatted. */

export function computePricePerGb(priceInCents: number, capacityGb: number | undefined): number | undefined {
  return capacityGb === undefined || capacityGb <= 0 ? undefined : priceInCents / capacityGb;
}

export function formatPricePerGb(centsPerGb: number): string {
  const dollars = centsPerGb / 100;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}
