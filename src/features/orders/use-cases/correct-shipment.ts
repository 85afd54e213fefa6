/** An administrator adds or corrects the carrier and tracking number of a shipped order. */
import { findCarriers } from '#delivery/database/delivery-rules.ts';
import { checkTracking } from '#delivery/rules/carriers.ts';
import { findConflicts, refuseConflicts } from '#kernel/edits.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import type { Shipment } from '#orders/use-cases/ship-orders.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { lockVisibleOrder, type OrderRow, updateOrder } from '#purchases/database/orders.ts';
import { findShipmentDetails, recordShipmentDetails } from '#purchases/database/shipments.ts';
import { isShippedOrDelivered, type OrderMailJob } from '#purchases/rules/orders.ts';

/** Mails the first tracking number to the buyer. Refuses: invalid-input (tracking), order-not-found, order-not-shipped, changed-meanwhile. */
export async function correctShipment(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  shipment: Shipment & { seen?: { carrier: string | null; tracking: string | null } | undefined },
): Promise<{ order: OrderRow; isChanged: boolean } | Refusal> {
  const { viewer, orderId, carrier = null, at } = shipment;
  return await inTransaction(db, async (transaction) => {
    const tracking = checkTracking(await findCarriers(transaction), shipment);
    if (isRefused(tracking)) return tracking;
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (!isShippedOrDelivered(order.state)) return { refused: 'order-not-shipped', state: order.state };
    const before = { carrier: order.carrier, tracking: order.tracking };
    const after = { carrier, tracking };
    if (before.carrier === carrier && before.tracking === tracking) return { order, isChanged: false };
    const conflict = refuseConflicts(findConflicts(before, { changes: after, seen: shipment.seen ?? {} }));
    if (conflict) return conflict;
    const history = await findShipmentDetails(transaction, orderId);
    if (tracking !== null && history.every((details) => details.tracking === null))
      await enqueue(transaction, { name: 'mail-order', change: 'tracked', orderIds: [orderId] });
    await recordShipmentDetails(transaction, {
      order_id: orderId,
      ...after,
      told_by: viewer.id,
      told_at: at,
    });
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'orders',
      subjectId: orderId,
      before,
      after,
      at,
    });
    return { order: await updateOrder(transaction, orderId, { ...after, updated_at: at }), isChanged: true };
  });
}
