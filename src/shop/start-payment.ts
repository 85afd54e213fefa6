/** A buyer starts to pay an order by card. */
import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '#database/connect.ts';
import { type Claim, claimKey, keepAnswer } from '#database/idempotency.ts';
import { lockOrderOf, type OrderRow } from '#database/orders.ts';
import { findOpenPayment, insertPayment, type PaymentRow, recordAttempts } from '#database/payments.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { closePaymentsElsewhere } from '#shop/close-order.ts';
import { askProvider } from '#shop/provider-payment.ts';
import { type SettleTools, settleAs } from '#shop/settle-payment.ts';

export type PaymentRequest = {
  viewer: Viewer;
  orderId: string;
  /** The total in cents that the buyer saw, if the request says. */
  seenTotal: number | undefined;
  claim: Claim | undefined;
  at: Date;
};

/**
 * Answers the secret with which the provider's client can confirm a payment of exactly the order's total. An order
 * has at most one open payment, so that however often this is asked, there is one thing to confirm; one that is not in
 * the account at hand is left, and another made.
 * Refuses: order-not-found, order-not-unpaid, price-changed, payment-in-progress, payment-provider-unavailable,
 * idempotency-key-reused.
 */
export async function startPayment(
  db: Database,
  tools: SettleTools,
  request: PaymentRequest,
): Promise<{ clientSecret: string } | Refusal> {
  const opened = await openPayment(db, request);
  if (isRefused(opened)) return opened;
  const { order, payment } = opened;
  const { at } = request;
  // had its account come back, the order could be paid twice
  const kept = await closePaymentsElsewhere(db, tools, { order, at });
  if (kept) return kept;
  const atProvider = await askProvider(db, tools.gateway, { order, payment, at });
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'elsewhere') return await startPayment(db, tools, { ...request, claim: undefined });

  if (atProvider.status === 'waiting') {
    await recordAttempts(db, payment.id, atProvider.attempts, at);
    return { clientSecret: atProvider.clientSecret };
  }
  const settled = await settleAs(db, tools, { payment, atProvider, at, through: 'page' });
  if (isRefused(settled)) return settled;
  // given up at the provider, or of another amount: the order can still be paid, by another payment
  if (settled.order.state === 'unpaid')
    return await startPayment(db, tools, { ...request, claim: undefined });
  // paid in another tab, and nobody has told us yet
  return { refused: 'order-not-unpaid', state: settled.order.state };
}

function openPayment(
  db: Database,
  { viewer, orderId, seenTotal, claim, at }: PaymentRequest,
): Promise<{ order: OrderRow; payment: PaymentRow } | Refusal> {
  return inTransaction(db, async (transaction) => {
    const earlier = claim && (await claimKey(transaction, claim));
    if (earlier === 'reused') return { refused: 'idempotency-key-reused' };
    const order = await lockOrderOf(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (order.state !== 'unpaid') return { refused: 'order-not-unpaid', state: order.state };
    if (seenTotal !== undefined && seenTotal !== order.total_cents) {
      return { refused: 'price-changed', price: order.total_cents / 100 };
    }
    const payment =
      (await findOpenPayment(transaction, orderId)) ??
      (await insertPayment(transaction, newPayment(order, at)));
    if (claim && earlier === 'new') await keepAnswer(transaction, claim, { paymentId: payment.id });
    return { order, payment };
  });
}

function newPayment(order: OrderRow, at: Date) {
  return {
    id: randomUUIDv7(),
    order_id: order.id,
    amount_cents: order.total_cents,
    status: 'open' as const,
    created_at: at,
    updated_at: at,
  };
}
