/** Gives an unpaid order up: its payment is closed at the card provider first, then its units go back to the stock. */

import { returnStock } from '#database/catalogue/stock.ts';
import { lockOrder, type OrderRow } from '#database/orders/orders.ts';
import {
  findOpenPayment,
  findPaymentsOfOtherAccounts,
  type PaymentRow,
} from '#database/payments/payments.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTransition } from '#domain/orders/orders.ts';
import type { ProviderPayment } from '#domain/payments/payments.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Gateway } from '#payments/gateway.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { transitionOrder } from '#shop/orders/transition-order.ts';
import { isOfCurrentAccount, retrieveProviderPayment } from '#shop/payments/provider-payment.ts';
import { settleWith } from '#shop/payments/settle-payment.ts';

export type OrderClosing = {
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
  dependencies: PaymentDependencies,
  closing: OrderClosing,
): Promise<OrderRow | Refusal> {
  const { order, to, at } = closing;
  const refusal = checkTransition(order.state, to);
  if (refusal) return refusal;

  const open = await findOpenPayment(dependencies.db, order.id);
  const kept =
    (open && (await closePayment(dependencies, { order, payment: open, at }))) ??
    (await closePaymentsOfOtherAccounts(dependencies, { order, at }));
  if (kept) return kept;

  const closed = await markClosed(dependencies, closing);
  return closed === 'payment-opened' ? await closeOrder(dependencies, closing) : closed;
}

/** Closes those payments elsewhere whose account is, or may be, at hand again; a refusal is the first one's. */
export async function closePaymentsOfOtherAccounts(
  dependencies: PaymentDependencies,
  { order, at }: { order: OrderRow; at: Date },
): Promise<Refusal | undefined> {
  for (const payment of await findPaymentsOfOtherAccounts(dependencies.db, order.id)) {
    const isOwn = payment.provider_account === null || (await isOfCurrentAccount(dependencies, payment));
    if (isRefused(isOwn)) return isOwn;
    if (!isOwn) continue;
    const kept = await closePayment(dependencies, { order, payment, at });
    if (kept) return kept;
  }
  return undefined;
}

/**
 * Cancels the payment at the provider and here; a refusal says why the order cannot be given up now. One that is not in
 * the account at hand stays as it is, and keeps nobody from anything.
 */
export async function closePayment(
  dependencies: PaymentDependencies,
  { order, payment, at }: { order: OrderRow; payment: PaymentRow; at: Date },
): Promise<Refusal | undefined> {
  const known = await retrieveProviderPayment(dependencies, { order, payment, at });
  if (isRefused(known)) return known;
  if (known === 'elsewhere') return undefined;
  const atProvider = known.status === 'waiting' ? await cancel(dependencies.gateway, known) : known;
  if (isRefused(atProvider)) return atProvider;
  const settled = await settleWith(dependencies, { payment, atProvider, at, through: 'question' });
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
  { db, enqueue }: PaymentDependencies,
  { order: { id }, to, viewer, at }: OrderClosing,
): Promise<OrderRow | 'payment-opened' | Refusal> {
  return inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, id);
    if (!order) return { refused: 'order-not-found' };
    const refusal = checkTransition(order.state, to);
    if (refusal) return refusal;
    if (await findOpenPayment(transaction, id)) return 'payment-opened'; // meanwhile, in another tab
    const closed = await transitionOrder({ db: transaction, enqueue }, { order, to, viewer, at });
    const units = { partId: order.part_id, orderId: id, units: order.quantity, at };
    await returnStock(transaction, units, to === 'cancelled' ? 'cancel' : 'expiry');
    return closed;
  });
}
