/** An administrator adds or corrects the carrier and tracking number of a shipped order. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { findCarriers } from '#database/delivery-rules.ts';
import { lockVisibleOrder, type OrderRow, updateOrder } from '#database/orders/orders.ts';
import { findShipmentDetails, recordShipmentDetails } from '#database/orders/shipments.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTracking } from '#domain/delivery/carriers.ts';
import { findConflicts, refuseConflicts } from '#domain/edits.ts';
import { isShippedOrDelivered } from '#domain/orders/orders.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';
import type { Shipment } from '#shop/orders/ship-orders.ts';

type ShipmentFields = { carrier: string | null; tracking: string | null };

/** Mails the first tracking number to the buyer. Refuses: invalid-input (tracking), order-not-found, order-not-shipped, changed-meanwhile. */
export async function correctShipment(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  shipment: Shipment & { seen: ShipmentFields | undefined },
): Promise<{ order: OrderRow; isChanged: boolean } | Refusal> {
  const { viewer, orderId, carrier = null, at } = shipment;
  return await inTransaction(db, async (transaction) => {
    const tracking = checkTracking(await findCarriers(transaction), shipment);
    if (isRefused(tracking)) return tracking;
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (!isShippedOrDelivered(order.state)) return { refused: 'order-not-shipped', state: order.state };
    const [before, after] = [
      { carrier: order.carrier, tracking: order.tracking },
      { carrier, tracking },
    ];
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
