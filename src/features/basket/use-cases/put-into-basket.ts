/** Puts several parts into a basket at once: of a build, or of an earlier purchase. */
import { findBasketLines, setBasketLine } from '#basket/database/basket.ts';
import { type BasketLine, maxBasketLines } from '#basket/rules/baskets.ts';
import { type BasketChange, type BasketOwner, changeBasket } from '#basket/use-cases/change-basket.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

type AddedLine = Omit<BasketLine, 'addedAt'>;

/**
 * All of them or none, of each part the larger quantity: once more changes nothing. Returns the basket's id. Refuses:
 * basket-full, too-many-baskets.
 */
export async function putIntoBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner, lines: added, at }: { owner: BasketOwner; lines: readonly AddedLine[]; at: Date },
): Promise<string | Refusal> {
  const change: BasketChange['change'] = async (transaction, basketId) => {
    const lines = new Map((await findBasketLines(transaction, basketId)).map((line) => [line.partId, line]));
    const newLines = added.filter(({ partId }) => !lines.has(partId));
    if (lines.size + newLines.length > maxBasketLines)
      return { refused: 'basket-full', limit: maxBasketLines };
    for (const { partId, quantity, seenPrice } of added) {
      const line = lines.get(partId);
      await setBasketLine(transaction, basketId, {
        partId,
        quantity: Math.max(quantity, line?.quantity ?? 0),
        seenPrice,
        addedAt: line?.addedAt ?? at,
      });
    }
    return undefined;
  };
  return await changeBasket({ db }, { owner, at, change });
}
