/** Closes an unpaid order: first its payment at the card provider, then its units return to the stock. */
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
import { settleRetrievedPayment } from '#shop/payments/settle-payment.ts';

export type OrderClosing = {
  order: OrderRow;
  to: 'cancelled' | 'expired';
  viewer: Viewer | undefined;
  at: Date;
};

/** Refuses: order-not-unpaid, payment-in-progress, payment-provider-unavailable (nothing changes). */
export async function closeOrder(
  dependencies: PaymentDependencies,
  closing: OrderClosing,
): Promise<OrderRow | Refusal> {
  const { order, to, at } = closing;
  const refusal = checkTransition(order.state, to);
  if (refusal) return refusal;

  const open = await findOpenPayment(dependencies.db, order.id);
  const paymentRefusal =
    (open && (await closePayment(dependencies, { order, payment: open, at }))) ??
    (await closePaymentsOfOtherAccounts(dependencies, { order, at }));
  if (paymentRefusal) return paymentRefusal;

  const closed = await markClosed(dependencies, closing);
  return closed === 'payment-opened' ? await closeOrder(dependencies, closing) : closed;
}

/** Closes payments marked as in another account that may be in the current one again. */
export async function closePaymentsOfOtherAccounts(
  dependencies: PaymentDependencies,
  { order, at }: { order: OrderRow; at: Date },
): Promise<Refusal | undefined> {
  for (const payment of await findPaymentsOfOtherAccounts(dependencies.db, order.id)) {
    const isOwn = payment.provider_account === null || (await isOfCurrentAccount(dependencies, payment));
    if (isRefused(isOwn)) return isOwn;
    if (!isOwn) continue;
    const refusal = await closePayment(dependencies, { order, payment, at });
    if (refusal) return refusal;
  }
  return undefined;
}

export async function closePayment(
  dependencies: PaymentDependencies,
  { order, payment, at }: { order: OrderRow; payment: PaymentRow; at: Date },
): Promise<Refusal | undefined> {
  const known = await retrieveProviderPayment(dependencies, { order, payment, at });
  if (isRefused(known)) return known;
  if (known === 'elsewhere') return undefined;
  const atProvider = known.status === 'waiting' ? await cancel(dependencies.gateway, known) : known;
  if (isRefused(atProvider)) return atProvider;
  const settled = await settleRetrievedPayment(dependencies, {
    payment,
    atProvider,
    at,
    through: 'question',
  });
  if (isRefused(settled)) return settled;
  if (atProvider.status === 'cancelled') return undefined;
  // the provider did not cancel it: the card is being charged
  if (atProvider.status === 'waiting') return { refused: 'payment-in-progress' };
  return settled.order.state === 'unpaid'
    ? undefined // a wrong amount, which is refunded
    : { refused: 'order-not-unpaid', state: settled.order.state };
}

/** A payment that is missing right after it was retrieved counts as cancelled. */
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
    if (await findOpenPayment(transaction, id)) return 'payment-opened'; // in another tab
    const closed = await transitionOrder({ db: transaction, enqueue }, { order, to, viewer, at });
    const units = { partId: order.part_id, orderId: id, units: order.quantity, at };
    await returnStock(transaction, units, to === 'cancelled' ? 'cancel' : 'expiry');
    return closed;
  });
}
