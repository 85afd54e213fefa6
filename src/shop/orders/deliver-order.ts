/** A buyer or an administrator records that a shipped order has arrived. */
import { lockVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { transitionOrder } from '#shop/orders/transition-order.ts';

/** A repeated request changes nothing. Refuses: order-not-found, order-not-on-its-way. */
export async function deliverOrder(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { viewer, orderId, at }: { viewer: Viewer; orderId: string; at: Date },
): Promise<{ order: OrderRow; isChanged: boolean } | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (order.state === 'delivered') return { order, isChanged: false };
    const delivered = await transitionOrder(
      { db: transaction, enqueue },
      { order, to: 'delivered', viewer, at },
    );
    return isRefused(delivered) ? delivered : { order: delivered, isChanged: true };
  });
}
