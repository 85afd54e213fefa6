/** What can be ordered of a part, and for how much. */
import { type Cents, maxChargeCents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusals.ts';

/** The most parts that one purchase, or one quote of its delivery, can be of. */
export const maxPurchaseLines = 50;

export type OrderablePart = {
  unitPrice: Cents | null;
  stock: number;
  minimumOrder: number;
  offSale: boolean;
};

export function makeOrderablePart(part: {
  price_cents: Cents | null;
  stock: number;
  minimum_order: number;
  off_sale_at: Date | null;
}): OrderablePart {
  return {
    unitPrice: part.price_cents,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    offSale: part.off_sale_at !== null,
  };
}

export type OrderDecision = { total: Cents; unitPrice: Cents };

/** Refuses: part-not-for-sale, price-changed, below-minimum-order, out-of-stock, total-too-large. */
export function decideUnits(
  part: OrderablePart,
  quantity: number,
  seenPrice: Cents | undefined,
): OrderDecision | Refusal {
  if (part.offSale || part.unitPrice === null) return { refused: 'part-not-for-sale' };
  if (seenPrice !== undefined && seenPrice !== part.unitPrice) {
    return { refused: 'price-changed', price: part.unitPrice / 100 };
  }
  if (quantity < part.minimumOrder) return { refused: 'below-minimum-order', minimum: part.minimumOrder };
  if (quantity > part.stock) return { refused: 'out-of-stock', available: part.stock };
  const total = part.unitPrice * quantity;
  if (total > maxChargeCents) return { refused: 'total-too-large' };
  return { total, unitPrice: part.unitPrice };
}
