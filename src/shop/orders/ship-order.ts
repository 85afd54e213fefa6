/** An administrator ships a paid order. */
import { findCarriers } from '#database/delivery-rules.ts';
import { lockVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTracking } from '#domain/delivery/carriers.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import { shipLockedOrders } from '#shop/orders/ship-locked-orders.ts';

export type Shipment = {
  viewer: Viewer;
  orderId: string;
  carrier: string | undefined;
  tracking: string | undefined;
  at: Date;
};

/** Refuses: invalid-input (tracking), order-not-found, order-not-paid, dispute-unconfirmed, order-being-refunded. */
export async function shipOrder(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  shipment: Shipment & { despiteDispute: boolean },
): Promise<OrderRow | Refusal> {
  const { viewer, orderId, carrier = null, at } = shipment;
  return await inTransaction(db, async (transaction) => {
    const tracking = checkTracking(await findCarriers(transaction), shipment);
    if (isRefused(tracking)) return tracking;
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    const shipped = await shipLockedOrders(
      { db: transaction, enqueue },
      { ...shipment, orders: [order], carrier, tracking, isPreview: false, at },
    );
    return isRefused(shipped) ? shipped : (shipped[0] ?? order);
  });
}
