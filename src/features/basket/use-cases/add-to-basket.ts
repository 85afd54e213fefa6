/** Puts a part into a basket, or more of a part that is in it. */
import { countBasketLines, raiseBasketLine, setBasketLine } from '#basket/database/basket.ts';
import { maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import { findPart } from '#catalogue/database/parts.ts';
import { countSoldOutRequests } from '#catalogue/database/sold-out-requests.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Database } from '#platform/database/connect.ts';
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
  return await changeBasket(
    { db },
    { owner, at, change: (transaction, basketId) => add(transaction, basketId, { partId, quantity, at }) },
  );
}

async function add(
  db: Database,
  basketId: string,
  { partId, quantity, at }: Omit<BasketAddition, 'owner'>,
): Promise<Refusal | undefined> {
  const part = await findPart(db, partId);
  if (!part) return { refused: 'part-not-found' };
  const { price_cents: seenPrice, minimum_order: minimum } = part;
  if (part.off_sale_at !== null || seenPrice === null) return { refused: 'part-not-for-sale' };
  if (part.stock < minimum) await countSoldOutRequests(db, { partIds: [partId], at });
  if (await raiseBasketLine(db, basketId, { partId, quantity: quantity ?? 1, seenPrice })) return undefined;
  if ((await countBasketLines(db, basketId)) >= maxBasketLines)
    return { refused: 'basket-full', limit: maxBasketLines };
  await setBasketLine(db, basketId, { partId, quantity: quantity ?? minimum, seenPrice, addedAt: at });
  return undefined;
}
