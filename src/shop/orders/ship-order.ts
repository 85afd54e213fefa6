/** An administrator ships a paid order. */
import { lockVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import { recordShipmentDetails } from '#database/orders/shipments.ts';
import { findDisputesOfOrders } from '#database/payments/disputes.ts';
import { findRefundable } from '#database/payments/refunds.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTransition } from '#domain/orders/orders.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { transitionOrder } from '#shop/orders/transition-order.ts';

export type Shipment = {
  viewer: Viewer;
  orderId: string;
  carrier: string | undefined;
  tracking: string | undefined;
  at: Date;
};

/** Refuses: not-allowed, order-not-found, order-not-paid, dispute-unconfirmed, order-being-refunded. */
export async function shipOrder(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  shipment: Shipment & { despiteDispute: boolean },
): Promise<OrderRow | Refusal> {
  const { viewer, orderId, carrier = null, tracking = null, at } = shipment;
  if (viewer.role !== 'admin') return { refused: 'not-allowed' };
  return await inTransaction(db, async (transaction) => {
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    const refusal = checkTransition(order.state, 'shipped');
    if (refusal) return refusal;
    const dispute = (await findDisputesOfOrders(transaction, [order])).get(orderId);
    if (dispute && !shipment.despiteDispute) return { refused: 'dispute-unconfirmed', dispute };
    const refundable = await findRefundable(transaction, order);
    if (refundable && refundable.amount + refundable.inOtherAccounts <= 0)
      return { refused: 'order-being-refunded' };
    await recordShipmentDetails(transaction, {
      order_id: orderId,
      carrier,
      tracking,
      told_by: viewer.id,
      told_at: at,
    });
    return await transitionOrder(
      { db: transaction, enqueue },
      { order, to: 'shipped', viewer, patch: { carrier, tracking }, at },
    );
  });
}
