/** A buyer or an administrator cancels an unpaid order. */
import { randomUUIDv7 } from 'node:crypto';
import { announceCatalogueChange } from '#database/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { findOrderOf, lockOrderOf, type OrderRow, recordMove, updateOrder } from '#database/orders.ts';
import { giveStockBack } from '#database/parts.ts';
import { findOpenPayment, type PaymentRow, updatePaymentStatus } from '#database/payments.ts';
import { inTransaction } from '#database/transaction.ts';
import { canMove } from '#domain/orders.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { askProvider } from '#shop/provider-payment.ts';
import { settlePayment } from '#shop/settle-payment.ts';
import type { Enqueue, Tools } from '#shop/tools.ts';

type CancelTools = Pick<Tools, 'gateway' | 'enqueue'>;

export type Cancellation = { viewer: Viewer; orderId: string; at: Date };

/**
 * Cancels the order and gives its units back to the stock. An open card payment is first cancelled at the provider,
 * so that nobody can pay what is no longer delivered; had it succeeded meanwhile, the order becomes paid instead.
 * Refuses: order-not-found, order-not-unpaid, payment-provider-unavailable (nothing is changed then).
 */
export async function cancelOrder(
  db: Database,
  tools: CancelTools,
  { viewer, orderId, at }: Cancellation,
): Promise<OrderRow | Refusal> {
  const order = await findOrderOf(db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  if (!canMove(order.state, 'cancelled')) return { refused: 'order-not-unpaid', state: order.state };

  const open = await findOpenPayment(db, orderId);
  const kept = open && (await closePayment(db, tools, { viewer, orderId, at }, { order, payment: open }));
  if (kept) return kept;

  const cancelled = await markCancelled(db, tools.enqueue, { viewer, orderId, at });
  if (cancelled === 'payment-opened') return await cancelOrder(db, tools, { viewer, orderId, at });
  if (!isRefused(cancelled)) await announceCatalogueChange(db);
  return cancelled;
}

/** Cancels the payment at the provider and here; a refusal says why the order cannot be cancelled now. */
async function closePayment(
  db: Database,
  tools: CancelTools,
  { viewer, orderId, at }: Cancellation,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<Refusal | undefined> {
  const known = await askProvider(db, tools.gateway, { order, payment, at });
  if (isRefused(known)) return known;
  const atProvider = known.status === 'waiting' ? await tools.gateway.cancel(known.id) : known;
  if (isRefused(atProvider)) return atProvider;
  // not cancelled after all: the card is being charged at this moment, and may yet be
  if (atProvider.status === 'waiting') return { refused: 'payment-provider-unavailable' };
  if (atProvider.status === 'cancelled') {
    await updatePaymentStatus(db, payment.id, 'cancelled', at);
    return undefined;
  }
  const settled = await settlePayment(db, tools, { viewer, orderId, transactionId: atProvider.id, at });
  return isRefused(settled) ? settled : { refused: 'order-not-unpaid', state: settled.state };
}

function markCancelled(
  db: Database,
  enqueue: Enqueue,
  { viewer, orderId, at }: Cancellation,
): Promise<OrderRow | 'payment-opened' | Refusal> {
  return inTransaction(db, async (transaction) => {
    const order = await lockOrderOf(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (!canMove(order.state, 'cancelled')) return { refused: 'order-not-unpaid', state: order.state };
    if (await findOpenPayment(transaction, orderId)) return 'payment-opened'; // meanwhile, in another tab
    await recordMove(transaction, {
      id: randomUUIDv7(),
      order_id: orderId,
      from_state: order.state,
      to_state: 'cancelled',
      actor_id: viewer.id,
      moved_at: at,
    });
    await enqueue(transaction, { name: 'mail-order', change: 'cancelled', orderId });
    const cancelled = await updateOrder(transaction, orderId, { state: 'cancelled', updated_at: at });
    await giveStockBack(transaction, order.part_id, order.quantity, at);
    return cancelled;
  });
}
