/** Presents a basket: its lines with the parts as they are now. */
import type { z } from 'zod';
import type { basketSchema } from '#contract/basket.ts';
import type { BasketLineRow } from '#database/basket.ts';
import { checkLine, computeLineTotal } from '#domain/basket/baskets.ts';
import { choosePartImage } from '#domain/catalogue/part-image.ts';
import { centsToDollars } from '#domain/money.ts';
import * as paths from '#domain/paths.ts';
import { explainRefusal } from '#domain/refusals.ts';
import type { Basket } from '#shop/basket/view-basket.ts';

type PresentedBasket = z.infer<typeof basketSchema>;

export function presentBasket({ lines, isMerged, leftOut }: Basket): PresentedBasket {
  const totals = lines.map(({ offer, quantity }) => computeLineTotal(offer, quantity));
  return {
    lines: lines.map(presentLine),
    total: centsToDollars(totals.reduce((sum, total) => sum + total, 0)),
    merged: isMerged,
    leftOut,
  };
}

function presentLine({ part, offer, quantity, seenPrice }: BasketLineRow): PresentedBasket['lines'][number] {
  const refusal = checkLine(offer, quantity);
  const { unitPrice, offSale } = offer;
  return {
    partsId: part.id,
    partsName: part.name,
    partsImg: choosePartImage(part),
    partsPage: offSale ? null : paths.part(part),
    quantity,
    available_quantity: part.stock,
    minimum_order: part.minimum_order,
    price: offSale || unitPrice === null ? null : centsToDollars(unitPrice),
    seenPrice: centsToDollars(seenPrice),
    total: centsToDollars(computeLineTotal(offer, quantity)),
    problem: refusal ? { refused: refusal.refused, detail: explainRefusal(refusal) } : null,
  };
}
