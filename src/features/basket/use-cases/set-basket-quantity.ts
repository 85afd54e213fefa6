/** Sets the quantity of a part in a basket; a part that is not in it is put in. */
import { findBasketLines, setBasketLine } from '#basket/database/basket.ts';
import { maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketChange, type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import { findPart } from '#catalogue/database/parts.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type NewQuantity = { owner: BasketOwner; partId: string; quantity: number; at: Date };

/**
 * Any quantity: stock and minimum change, so the basket says what is wrong. Returns the basket's id.
 * Refuses: part-not-found, part-not-for-sale, basket-full, too-many-baskets.
 */
export async function setBasketQuantity(
  { db }: Pick<Dependencies, 'db'>,
  { owner, partId, quantity, at }: NewQuantity,
): Promise<string | Refusal> {
  const change: BasketChange['change'] = async (transaction, basketId) => {
    const part = await findPart(transaction, partId);
    if (!part) return { refused: 'part-not-found' };
    const { price_cents: seenPrice } = part;
    if (part.off_sale_at !== null || seenPrice === null) return { refused: 'part-not-for-sale' };
    const lines = await findBasketLines(transaction, basketId);
    const isKnown = lines.some((line) => line.partId === partId);
    if (!isKnown && lines.length >= maxBasketLines) return { refused: 'basket-full', limit: maxBasketLines };
    await setBasketLine(transaction, basketId, { partId, quantity, seenPrice, addedAt: at });
    return undefined;
  };
  return await changeBasket({ db }, { owner, at, change });
}
