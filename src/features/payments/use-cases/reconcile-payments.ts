/** Reconciles open payments and unfinished refunds with the card provider. */
import { isRefused } from '#kernel/refusals.ts';
import { findStalePayments, markChecked, type PaymentRow } from '#payments/database/payments.ts';
import { findStaleRefunds } from '#payments/database/refunds.ts';
import { closePayment } from '#payments/use-cases/close-order.ts';
import { finishRefund } from '#payments/use-cases/finish-refund.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { settlePayment } from '#payments/use-cases/settle-payment.ts';
import { findOrdersOfPurchase } from '#purchases/database/orders.ts';
import { selectUnpaid } from '#purchases/rules/purchases.ts';

export type ReconciliationReport = { requests: number; unanswered: number };

/** Several processes may run it at once; unanswered requests stay for the next run. */
export async function reconcilePayments(
  dependencies: PaymentDependencies,
  { at }: { at: Date },
): Promise<ReconciliationReport> {
  const { db, gateway } = dependencies;
  const report: ReconciliationReport = { requests: 0, unanswered: 0 };
  const count = (answer: unknown) => {
    report.requests += 1;
    if (isRefused(answer) && answer.refused === 'payment-provider-unavailable') report.unanswered += 1;
  };
  const currentMerchant = await gateway.merchant();
  const merchant = isRefused(currentMerchant) ? undefined : currentMerchant;
  for (const payment of await findStalePayments(db, { at, merchant, limit: maxPaymentsPerRun })) {
    count(await reconcilePayment(dependencies, { payment, at }));
    await markChecked(db, payment.id, at);
  }
  const before = new Date(at.getTime() - staleAfterMs);
  for (const { id } of await findStaleRefunds(db, { at, before, merchant, limit: maxPaymentsPerRun })) {
    count(await finishRefund(dependencies, { refundId: id, at }));
  }
  return report;
}

/** A younger payment or refund is still handled by the request that made it. */
const staleAfterMs = 30_000;
const maxPaymentsPerRun = 500;

async function reconcilePayment(
  dependencies: PaymentDependencies,
  { payment, at }: { payment: PaymentRow; at: Date },
): Promise<unknown> {
  const { provider_id } = payment;
  const orders = await findOrdersOfPurchase(dependencies.db, payment.purchase_id);
  // the orders are closed or paid, or have another payment: they must not be paid again
  if (selectUnpaid(orders).length === 0 || payment.status === 'elsewhere')
    return await closePayment(dependencies, { payment, at });
  if (!provider_id) return undefined;
  return await settlePayment(dependencies, {
    payment: { ...payment, provider_id },
    at,
    through: 'question',
  });
}
