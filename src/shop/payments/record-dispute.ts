/** Records a dispute and its money movements as the provider reports them. */
import { randomUUIDv7 } from 'node:crypto';
import { recordAlert } from '#database/administration/alerts.ts';
import { upsertDispute } from '#database/payments/disputes.ts';
import { recordMoneyMovement } from '#database/payments/money-movements.ts';
import { findPaymentAtProvider } from '#database/payments/payments.ts';
import { runTransaction } from '#database/transaction.ts';
import { hasReinstated, hasWithdrawn, isClosed } from '#domain/payments/disputes.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** 'foreign': not of this shop. Refuses: payment-provider-unavailable. */
export async function recordDispute(
  { db, gateway }: Pick<Dependencies, 'db' | 'gateway'>,
  { disputeId, at }: { disputeId: string; at: Date },
): Promise<'recorded' | 'foreign' | Refusal> {
  const dispute = await gateway.retrieveDispute(disputeId);
  if (isRefused(dispute)) return dispute;
  if (dispute === 'missing') return 'foreign';
  const payment = dispute.paymentId && (await findPaymentAtProvider(db, dispute.paymentId));
  if (!payment) return 'foreign';
  return await runTransaction(db, async (transaction) => {
    const newId = await upsertDispute(transaction, {
      id: randomUUIDv7(),
      order_id: payment.order_id,
      payment_id: payment.id,
      provider_id: dispute.id,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      status: dispute.status,
      is_refundable: dispute.isRefundable,
      respond_by: dispute.respondBy ?? null,
      opened_at: dispute.openedAt,
      closed_at: isClosed(dispute.status) ? at : null,
      updated_at: at,
    });
    if (newId) await recordAlert(transaction, { kind: 'dispute', subjectId: newId, at });
    const movement = { orderId: payment.order_id, paymentId: payment.id, providerId: dispute.id, at };
    const { amount, status } = dispute;
    if (hasWithdrawn(status)) {
      await recordMoneyMovement(transaction, { ...movement, kind: 'dispute-withdrawal', amount: -amount });
    }
    if (hasReinstated(status)) {
      await recordMoneyMovement(transaction, { ...movement, kind: 'dispute-reinstatement', amount });
    }
    return 'recorded' as const;
  });
}
