/** Puts a part into a basket, or more of a part that is in it. */
import { countBasketLines, raiseBasketLine, setBasketLine } from '#basket/database/basket.ts';
import { maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketChange, type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import { findPart } from '#catalogue/database/parts.ts';
import { countSoldOutRequests } from '#catalogue/database/sold-out-requests.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type BasketAddition = {
  owner: BasketOwner;
  partId: string;
  /** Undefined: the smallest order, and one more where the part is in the basket already. */
  quantity: number | undefined;
  at: Date;
};

/** Returns the basket's id. Refuses: part-not-found, part-not-for-sale, basket-full, too-many-baskets. */
export async function addToBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner, partId, quantity, at }: BasketAddition,
): Promise<string | Refusal> {
  const change: BasketChange['change'] = async (transaction, basketId) => {
    const part = await findPart(transaction, partId);
    if (!part) return { refused: 'part-not-found' };
    const { price_cents: seenPrice, minimum_order: minimum } = part;
    if (part.off_sale_at !== null || seenPrice === null) return { refused: 'part-not-for-sale' };
    if (part.stock < minimum) await countSoldOutRequests(transaction, { partIds: [partId], at });
    if (await raiseBasketLine(transaction, basketId, { partId, quantity: quantity ?? 1, seenPrice }))
      return undefined;
    if ((await countBasketLines(transaction, basketId)) >= maxBasketLines)
      return { refused: 'basket-full', limit: maxBasketLines };
    await setBasketLine(transaction, basketId, {
      partId,
      quantity: quantity ?? minimum,
      seenPrice,
      addedAt: at,
    });
    return undefined;
  };
  return await changeBasket({ db }, { owner, at, change });
}
