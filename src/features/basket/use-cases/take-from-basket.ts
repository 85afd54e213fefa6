/** Takes what is being ordered out of a person's basket, in the transaction of the purchase; other lines stay. */
import { deleteBasketLines, findBasketLines, lockBasket, updateBasket } from '#basket/database/basket.ts';
import type { BasketLine } from '#basket/rules/baskets.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';

export type TakenLines = {
  personId: string;
  lines: Pick<BasketLine, 'partId' | 'quantity'>[];
  at: Date;
};

/** Refuses: basket-changed (so that what another tab has ordered is not ordered again). */
export async function takeFromBasket(
  { db }: Pick<TransactionDependencies, 'db'>,
  { personId, lines, at }: TakenLines,
): Promise<Refusal | undefined> {
  const basket = await lockBasket(db, { personId });
  const known = basket ? await findBasketLines(db, basket.id) : [];
  const quantities = new Map(known.map(({ partId, quantity }) => [partId, quantity]));
  if (!basket || lines.some(({ partId, quantity }) => quantities.get(partId) !== quantity))
    return { refused: 'basket-changed' };
  const partIds = lines.map(({ partId }) => partId);
  await deleteBasketLines(db, basket.id, partIds);
  await updateBasket(db, basket.id, { used_at: at, merged_at: null, left_out: 0 });
  return undefined;
}
