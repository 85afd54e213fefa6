/** Expires unpaid orders whose time is up, so that their units can be sold again. */
import { isRefused } from '#kernel/refusals.ts';
import { closeOrders } from '#payments/use-cases/close-order.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { readAfterLast } from '#platform/database/read-in-pieces.ts';
import { findOrdersOfPurchase, findPurchasesToExpire } from '#purchases/database/orders.ts';
import { selectUnpaid } from '#purchases/rules/purchases.ts';

/** The number of expired orders. Orders whose payment cannot be cancelled now stay for the next run. */
export async function expireOrders(dependencies: PaymentDependencies, { at }: { at: Date }): Promise<number> {
  let expired = 0;
  const read = (after?: string) => findPurchasesToExpire(dependencies.db, { at, after, limit: 100 });
  for await (const purchases of readAfterLast(read))
    for (const purchaseId of purchases) expired += await expirePurchase(dependencies, { purchaseId, at });
  return expired;
}

async function expirePurchase(
  dependencies: PaymentDependencies,
  { purchaseId, at }: { purchaseId: string; at: Date },
): Promise<number> {
  const unpaid = selectUnpaid(await findOrdersOfPurchase(dependencies.db, purchaseId));
  const orderIds = unpaid.filter(({ expires_at }) => expires_at <= at).map(({ id }) => id);
  if (orderIds.length === 0) return 0;
  const closing = { purchaseId, orderIds, to: 'expired' as const, viewer: undefined, at };
  const closed = await closeOrders(dependencies, closing);
  return isRefused(closed) ? 0 : closed.length;
}
