/** An administrator ships a paid order. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAdminChange } from '#database/admin-changes.ts';
import type { Database } from '#database/connect.ts';
import { lockOrderOf, type OrderRow, recordMove, updateOrder } from '#database/orders.ts';
import { findRefundable } from '#database/refunds.ts';
import { recordShipmentDetails } from '#database/shipments.ts';
import { inTransaction } from '#database/transaction.ts';
import { canMove } from '#domain/orders.ts';
import type { Viewer } from '#domain/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { Enqueue } from '#shop/tools.ts';

export type Shipment = {
  viewer: Viewer;
  orderId: string;
  carrier: string | undefined;
  tracking: string | undefined;
  at: Date;
};

/**
 * Moves a paid order to shipped, with carrier and tracking number if there are any.
 * Refuses: not-allowed, order-not-found, order-not-paid, order-being-refunded (nothing of it would stay paid; a refund
 * that waits for another account of the provider does not count).
 */
export async function shipOrder(
  db: Database,
  enqueue: Enqueue,
  shipment: Shipment,
): Promise<OrderRow | Refusal> {
  const { viewer, orderId, carrier = null, tracking = null, at } = shipment;
  if (viewer.role !== 'admin') return { refused: 'not-allowed' };
  return await inTransaction(db, async (transaction) => {
    const order = await lockOrderOf(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (!canMove(order.state, 'shipped')) return { refused: 'order-not-paid', state: order.state };
    const left = await findRefundable(transaction, order);
    if (left && left.amount + left.elsewhere <= 0) return { refused: 'order-being-refunded' };
    await recordMove(transaction, {
      id: randomUUIDv7(),
      order_id: orderId,
      from_state: order.state,
      to_state: 'shipped',
      actor_id: viewer.id,
      reason: carrier,
      moved_at: at,
    });
    await recordShipmentDetails(transaction, {
      order_id: orderId,
      carrier,
      tracking,
      told_by: viewer.id,
      told_at: at,
    });
    const after = { state: 'shipped' as const, carrier, tracking };
    await recordAdminChange(transaction, {
      adminId: viewer.id,
      subject: 'orders',
      subjectId: orderId,
      before: { state: order.state, carrier: order.carrier, tracking: order.tracking },
      after,
      at,
    });
    await enqueue(transaction, { name: 'mail-order', change: 'shipped', orderId });
    return await updateOrder(transaction, orderId, { ...after, updated_at: at });
  });
}
