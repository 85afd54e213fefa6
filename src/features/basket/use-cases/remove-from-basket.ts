/** Takes a part out of a basket, or all parts. */
import { deleteBasketLines, lockBasket, updateBasket } from '#basket/database/basket.ts';
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** `partId` undefined: everything. A part that is not in the basket is no failure. Returns the basket's id. */
export async function removeFromBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner: { personId, basketId }, partId, at }: { owner: BasketOwner; partId: string | undefined; at: Date },
): Promise<string | undefined> {
  return await runTransaction(db, async (transaction) => {
    const key = personId !== undefined ? { personId } : basketId !== undefined && { basketId };
    const basket = key && (await lockBasket(transaction, key));
    if (!basket) return undefined;
    await deleteBasketLines(transaction, basket.id, partId === undefined ? undefined : [partId]);
    await updateBasket(transaction, basket.id, { used_at: at, merged_at: null, left_out: 0 });
    return basket.id;
  });
}
