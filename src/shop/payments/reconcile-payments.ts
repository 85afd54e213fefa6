/** Asks the card provider about everything that was left hanging, so that it ends right when nobody comes back. */
import { findOrder } from '#database/orders/orders.ts';
import { findStalePayments, markChecked, type PaymentRow } from '#database/payments/payments.ts';
import { findStaleRefunds } from '#database/payments/refunds.ts';
import { isRefused } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { closePayment } from '#shop/orders/close-order.ts';
import { finishRefund } from '#shop/payments/finish-refund.ts';
import { settlePayment } from '#shop/payments/settle-payment.ts';

/** How many payments and refunds it asked about, and how many questions stay for the next time. */
export type ReconciliationReport = { asked: number; unanswered: number };

/**
 * Settles open payments and unfinished refunds that nobody has looked at for half a minute, and closes payments of
 * orders that take none any more. It may run in several processes at once. What the provider does not answer stays
 * for the next time.
 */
export async function reconcilePayments(
  dependencies: PaymentDependencies,
  { at }: { at: Date },
): Promise<ReconciliationReport> {
  const { db, gateway } = dependencies;
  const swept: ReconciliationReport = { asked: 0, unanswered: 0 };
  const count = (answer: unknown) => {
    swept.asked += 1;
    if (isRefused(answer) && answer.refused === 'payment-provider-unavailable') swept.unanswered += 1;
  };
  const asked = await gateway.account();
  const account = isRefused(asked) ? undefined : asked;
  for (const payment of await findStalePayments(db, { at, account, limit: maxPaymentsPerRun })) {
    count(await reconcilePayment(dependencies, { payment, at }));
    await markChecked(db, payment.id, at);
  }
  const before = new Date(at.getTime() - staleAfterMs);
  for (const { id } of await findStaleRefunds(db, { at, before, account, limit: maxPaymentsPerRun })) {
    count(await finishRefund(dependencies, { refundId: id, at }));
  }
  return swept;
}

/** Half a minute, in milliseconds: who has asked first is still busy with it. */
const staleAfterMs = 30_000;
const maxPaymentsPerRun = 500;

async function reconcilePayment(
  dependencies: PaymentDependencies,
  { payment, at }: { payment: PaymentRow; at: Date },
): Promise<unknown> {
  const { provider_id } = payment;
  if (!provider_id) return undefined;
  const order = await findOrder(dependencies.db, payment.order_id);
  // another payment has settled it, or is to do so, or it was given up: nobody is to pay it once more
  if (order && (order.state !== 'unpaid' || payment.status === 'elsewhere'))
    return await closePayment(dependencies, { order, payment, at });
  return await settlePayment(dependencies, {
    payment: { ...payment, provider_id },
    at,
    through: 'question',
  });
}
