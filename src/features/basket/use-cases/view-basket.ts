/** Shows a basket with its parts as they are now, and notes once a day that it is in use. */
import { type BasketLineRow, findBasket, findBasketParts, updateBasket } from '#basket/database/basket.ts';
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type Basket = {
  /** Undefined where none was begun. */
  id: string | undefined;
  /** Whose it is; undefined: a visitor's. */
  personId: string | undefined;
  lines: BasketLineRow[];
  /** Whether another basket was put into it since its last change. */
  isMerged: boolean;
  /** Parts that the merge had no place for. */
  leftOut: number;
};

const dayMs = 24 * 60 * 60 * 1000;

export async function viewBasket(
  { db }: Pick<Dependencies, 'db'>,
  { owner: { personId, basketId }, at }: { owner: BasketOwner; at: Date },
): Promise<Basket> {
  const key = personId !== undefined ? { personId } : basketId !== undefined && { basketId };
  const basket = key && (await findBasket(db, key));
  if (!basket) return { id: undefined, personId, lines: [], isMerged: false, leftOut: 0 };
  // a look counts as use, and need not be written more often
  if (at.getTime() - basket.used_at.getTime() > dayMs) await updateBasket(db, basket.id, { used_at: at });
  const lines = await findBasketParts(db, basket.id);
  const { id, merged_at, left_out } = basket;
  return { id, personId, lines, isMerged: merged_at !== null, leftOut: left_out };
}
