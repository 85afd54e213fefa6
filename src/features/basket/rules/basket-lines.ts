/** A basket as it is shown: its lines with the parts as they are now. */
import { checkLine, computeLineTotal } from '#basket/rules/baskets.ts';
import type { OrderablePart } from '#catalogue/rules/orderable-part.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { type Cents, centsToDollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import { explainRefusal } from '#kernel/refusals.ts';

type StoredBasket = { lines: StoredLine[]; isMerged: boolean; leftOut: number };

type StoredLine = {
  part: Parameters<typeof choosePartImage>[0] & {
    id: string;
    name: string;
    slug: string;
    stock: number;
    minimum_order: number;
  };
  offer: OrderablePart;
  quantity: number;
  seenPrice: Cents;
};

export function presentBasket({ lines, isMerged, leftOut }: StoredBasket) {
  const totals = lines.map(({ offer, quantity }) => computeLineTotal(offer, quantity));
  return {
    lines: lines.map(presentLine),
    total: centsToDollars(totals.reduce((sum, total) => sum + total, 0)),
    merged: isMerged,
    leftOut,
  };
}

function presentLine({ part, offer, quantity, seenPrice }: StoredLine) {
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
