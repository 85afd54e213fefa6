/** Converts Stripe's objects to the shop's types. */
import type Stripe from 'stripe';
import { isClosed, type ProviderDispute } from '#payments/rules/disputes.ts';
import type { ProviderAttempt, ProviderPayment } from '#payments/rules/payments.ts';
import type { ProviderRefund, RefundStatus } from '#payments/rules/refunds.ts';

export function presentIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status:
      intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'cancelled' : 'waiting',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    refunded: charge?.amount_refunded ?? 0,
    currency: intent.currency,
    isLive: intent.livemode,
    orderId: intent.metadata.orderId,
    attempts: [...(charge ? presentAttempt(charge) : []), ...presentFailedAuthentication(intent)],
  };
}

/** None while the bank has not decided. */
export function presentAttempt(charge: Stripe.Charge): ProviderAttempt[] {
  if (charge.status === 'pending') return [];
  const isDeclined = charge.status === 'failed';
  return [
    {
      id: charge.id,
      outcome: isDeclined ? 'declined' : 'succeeded',
      code: isDeclined ? (charge.outcome?.reason ?? charge.failure_code ?? undefined) : undefined,
      reason: isDeclined ? (charge.failure_message ?? undefined) : undefined,
      at: toDate(charge.created),
    },
  ];
}

export function presentRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    paymentId: readId(refund.payment_intent),
    refundId: refund.metadata?.refundId,
    orderId: refund.metadata?.orderId,
    status: refundStatuses[refund.status ?? ''] ?? 'pending',
    amount: refund.amount,
    failure: describeFailure(refund),
  };
}

export function presentDispute(dispute: Stripe.Dispute): ProviderDispute {
  const { due_by } = dispute.evidence_details;
  return {
    id: dispute.id,
    paymentId: readId(dispute.payment_intent),
    amount: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    isRefundable: dispute.is_charge_refundable,
    respondBy: due_by && !isClosed(dispute.status) ? toDate(due_by) : undefined,
    openedAt: toDate(dispute.created),
  };
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

export function readId(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

const refundStatuses: Record<string, RefundStatus> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

function describeFailure({ failure_reason, status }: Stripe.Refund): string | undefined {
  if (status === 'canceled') return 'It was cancelled at the card provider.';
  if (!failure_reason) return undefined;
  return (
    failures[failure_reason] ?? `The card provider’s reason is “${failure_reason.replaceAll('_', ' ')}”.`
  );
}

const failures: Record<string, string> = {
  charge_for_pending_refund_disputed: 'The card’s bank has disputed the payment meanwhile.',
  declined: 'The card’s bank has declined it.',
  expired_or_canceled_card: 'The card has expired or was cancelled.',
  insufficient_funds: 'There was not enough money for it at the card provider.',
  lost_or_stolen_card: 'The card was lost or stolen.',
  merchant_request: 'The shop has asked the card provider to stop it.',
  unknown: 'The card’s bank does not say why.',
};

/** A failed authentication has no charge; its payment method is new for every attempt and serves as id. */
function presentFailedAuthentication({ last_payment_error: error }: Stripe.PaymentIntent): ProviderAttempt[] {
  if (!error || error.charge || !error.payment_method) return [];
  return [
    {
      id: error.payment_method.id,
      outcome: 'declined',
      code: error.decline_code ?? error.code,
      reason: error.message,
      at: undefined,
    },
  ];
}
