/** What the provider says of a refund becomes true in the shop: money, units, the order's state and the buyer's mail. */

import { returnStock } from '#database/catalogue/stock.ts';
import { lockOrder, type OrderRow, updateOrder } from '#database/orders/orders.ts';
import { recordMoneyMovement } from '#database/payments/money-movements.ts';
import { findPayment, type PaymentRow } from '#database/payments/payments.ts';
import {
  findRefund,
  findRefundsOfOrder,
  lockRefund,
  type RefundRow,
  updateRefund,
} from '#database/payments/refunds.ts';
import { inTransaction, type Transaction } from '#database/transaction.ts';
import type { OrderChange } from '#domain/jobs.ts';
import { canTransition } from '#domain/orders/orders.ts';
import { canRefundTransition, type RefundStatus } from '#domain/payments/refunds.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies, TransactionDependencies } from '#shop/dependencies.ts';
import { transitionOrder } from '#shop/orders/transition-order.ts';

export type RefundOutcome = {
  /** The shop's own id. */
  refundId: string;
  /** The provider's id; undefined when it made none. */
  providerId?: string;
  status: RefundStatus;
  failure: string | undefined;
  at: Date;
};

/**
 * Moves the refund on, once, and answers it. When it has succeeded, its units are in the stock again, and an order of
 * which everything went back is refunded. When it fails, its money is still with the shop and can be refunded anew; an
 * order that was refunded by then stays so, because an order never moves backwards, and a buyer who was told of the
 * refund is told of its failure. Refuses: order-not-found.
 */
export async function settleRefund(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  outcome: RefundOutcome,
): Promise<RefundRow | Refusal> {
  const known = await findRefund(db, outcome.refundId);
  return await inTransaction(db, async (transaction) => {
    const order = known && (await lockOrder(transaction, known.order_id));
    const refund = await lockRefund(transaction, outcome.refundId);
    const payment = refund && (await findPayment(transaction, refund.payment_id));
    if (!order || !payment) return { refused: 'order-not-found' };
    const settling = { order, payment, refund, outcome };
    const dependencies = { db: transaction, enqueue };
    if (!canRefundTransition(refund.status, outcome.status))
      return await recordProviderRefund(dependencies, settling);
    if (outcome.status === 'failed') {
      // what the buyer was not told of yet need not be taken back
      if (refund.status === 'succeeded') await enqueueMail(dependencies, settling, 'refund-failed');
      return await fail(dependencies, settling);
    }
    const succeeded = await succeed(dependencies, settling);
    const change = payment.status === 'late' ? 'late-payment-returned' : 'refunded';
    await enqueueMail(dependencies, settling, change);
    return succeeded;
  });
}

type Settling = { order: OrderRow; payment: PaymentRow; refund: RefundRow; outcome: RefundOutcome };

function enqueueMail(
  { db, enqueue }: TransactionDependencies,
  { order, refund }: Settling,
  change: OrderChange,
): Promise<void> {
  return enqueue(db, { name: 'mail-order', change, orderId: order.id, refundId: refund.id });
}

/** Nothing but the provider's id, and that it is in the account at hand, can be news. */
function recordProviderRefund(
  { db }: TransactionDependencies,
  { refund, outcome }: Settling,
): Promise<RefundRow> {
  return updateRefund(db, refund.id, {
    provider_id: refund.provider_id ?? outcome.providerId ?? null,
    elsewhere_at: null,
    updated_at: outcome.at,
  });
}

async function succeed(
  { db, enqueue }: TransactionDependencies,
  settling: Settling,
): Promise<RefundRow | Refusal> {
  const { order, refund, outcome } = settling;
  const { at } = outcome;
  await recordMovement(db, settling, 'refund');
  const updated = await updateRefund(db, refund.id, {
    status: 'succeeded',
    provider_id: refund.provider_id ?? outcome.providerId ?? null,
    succeeded_at: at,
    elsewhere_at: null,
    updated_at: at,
  });
  const refused = await countRefunded({ db, enqueue }, settling);
  if (refused) return refused;
  if (refund.returned_units > 0) {
    const units = { partId: order.part_id, orderId: order.id, units: refund.returned_units, at };
    await returnStock(db, units, 'return');
  }
  return updated;
}

async function fail(
  { db, enqueue }: TransactionDependencies,
  settling: Settling,
): Promise<RefundRow | Refusal> {
  const { refund, outcome } = settling;
  const { at, failure = 'The card provider does not say why.' } = outcome;
  if (refund.status === 'succeeded') await recordMovement(db, settling, 'refund-failure');
  const updated = await updateRefund(db, refund.id, {
    status: 'failed',
    provider_id: refund.provider_id ?? outcome.providerId ?? null,
    failure,
    failed_at: at,
    elsewhere_at: null,
    updated_at: at,
  });
  const refused = await countRefunded({ db, enqueue }, settling);
  return refused ?? updated;
}

/** What has gone back of the payment, counted anew; an order of which that is all is refunded. */
async function countRefunded(
  { db, enqueue }: TransactionDependencies,
  { order, payment, outcome: { at } }: Settling,
): Promise<Refusal | undefined> {
  const refunds = await findRefundsOfOrder(db, order.id);
  const refunded = refunds
    .filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const isSettling = payment.provider_id === order.transaction_id;
  const isGivenUp = order.state === 'cancelled' || order.state === 'expired';
  const isWhole = refunded === order.total_cents;
  if (!isSettling && !(isGivenUp && isWhole)) return undefined; // another payment of the order, or of another amount
  if (!isWhole || !canTransition(order.state, 'refunded')) {
    await updateOrder(db, order.id, { refunded_cents: refunded, updated_at: at });
    return undefined;
  }
  const last = refunds.at(-1);
  const moved = await transitionOrder(
    { db, enqueue },
    {
      order,
      to: 'refunded',
      requestedBy: last?.requested_by ?? null,
      reason: last?.reason,
      patch: { refunded_cents: refunded, transaction_id: payment.provider_id },
      at,
    },
  );
  return isRefused(moved) ? moved : undefined;
}

async function recordMovement(
  db: Transaction,
  { order, payment, refund, outcome }: Settling,
  kind: 'refund' | 'refund-failure',
): Promise<void> {
  const providerId = refund.provider_id ?? outcome.providerId;
  if (!providerId) throw new Error(`Refund ${refund.id} is done, but the provider has no name for it`);
  await recordMoneyMovement(db, {
    orderId: order.id,
    paymentId: payment.id,
    kind,
    providerId,
    amount: kind === 'refund' ? -refund.amount_cents : refund.amount_cents,
    at: outcome.at,
  });
}
