/** What a gigabyte costs, exactly and as it is shown. */

/** Cents per gigabyte, not rounded, so that sorting by it is exact; undefined without a capacity. */
export function computePricePerGb(priceInCents: number, capacityGb: number | undefined): number | undefined {
  return capacityGb === undefined || capacityGb <= 0 ? undefined : priceInCents / capacityGb;
}

/** '$2.97' from a dollar up, '$0.075' below, where tenths of a cent tell drives apart. */
export function formatPricePerGb(centsPerGb: number): string {
  const dollars = centsPerGb / 100;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}
