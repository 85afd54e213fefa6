/** Ships locked orders of one purchase in one parcel, with one mail: all of them or none. */
import type { OrderRow } from '#database/orders/orders.ts';
import { recordShipmentDetails } from '#database/orders/shipments.ts';
import { findDisputesOfOrders } from '#database/payments/disputes.ts';
import { findRefundable } from '#database/payments/refunds.ts';
import { checkTransition } from '#domain/orders/orders.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { TransactionDependencies } from '#shop/dependencies.ts';
import { transitionOrders } from '#shop/orders/transition-order.ts';

export type LockedShipment = {
  orders: OrderRow[];
  viewer: Viewer;
  carrier: string | null;
  tracking: string | null;
  despiteDispute: boolean;
  /** Checks them only. */
  isPreview: boolean;
  at: Date;
};

/** Refuses: order-not-paid, dispute-unconfirmed, order-being-refunded. */
export async function shipLockedOrders(
  { db, enqueue }: TransactionDependencies,
  { orders, viewer, carrier, tracking, despiteDispute, isPreview, at }: LockedShipment,
): Promise<OrderRow[] | Refusal> {
  const disputes = await findDisputesOfOrders(db, orders);
  for (const order of orders) {
    const refusal = checkTransition(order.state, 'shipped');
    if (refusal) return refusal;
    const dispute = disputes.get(order.id);
    if (dispute && !despiteDispute) return { refused: 'dispute-unconfirmed', dispute };
    const refundable = await findRefundable(db, order);
    if (refundable && refundable.amount + refundable.ofOtherMerchants <= 0)
      return { refused: 'order-being-refunded' };
  }
  if (isPreview) return orders;
  for (const { id } of orders) {
    await recordShipmentDetails(db, {
      order_id: id,
      carrier,
      tracking,
      told_by: viewer.id,
      told_at: at,
    });
  }
  return await transitionOrders(
    { db, enqueue },
    { orders, to: 'shipped', viewer, patch: { carrier, tracking }, at },
  );
}
