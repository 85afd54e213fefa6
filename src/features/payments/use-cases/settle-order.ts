/** A client reports a finished card payment: finds it and settles it (settle-payment.ts). */
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findPaymentOfPurchase } from '#payments/database/payments.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { settlePayment } from '#payments/use-cases/settle-payment.ts';
import { findVisibleOrder, type OrderRow } from '#purchases/database/orders.ts';

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
