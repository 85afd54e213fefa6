/** A buyer starts a card payment of what is unpaid in the purchase that an order is in. */
import { randomUUIDv7 } from 'node:crypto';
import { type Cents, minChargeCents } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import {
  findOpenPayment,
  insertPayment,
  type PaymentRow,
  recordAttempts,
} from '#payments/database/payments.ts';
import { closePayment, closePaymentsOfOtherMerchants } from '#payments/use-cases/close-order.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { retrieveProviderPayment } from '#payments/use-cases/provider-payment.ts';
import { settleRetrievedPayment } from '#payments/use-cases/settle-payment.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import { findVisibleOrder, lockOrdersOfPurchase, type OrderRow } from '#purchases/database/orders.ts';
import { selectUnpaid, sumTotals } from '#purchases/rules/purchases.ts';

export type PaymentRequest = {
  viewer: Viewer;
  orderId: string;
  /** The total in cents that the buyer saw, of all unpaid orders of the purchase. */
  seenTotal: Cents | undefined;
  claim: Claim | undefined;
  at: Date;
};

/** Refuses: as closePayment, order-not-found, order-not-unpaid, price-changed, rest-too-small, idempotency-key-reused. */
export async function startPayment(
  dependencies: PaymentDependencies,
  request: PaymentRequest,
): Promise<{ clientSecret: string } | Refusal> {
  const opened = await inTransaction(dependencies.db, (transaction) => {
    const open = () => findOrInsertPayment(transaction, request);
    // no answer is stored: a repeat returns the payment that is open then
    return withIdempotency(transaction, { claim: request.claim, answer: {}, run: open, repeat: open });
  });
  if (isRefused(opened)) return opened;
  const { total, payment } = opened;
  const { at } = request;
  // an account may be the current one again; the purchase must not be paid twice
  const purchaseId = payment.purchase_id;
  const refusal =
    (await closePaymentsOfOtherMerchants(dependencies, { purchaseId, at })) ??
    (payment.amount_cents === total ? undefined : await closePayment(dependencies, { payment, at }));
  if (refusal) return refusal;
  if (payment.amount_cents !== total)
    return await startPayment(dependencies, { ...request, claim: undefined });
  const atProvider = await retrieveProviderPayment(dependencies, { payment, at });
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'elsewhere') return await startPayment(dependencies, { ...request, claim: undefined });

  if (atProvider.status === 'waiting') {
    await recordAttempts(dependencies.db, payment.id, atProvider.attempts, at);
    return { clientSecret: atProvider.clientSecret };
  }
  const settled = await settleRetrievedPayment(dependencies, { payment, atProvider, at, through: 'page' });
  if (isRefused(settled)) return settled;
  const order = settled.orders.find(({ id }) => id === request.orderId);
  // cancelled at the provider, or of a wrong amount: the order can still be paid by another payment
  if (order?.state === 'unpaid') return await startPayment(dependencies, { ...request, claim: undefined });
  return { refused: 'order-not-unpaid', state: order?.state ?? 'paid' };
}

async function findOrInsertPayment(
  transaction: Transaction,
  { viewer, orderId, seenTotal, at }: PaymentRequest,
): Promise<{ total: Cents; payment: PaymentRow } | Refusal> {
  const named = await findVisibleOrder(transaction, viewer, orderId);
  if (!named) return { refused: 'order-not-found' };
  const orders = await lockOrdersOfPurchase(transaction, named.purchase_id);
  const order = orders.find(({ id }) => id === orderId) ?? named;
  if (order.state !== 'unpaid') return { refused: 'order-not-unpaid', state: order.state };
  const unpaid = selectUnpaid(orders);
  const total = sumTotals(unpaid);
  if (seenTotal !== undefined && seenTotal !== total)
    return { refused: 'price-changed', price: total / 100, isOfOrder: true };
  if (total < minChargeCents) return { refused: 'rest-too-small' };
  const payment =
    (await findOpenPayment(transaction, order.purchase_id)) ??
    (await insertPayment(transaction, makePayment(unpaid[0] ?? order, total, at)));
  return { total, payment };
}

/** The first unpaid order is the one that the payment names to the provider. */
function makePayment(order: OrderRow, total: Cents, at: Date) {
  return {
    id: randomUUIDv7(),
    order_id: order.id,
    purchase_id: order.purchase_id,
    amount_cents: total,
    status: 'open' as const,
    created_at: at,
    updated_at: at,
  };
}
