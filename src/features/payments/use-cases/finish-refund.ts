/** Requests a pending refund from the card provider and settles the result; safe to repeat. */
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findPayment } from '#payments/database/payments.ts';
import {
  findRefund,
  findRefundLines,
  markRefundOfOtherMerchant,
  type RefundRow,
} from '#payments/database/refunds.ts';
import type { Missing } from '#payments/rules/gateway.ts';
import type { ProviderRefund } from '#payments/rules/refunds.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { isOfCurrentMerchant, recordMerchant } from '#payments/use-cases/provider-payment.ts';
import { settleRefund } from '#payments/use-cases/settle-refund.ts';

export type RefundToFinish = {
  refundId: string;
  isFirst?: boolean;
  at: Date;
};

/** In another account it waits, or fails if it was never requested. Refuses: payment-provider-unavailable. */
export async function finishRefund(
  dependencies: PaymentDependencies,
  { refundId, isFirst = false, at }: RefundToFinish,
): Promise<RefundRow | Refusal> {
  const { db } = dependencies;
  const refund = await findRefund(db, refundId);
  if (!refund) throw new Error(`There is no refund ${refundId}`);
  if (refund.status !== 'pending') return refund;
  const payment = await findPayment(db, refund.payment_id);
  if (!payment?.provider_id) throw new Error(`Refund ${refundId} is of a payment that nobody made`);
  const answer = await requestAtProvider(dependencies, refund, payment.provider_id, isFirst);
  if (answer === 'missing') {
    const isOwn = await isOfCurrentMerchant(dependencies, payment);
    if (isRefused(isOwn)) return isOwn;
    if (!isOwn && !isFirst) return (await markRefundOfOtherMerchant(db, refundId, at)) ?? refund;
    const failure = isOwn ? lostPaymentFailure : otherMerchantFailure;
    return await settleRefund(dependencies, { refundId, status: 'failed', failure, at });
  }
  if (!isRefused(answer)) await recordMerchant(dependencies, payment);
  else {
    if (answer.refused !== 'refund-failed') return answer;
    return await settleRefund(dependencies, { refundId, status: 'failed', failure: answer.reason, at });
  }
  const { id: providerId, status, failure } = answer;
  return await settleRefund(dependencies, { refundId, providerId, status, failure, at });
}

const lostPaymentFailure = 'The card provider no longer knows the payment, or its refund.';
const otherMerchantFailure =
  'The order was paid in another account of the card provider. It can be refunded there.';

/** The provider forgets idempotency keys after a day, so a repeated request first looks for the refund. */
async function requestAtProvider(
  { db, gateway }: Pick<PaymentDependencies, 'db' | 'gateway'>,
  refund: RefundRow,
  paymentId: string,
  isFirst: boolean,
): Promise<ProviderRefund | Missing | Refusal> {
  if (refund.provider_id) return await gateway.retrieveRefund(refund.provider_id);
  const made = isFirst ? undefined : await gateway.findRefund({ paymentId, refundId: refund.id });
  if (made) return made;
  const [line] = await findRefundLines(db, refund.id);
  if (!line) throw new Error(`Refund ${refund.id} is of no order`);
  return await gateway.refund({
    refundId: refund.id,
    orderId: line.order_id,
    paymentId,
    amount: refund.amount_cents,
  });
}
