/** When a part runs low, or out. */
import type { AlertKind } from '#kernel/alert-kinds.ts';
import type { Cents } from '#kernel/money.ts';

/** Units; a part with this many or fewer is running low, unless it has a number of its own. */
export const defaultLowStock = 5;

export type StockedPart = {
  id: string;
  stock: number;
  minimum_order: number;
  /** Null: the default. */
  low_stock: number | null;
  price_cents: Cents | null;
  off_sale_at: Date | null;
};

/** Once for each crossing; undefined: none. A part that cannot be ordered any more has run out. */
export function decideStockAlert(before: StockedPart, after: StockedPart): AlertKind | undefined {
  if (after.price_cents === null || after.off_sale_at !== null) return undefined;
  if (isOut(after)) return isOut(before) ? undefined : 'out-of-stock';
  const threshold = after.low_stock ?? defaultLowStock;
  return before.stock > threshold && after.stock <= threshold ? 'low-stock' : undefined;
}

function isOut({ stock, minimum_order }: StockedPart): boolean {
  return stock < minimum_order;
}
