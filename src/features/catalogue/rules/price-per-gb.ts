/** The price per gigabyte, exact and formatted. */
import { type Cents, formatUnitPrice } from '#kernel/money.ts';

export function computePricePerGb(priceInCents: Cents, capacityGb: number | undefined): number | undefined {
  return capacityGb === undefined || capacityGb <= 0 ? undefined : priceInCents / capacityGb;
}

/** Between a tenth of a cent and $100: disks cost a few cents, old memory up to $60. */
export function isPlausiblePerGb(centsPerGb: number): boolean {
  return centsPerGb >= 0.1 && centsPerGb <= 10_000;
}

export function formatPricePerGb(centsPerGb: number): string {
  return formatUnitPrice(centsPerGb / 100);
}
