/** Gives an unpaid order up: its payment is closed at the card provider first, then its units go back to the stock. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAdminChange } from '#database/admin-changes.ts';
import { announceCatalogueChange } from '#database/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { lockOrder, type OrderRow, recordMove, updateOrder } from '#database/orders.ts';
import { findOpenPayment, findPaymentsElsewhere, type PaymentRow } from '#database/payments.ts';
import { giveStockBack } from '#database/stock.ts';
import { inTransaction } from '#database/transaction.ts';
import { canMove } from '#domain/orders.ts';
import type { ProviderPayment } from '#domain/payments.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Gateway } from '#payments/gateway.ts';
import { askProvider, isAtHand } from '#shop/provider-payment.ts';
import { type SettleTools, settleAs } from '#shop/settle-payment.ts';

export type Closing = {
  order: OrderRow;
  to: 'cancelled' | 'expired';
  /** Undefined when the shop does it by itself. */
  viewer: Viewer | undefined;
  at: Date;
};

/**
 * Moves the order to its end and gives its units back. An open card payment is first cancelled at the provider, so
 * that nobody can pay what is no longer delivered; had it succeeded meanwhile, the order becomes paid instead.
 * Refuses: order-not-unpaid, payment-in-progress, payment-provider-unavailable (nothing is changed then).
 */
export async function closeOrder(
  db: Database,
  tools: SettleTools,
  closing: Closing,
): Promise<OrderRow | Refusal> {
  const { order, to } = closing;
  if (!canMove(order.state, to)) return { refused: 'order-not-unpaid', state: order.state };

  const open = await findOpenPayment(db, order.id);
  const kept =
    (open && (await closePayment(db, tools, { order, payment: open, at: closing.at }))) ??
    (await closePaymentsElsewhere(db, tools, { order, at: closing.at }));
  if (kept) return kept;

  const closed = await markClosed(db, tools, closing);
  if (closed === 'payment-opened') return await closeOrder(db, tools, closing);
  if (!isRefused(closed)) await announceCatalogueChange(db);
  return closed;
}

/** Closes those payments elsewhere whose account is, or may be, at hand again; a refusal is the first one's. */
export async function closePaymentsElsewhere(
  db: Database,
  tools: SettleTools,
  { order, at }: { order: OrderRow; at: Date },
): Promise<Refusal | undefined> {
  for (const payment of await findPaymentsElsewhere(db, order.id)) {
    const isOwn = payment.provider_account === null || (await isAtHand(tools.gateway, payment));
    if (isRefused(isOwn)) return isOwn;
    if (!isOwn) continue;
    const kept = await closePayment(db, tools, { order, payment, at });
    if (kept) return kept;
  }
  return undefined;
}

/**
 * Cancels the payment at the provider and here; a refusal says why the order cannot be given up now. One that is not in
 * the account at hand stays as it is, and keeps nobody from anything.
 */
export async function closePayment(
  db: Database,
  tools: SettleTools,
  { order, payment, at }: { order: OrderRow; payment: PaymentRow; at: Date },
): Promise<Refusal | undefined> {
  const known = await askProvider(db, tools.gateway, { order, payment, at });
  if (isRefused(known)) return known;
  if (known === 'elsewhere') return undefined;
  const atProvider = known.status === 'waiting' ? await cancel(tools.gateway, known) : known;
  if (isRefused(atProvider)) return atProvider;
  const settled = await settleAs(db, tools, { payment, atProvider, at, through: 'question' });
  if (isRefused(settled)) return settled;
  if (atProvider.status === 'cancelled') return undefined;
  // not cancelled after all: the card is being charged at this moment, and may yet be
  if (atProvider.status === 'waiting') return { refused: 'payment-in-progress' };
  return settled.order.state === 'unpaid'
    ? undefined // it was of another amount and goes back
    : { refused: 'order-not-unpaid', state: settled.order.state };
}

/** What the provider has known a moment ago and knows no more is gone for good. */
async function cancel(gateway: Gateway, known: ProviderPayment): Promise<ProviderPayment | Refusal> {
  const cancelled = await gateway.cancel(known.id);
  return cancelled === 'missing' ? { ...known, status: 'cancelled' } : cancelled;
}

function markClosed(
  db: Database,
  { enqueue }: SettleTools,
  { order: { id }, to, viewer, at }: Closing,
): Promise<OrderRow | 'payment-opened' | Refusal> {
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order) return { refused: 'order-not-found' };
    if (!canMove(order.state, to)) return { refused: 'order-not-unpaid', state: order.state };
    if (await findOpenPayment(transaction, id)) return 'payment-opened'; // meanwhile, in another tab
    await recordMove(transaction, {
      id: randomUUIDv7(),
      order_id: id,
      from_state: order.state,
      to_state: to,
      actor_id: viewer?.id ?? null,
      moved_at: at,
    });
    if (viewer?.role === 'admin') {
      await recordAdminChange(transaction, {
        adminId: viewer.id,
        subject: 'orders',
        subjectId: id,
        before: { state: order.state },
        after: { state: to },
        at,
      });
    }
    await enqueue(transaction, { name: 'mail-order', change: to, orderId: id });
    const closed = await updateOrder(transaction, id, { state: to, updated_at: at });
    const units = { partId: order.part_id, orderId: id, units: order.quantity, at };
    await giveStockBack(transaction, units, to === 'cancelled' ? 'cancel' : 'expiry');
    return closed;
  });
}
