/** A buyer or an administrator cancels an unpaid order. */
import { findVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { closeOrder } from '#shop/orders/close-order.ts';

export type Cancellation = { viewer: Viewer; orderId: string; at: Date };

/** Refuses: order-not-found, order-not-unpaid, payment-in-progress, payment-provider-unavailable. */
export async function cancelOrder(
  dependencies: PaymentDependencies,
  { viewer, orderId, at }: Cancellation,
): Promise<OrderRow | Refusal> {
  const order = await findVisibleOrder(dependencies.db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  return await closeOrder(dependencies, { order, to: 'cancelled', viewer, at });
}
