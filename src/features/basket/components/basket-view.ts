/** What pages show of a basket: the basket of the API. */
import type { z } from 'zod';
import type { basketSchema } from '#basket/contract/basket.ts';

export type Basket = z.infer<typeof basketSchema>;
export type BasketLine = Basket['lines'][number];

/** Lines that the total leaves out, because nobody can buy them now. */
export function countUnavailable({ lines }: Basket): number {
  return lines.filter(({ total }) => total === 0).length;
}

/** The nearest quantity that can be ordered now; undefined when none can. */
export function findPossibleQuantity(line: BasketLine): number | undefined {
  const { quantity, available_quantity: stock, minimum_order: minimum, price } = line;
  if (price === null || stock < minimum) return undefined;
  return Math.min(Math.max(quantity, minimum), stock);
}
