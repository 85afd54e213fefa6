/** Baskets: their limits, how two become one, and what is wrong with a line. */
import type { OrderablePart } from '#catalogue/rules/orderable-part.ts';
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusals.ts';

export const maxBasketLines = 50;

/** The same as an order's. */
export const maxLineQuantity = 1_000_000;

/** How long a visitor's basket is kept that nobody looks at. */
export const basketLifetimeDays = 30;

export type BasketLine = {
  partId: string;
  quantity: number;
  /** In cents, when the line was put in or its quantity changed. */
  seenPrice: Cents;
  addedAt: Date;
};

/** The larger quantity of each part, never the sum: a second merge changes nothing. The latest lines stay. */
export function mergeBaskets(
  one: readonly BasketLine[],
  other: readonly BasketLine[],
): { lines: BasketLine[]; leftOut: number } {
  const lines = new Map<string, BasketLine>();
  for (const line of [...one, ...other]) {
    const known = lines.get(line.partId);
    lines.set(line.partId, known ? mergeLines(known, line) : line);
  }
  const merged = [...lines.values()].sort(compareLines);
  return { lines: merged.slice(0, maxBasketLines), leftOut: Math.max(0, merged.length - maxBasketLines) };
}

/** The price of the later line: it was seen last. */
function mergeLines(one: BasketLine, other: BasketLine): BasketLine {
  const difference = one.addedAt.getTime() - other.addedAt.getTime() || one.seenPrice - other.seenPrice;
  const later = difference > 0 ? one : other;
  return { ...later, quantity: Math.max(one.quantity, other.quantity) };
}

/** The latest first; of the same time, by the part. */
function compareLines(one: BasketLine, other: BasketLine): number {
  return other.addedAt.getTime() - one.addedAt.getTime() || (one.partId < other.partId ? -1 : 1);
}

/** Whether the owner of `before` has to be told: lines came in, quantities grew or lines were left out. */
export function hasMergeChanged(before: readonly BasketLine[], merged: readonly BasketLine[]): boolean {
  const quantities = new Map(before.map(({ partId, quantity }) => [partId, quantity]));
  const isSame = (line: BasketLine) => quantities.get(line.partId) === line.quantity;
  return before.length > 0 && (merged.length !== before.length || !merged.every(isSame));
}

/** Refuses: part-not-for-sale, out-of-stock, below-minimum-order. */
export function checkLine(part: OrderablePart, quantity: number): Refusal | undefined {
  if (part.offSale || part.unitPrice === null) return { refused: 'part-not-for-sale' };
  if (part.stock < part.minimumOrder) return { refused: 'out-of-stock', available: 0 };
  if (quantity < part.minimumOrder) return { refused: 'below-minimum-order', minimum: part.minimumOrder };
  if (quantity > part.stock) return { refused: 'out-of-stock', available: part.stock };
  return undefined;
}

/** In cents; 0 for a part that nobody can buy at the moment. */
export function computeLineTotal(part: OrderablePart, quantity: number): number {
  const isAvailable = !part.offSale && part.stock >= part.minimumOrder;
  return isAvailable ? (part.unitPrice ?? 0) * quantity : 0;
}
