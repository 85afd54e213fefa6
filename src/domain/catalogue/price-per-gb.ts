/** The price per gigabyte, exact and formatted. */

/** Cents, not rounded, so that sorting is exact; undefined without a capacity. */
export function computePricePerGb(priceInCents: number, capacityGb: number | undefined): number | undefined {
  return capacityGb === undefined || capacityGb <= 0 ? undefined : priceInCents / capacityGb;
}

/** '$2.97' from a dollar up, '$0.075' below, where tenths of a cent matter. */
export function formatPricePerGb(centsPerGb: number): string {
  const dollars = centsPerGb / 100;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}
