/** A card payment is said to be finished: ask the provider, and move the order once. */
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { findOrderOf, lockOrder, type OrderRow, recordMove, updateOrder } from '#database/orders.ts';
import { findPaymentOfOrder, type PaymentRow, updatePaymentStatus } from '#database/payments.ts';
import { inTransaction } from '#database/transaction.ts';
import { canMove } from '#domain/orders.ts';
import { settles } from '#domain/payments.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Enqueue, Tools } from '#shop/tools.ts';

export type Settlement = { viewer: Viewer; orderId: string; transactionId: string; at: Date };

/**
 * Makes the order paid if the provider itself says that this payment of this order has succeeded for its whole
 * total; nobody else's word counts. Settling again what is settled answers the order and changes nothing.
 * Refuses: order-not-found, payment-not-found, payment-not-succeeded, order-not-unpaid, payment-provider-unavailable.
 */
export async function settlePayment(
  db: Database,
  { gateway, enqueue }: Pick<Tools, 'gateway' | 'enqueue'>,
  { viewer, orderId, transactionId, at }: Settlement,
): Promise<OrderRow | Refusal> {
  const order = await findOrderOf(db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  const payment = await findPaymentOfOrder(db, orderId, transactionId);
  if (!payment) return { refused: 'payment-not-found' };
  if (order.transaction_id === transactionId) return order;

  const atProvider = await gateway.retrieve(transactionId);
  if (isRefused(atProvider)) return atProvider;
  if (!settles(atProvider, { id: order.id, total: order.total_cents })) {
    return { refused: 'payment-not-succeeded', status: atProvider.status };
  }
  return await markPaid(db, enqueue, { payment, transactionId, at });
}

function markPaid(
  db: Database,
  enqueue: Enqueue,
  { payment, transactionId, at }: { payment: PaymentRow; transactionId: string; at: Date },
): Promise<OrderRow | Refusal> {
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, payment.order_id);
    if (!order) return { refused: 'order-not-found' };
    if (order.transaction_id === transactionId) return order; // somebody else was faster
    if (!canMove(order.state, 'paid')) return { refused: 'order-not-unpaid', state: order.state };
    await updatePaymentStatus(transaction, payment.id, 'succeeded', at);
    await recordMove(transaction, {
      id: randomUUIDv7(),
      order_id: order.id,
      from_state: order.state,
      to_state: 'paid',
      actor_id: null,
      reason: `payment ${transactionId}`,
      moved_at: at,
    });
    await enqueue(transaction, { name: 'mail-order', change: 'paid', orderId: order.id });
    return await updateOrder(transaction, order.id, {
      state: 'paid',
      transaction_id: transactionId,
      updated_at: at,
    });
  });
}
