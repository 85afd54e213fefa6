/** A client reports a finished card payment: retrieve it from the provider and mark its orders as paid. */
import { findVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import { findPaymentOfPurchase } from '#database/payments/payments.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { settlePayment } from '#shop/payments/settle-payment.ts';

export type Settlement = { viewer: Viewer; orderId: string; transactionId: string; at: Date };

/** Refuses: as settlePayment, order-not-found, payment-not-found, payment-not-succeeded, order-not-unpaid. */
export async function settleOrder(
  dependencies: PaymentDependencies,
  { viewer, orderId, transactionId, at }: Settlement,
): Promise<OrderRow | Refusal> {
  const order = await findVisibleOrder(dependencies.db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  const payment = await findPaymentOfPurchase(dependencies.db, order.purchase_id, transactionId);
  if (!payment) return { refused: 'payment-not-found' };
  if (order.transaction_id === transactionId) return order;

  const settled = await settlePayment(dependencies, {
    payment: { ...payment, provider_id: transactionId },
    at,
    through: 'page',
  });
  if (settled === 'elsewhere') return { refused: 'payment-not-succeeded', paymentStatus: settled };
  if (isRefused(settled)) return settled;
  const current = settled.orders.find(({ id }) => id === orderId) ?? order;
  if (current.transaction_id === transactionId) return current;
  const { status, amount } = settled.atProvider;
  if (status === 'succeeded' && amount === payment.amount_cents && current.state !== 'unpaid') {
    return { refused: 'order-not-unpaid', state: current.state };
  }
  return { refused: 'payment-not-succeeded', paymentStatus: status };
}
