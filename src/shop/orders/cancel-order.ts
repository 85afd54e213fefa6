/** A buyer or an administrator cancels an unpaid order; the other orders of its purchase stay. */
import { findVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import { checkTransition } from '#domain/orders/orders.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { closeOrders } from '#shop/orders/close-order.ts';

export type Cancellation = { viewer: Viewer; orderId: string; at: Date };

/** Refuses: order-not-found, order-not-unpaid, payment-in-progress, payment-provider-unavailable. */
export async function cancelOrder(
  dependencies: PaymentDependencies,
  { viewer, orderId, at }: Cancellation,
): Promise<OrderRow | Refusal> {
  const order = await findVisibleOrder(dependencies.db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  const refusal = checkTransition(order.state, 'cancelled');
  if (refusal) return refusal;
  const closing = {
    purchaseId: order.purchase_id,
    orderIds: [orderId],
    to: 'cancelled' as const,
    viewer,
    at,
  };
  const closed = await closeOrders(dependencies, closing);
  return isRefused(closed) ? closed : (closed[0] ?? order);
}
