/** An administrator refunds a paid order, in whole or in part. */
import { randomUUIDv7 } from 'node:crypto';
import type { Cents } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findPayment } from '#payments/database/payments.ts';
import {
  findLeftOfOrders,
  findRefund,
  findRefundable,
  insertRefund,
  type RefundRow,
} from '#payments/database/refunds.ts';
import { decideRefund, planRefund, type RefundLine } from '#payments/rules/refunds.ts';
import { finishRefund } from '#payments/use-cases/finish-refund.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import { findOrdersOfPurchase, lockOrder, type OrderRow } from '#purchases/database/orders.ts';

export type RefundRequest = {
  viewer: Viewer;
  orderId: string;
  amount: Cents | undefined;
  reason: string;
  returnedUnits: number;
  claim: Claim | undefined;
  at: Date;
};

/** Refuses: as decideRefund, order-not-found, refund-failed, idempotency-key-reused. */
export async function requestRefund(
  dependencies: PaymentDependencies,
  request: RefundRequest,
): Promise<RefundRow | Refusal> {
  const inserted = await insertRefundOnce(dependencies, request);
  if (isRefused(inserted)) return inserted;
  const { refundId, isFirst } = inserted;
  const finished = await finishRefund(dependencies, { refundId, isFirst, at: request.at });
  const refund = isRefused(finished) ? await findRefund(dependencies.db, refundId) : finished;
  if (!refund) throw new Error(`There is no refund ${refundId}`);
  if (refund.status === 'failed') return { refused: 'refund-failed', reason: refund.failure ?? 'unknown' };
  return refund;
}

type InsertedRefund = { refundId: string; isFirst: boolean };

function insertRefundOnce(
  { db }: PaymentDependencies,
  request: RefundRequest,
): Promise<InsertedRefund | Refusal> {
  const refundId = randomUUIDv7();
  return inTransaction(db, (transaction) =>
    withIdempotency(transaction, {
      claim: request.claim,
      answer: { refundId },
      run: () => insertRequestedRefund(transaction, { ...request, refundId }),
      repeat: async (earlier): Promise<InsertedRefund> => ({ refundId: earlier.refundId, isFirst: false }),
    }),
  );
}

async function insertRequestedRefund(
  transaction: Transaction,
  { refundId, viewer, orderId, amount, reason, returnedUnits, at }: RefundRequest & { refundId: string },
): Promise<InsertedRefund | Refusal> {
  const order = await lockOrder(transaction, orderId);
  if (!order) return { refused: 'order-not-found' };
  const refundable = await findRefundable(transaction, order);
  if (!refundable) return { refused: 'order-not-refundable', state: order.state };
  const decision = decideRefund(refundable, { amount, returnedUnits, state: order.state });
  if (isRefused(decision)) return decision;
  const { paymentId } = refundable;
  const lines = await planLines(transaction, { paymentId, amount: decision.amount, order });

  const refund = await insertRefund(
    transaction,
    {
      id: refundId,
      payment_id: paymentId,
      amount_cents: decision.amount,
      reason,
      requested_by: viewer.id,
      at,
    },
    lines.map((line) => (line.orderId === orderId ? { ...line, returnedUnits } : line)),
  );
  if (!refund) throw new Error('A refund without a provider’s id was not written');
  await recordAdminChange(transaction, {
    adminId: viewer.id,
    subject: 'refunds',
    subjectId: refundId,
    before: null,
    after: { orderId, amount: decision.amount, reason, returnedUnits },
    at,
  });
  return { refundId, isFirst: true };
}

/** Of a late payment that came back they are of each order that it was of. */
async function planLines(
  transaction: Transaction,
  { paymentId, amount, order }: { paymentId: string; amount: Cents; order: OrderRow },
): Promise<RefundLine[]> {
  const payment = await findPayment(transaction, paymentId);
  const orders = await findOrdersOfPurchase(transaction, order.purchase_id);
  const lefts = payment ? await findLeftOfOrders(transaction, payment, orders) : [];
  return planRefund(lefts, { amount, orderId: order.id, namedId: order.id });
}
