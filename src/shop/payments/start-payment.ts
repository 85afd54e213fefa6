/** A buyer starts a card payment of an order. */
import { randomUUIDv7 } from 'node:crypto';
import { type Claim, withIdempotency } from '#database/idempotency.ts';
import { lockVisibleOrder, type OrderRow } from '#database/orders/orders.ts';
import {
  findOpenPayment,
  insertPayment,
  type PaymentRow,
  recordAttempts,
} from '#database/payments/payments.ts';
import { inTransaction, type Transaction } from '#database/transaction.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { PaymentDependencies } from '#shop/dependencies.ts';
import { closePaymentsOfOtherAccounts } from '#shop/orders/close-order.ts';
import { retrieveProviderPayment } from '#shop/payments/provider-payment.ts';
import { settleRetrievedPayment } from '#shop/payments/settle-payment.ts';

export type PaymentRequest = {
  viewer: Viewer;
  orderId: string;
  seenTotal: number | undefined;
  claim: Claim | undefined;
  at: Date;
};

/** Refuses: as closePayment, order-not-found, order-not-unpaid, price-changed, idempotency-key-reused. */
export async function startPayment(
  dependencies: PaymentDependencies,
  request: PaymentRequest,
): Promise<{ clientSecret: string } | Refusal> {
  const opened = await openPaymentAtProvider(dependencies, request);
  if (isRefused(opened)) return opened;
  const { order, payment } = opened;
  const { at } = request;
  // an account may be the current one again; the order must not be paid twice
  const refusal = await closePaymentsOfOtherAccounts(dependencies, { order, at });
  if (refusal) return refusal;
  const atProvider = await retrieveProviderPayment(dependencies, { order, payment, at });
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'elsewhere') return await startPayment(dependencies, { ...request, claim: undefined });

  if (atProvider.status === 'waiting') {
    await recordAttempts(dependencies.db, payment.id, atProvider.attempts, at);
    return { clientSecret: atProvider.clientSecret };
  }
  const settled = await settleRetrievedPayment(dependencies, { payment, atProvider, at, through: 'page' });
  if (isRefused(settled)) return settled;
  // cancelled at the provider, or of a wrong amount: the order can still be paid by another payment
  if (settled.order.state === 'unpaid')
    return await startPayment(dependencies, { ...request, claim: undefined });
  return { refused: 'order-not-unpaid', state: settled.order.state };
}

type OpenedPayment = { order: OrderRow; payment: PaymentRow };

function openPaymentAtProvider(
  { db }: PaymentDependencies,
  request: PaymentRequest,
): Promise<OpenedPayment | Refusal> {
  return inTransaction(db, (transaction) => {
    const open = () => findOrInsertPayment(transaction, request);
    // no answer is stored: a repeat returns the payment that is open then
    return withIdempotency(transaction, { claim: request.claim, answer: {}, run: open, repeat: open });
  });
}

async function findOrInsertPayment(
  transaction: Transaction,
  { viewer, orderId, seenTotal, at }: PaymentRequest,
): Promise<OpenedPayment | Refusal> {
  const order = await lockVisibleOrder(transaction, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  if (order.state !== 'unpaid') return { refused: 'order-not-unpaid', state: order.state };
  if (seenTotal !== undefined && seenTotal !== order.total_cents) {
    return { refused: 'price-changed', price: order.total_cents / 100 };
  }
  const payment =
    (await findOpenPayment(transaction, orderId)) ??
    (await insertPayment(transaction, makePayment(order, at)));
  return { order, payment };
}

function makePayment(order: OrderRow, at: Date) {
  return {
    id: randomUUIDv7(),
    order_id: order.id,
    purchase_id: order.purchase_id,
    amount_cents: order.total_cents,
    status: 'open' as const,
    created_at: at,
    updated_at: at,
  };
}
