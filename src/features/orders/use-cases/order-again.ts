/** Puts what somebody has ordered into their basket again, as its parts are now. */
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import { putIntoBasket } from '#basket/use-cases/put-into-basket.ts';
import { findPartsByIds } from '#catalogue/database/parts.ts';
import { countSoldOutRequests } from '#catalogue/database/sold-out-requests.ts';
import { makeOrderablePart } from '#catalogue/rules/orderable-part.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { type LineAgain, planLineAgain, selectBought } from '#orders/rules/order-again.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { findOrdersOfPurchase } from '#purchases/database/orders.ts';

type PastPurchase = { buyerId: string; purchaseId: string };

/**
 * Once more changes nothing. Returns the basket's id. Refuses: purchase-not-found (also when it is somebody else's),
 * basket-full.
 */
export async function orderAgain(
  { db }: Pick<Dependencies, 'db'>,
  { owner, buyerId, purchaseId, at }: PastPurchase & { owner: BasketOwner; at: Date },
): Promise<string | Refusal> {
  const planned = await planOrderAgain({ db }, { buyerId, purchaseId });
  if (isRefused(planned)) return planned;
  const lines = planned.flatMap(({ partId, quantity, seenPrice }) =>
    quantity > 0 && seenPrice !== null ? [{ partId, quantity, seenPrice }] : [],
  );
  const leftOut = planned.filter(({ quantity }) => quantity === 0).map(({ partId }) => partId);
  await countSoldOutRequests(db, { partIds: leftOut, at });
  return await putIntoBasket({ db }, { owner, lines, at });
}

/** A line for each part. Refuses: purchase-not-found. */
export async function planOrderAgain(
  { db }: Pick<Dependencies, 'db'>,
  { buyerId, purchaseId }: PastPurchase,
): Promise<(LineAgain & { partId: string; seenPrice: number | null })[] | Refusal> {
  const orders = await findOrdersOfPurchase(db, purchaseId);
  if (orders[0]?.buyer_id !== buyerId) return { refused: 'purchase-not-found' };
  const ordered = selectBought(orders);
  const partIds = ordered.map(({ part_id }) => part_id);
  const rows = await findPartsByIds(db, partIds);
  const parts = new Map(rows.map((row) => [row.id, makeOrderablePart(row)]));
  return ordered.map((order) => {
    const part = parts.get(order.part_id);
    return { partId: order.part_id, seenPrice: part?.unitPrice ?? null, ...planLineAgain(order, part) };
  });
}
