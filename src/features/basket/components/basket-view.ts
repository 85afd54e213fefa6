/** What the pages of the basket show: the basket of the API, and what the page of the basket adds. */
import type { z } from 'zod';
import type { basketSchema } from '#features/basket/contract/basket.ts';
import type { ZonePromise } from '#features/delivery/components/promise-view.ts';
import type { BasketFitView } from '#features/fit/components/build-view.ts';

export type Basket = z.infer<typeof basketSchema>;
export type BasketLine = Basket['lines'][number];

export type BasketPage = Basket & {
  note: { kind: 'success' | 'warning'; text: string } | undefined;
  /** Whether its parts fit together; undefined: none concern each other. */
  fit: BasketFitView | undefined;
  /** What cannot be a quantity, as it was typed. */
  refusedQuantity: { partId: string; typed: string } | undefined;
  /** Of the lines that can be bought; the default one first. */
  deliveryZones: ZonePromise[];
  /** 'incl. 15% VAT' */
  includedTax: string | undefined;
};

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
