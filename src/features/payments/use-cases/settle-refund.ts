/** Settles a refund by its state at the provider: money, units, order state and mail. */
import { returnStock } from '#catalogue/database/stock.ts';
import { issueNote } from '#invoices/use-cases/issue-note.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findPayment, type PaymentRow, recordMoneyMovement } from '#payments/database/payments.ts';
import {
  findRefund,
  findRefundLines,
  findRefundsOfOrder,
  lockRefund,
  type RefundLineRow,
  type RefundRow,
  updateRefund,
} from '#payments/database/refunds.ts';
import { canRefundTransition, type RefundStatus } from '#payments/rules/refunds.ts';
import { recordAlerts } from '#platform/database/record-admin-changes.ts';
import { inTransaction, type Transaction } from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import { lockOrdersOfPurchase, type OrderRow, updateOrder } from '#purchases/database/orders.ts';
import {
  canTransition,
  isClosedUnpaid,
  type OrderChange,
  type OrderMailJob,
} from '#purchases/rules/orders.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';
import { transitionOrders } from '#purchases/use-cases/transition-order.ts';

export type RefundOutcome = {
  refundId: string;
  /** Undefined when the provider made no refund. */
  providerId?: string;
  status: RefundStatus;
  failure: string | undefined;
  at: Date;
};

/** Safe to repeat. A refunded order stays so when its refund fails later. Refuses: order-not-found. */
export async function settleRefund(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  outcome: RefundOutcome,
): Promise<RefundRow | Refusal> {
  const known = await findRefund(db, outcome.refundId);
  return await inTransaction(db, async (transaction) => {
    const payment = known && (await findPayment(transaction, known.payment_id));
    if (!payment) return { refused: 'order-not-found' };
    const orders = await lockOrdersOfPurchase(transaction, payment.purchase_id);
    const refund = await lockRefund(transaction, outcome.refundId);
    if (!refund) return { refused: 'order-not-found' };
    const lines = await findRefundLines(transaction, refund.id);
    const refunded = orders.filter(({ id }) => lines.some(({ order_id }) => order_id === id));
    const settlement = { refunded, lines, payment, refund, outcome };
    const dependencies = { db: transaction, enqueue };
    if (!canRefundTransition(refund.status, outcome.status))
      return await writeOutcome(dependencies, settlement);
    if (outcome.status === 'failed') {
      // only a refund that succeeded before was mailed to the buyer
      if (refund.status === 'succeeded') await enqueueMail(dependencies, settlement, 'refund-failed');
      const failed = await markFailed(dependencies, settlement);
      if (refund.status === 'succeeded' && !isRefused(failed)) {
        await issueNote(dependencies, { kind: 'reversal', refund: failed, lines, at: outcome.at });
      }
      return failed;
    }
    const updated = await markSucceeded(dependencies, settlement);
    const change = payment.status === 'late' ? 'late-payment-returned' : 'refunded';
    await enqueueMail(dependencies, settlement, change);
    if (isRefused(updated)) return updated;
    await issueNote(dependencies, { kind: 'credit-note', refund: updated, lines, at: outcome.at });
    return updated;
  });
}

/** `lines`: one of each refunded order. */
type Settlement = {
  refunded: OrderRow[];
  lines: RefundLineRow[];
  payment: PaymentRow;
  refund: RefundRow;
  outcome: RefundOutcome;
};

function enqueueMail(
  { db, enqueue }: TransactionDependencies<OrderMailJob>,
  { refunded, refund }: Settlement,
  change: OrderChange,
): Promise<void> {
  const orderIds = refunded.map(({ id }) => id);
  return enqueue(db, { name: 'mail-order', change, orderIds, refundId: refund.id });
}

/** With the provider's name for it. */
function writeOutcome(
  { db }: TransactionDependencies,
  { refund, outcome }: Settlement,
  changes: Partial<Pick<RefundRow, 'status' | 'succeeded_at' | 'failed_at' | 'failure'>> = {},
): Promise<RefundRow> {
  return updateRefund(db, refund.id, {
    ...changes,
    provider_id: refund.provider_id ?? outcome.providerId ?? null,
    elsewhere_at: null,
    updated_at: outcome.at,
  });
}

async function markSucceeded(
  dependencies: TransactionDependencies<OrderMailJob>,
  settlement: Settlement,
): Promise<RefundRow | Refusal> {
  const { db } = dependencies;
  const { refunded, lines, outcome } = settlement;
  const { at } = outcome;
  await recordMovement(db, settlement, 'refund');
  const updated = await writeOutcome(dependencies, settlement, { status: 'succeeded', succeeded_at: at });
  const refused = await updateRefundedTotals(dependencies, settlement);
  if (refused) return refused;
  for (const { id, part_id } of refunded) {
    const units = lines.find(({ order_id }) => order_id === id)?.returned_units ?? 0;
    if (units > 0) await returnStock(db, { partId: part_id, orderId: id, units, at }, 'return');
  }
  return updated;
}

async function markFailed(
  dependencies: TransactionDependencies<OrderMailJob>,
  settlement: Settlement,
): Promise<RefundRow | Refusal> {
  const { db } = dependencies;
  const { refund, outcome } = settlement;
  const { at, failure = 'The card provider does not say why.' } = outcome;
  if (refund.status === 'succeeded') await recordMovement(db, settlement, 'refund-failure');
  if (!(await wasRefusedBefore(db, settlement, failure)))
    await recordAlerts(db, [{ kind: 'failed-refund', subjectId: refund.id, at }]);
  const updated = await writeOutcome(dependencies, settlement, { status: 'failed', failure, failed_at: at });
  const refused = await updateRefundedTotals(dependencies, settlement);
  return refused ?? updated;
}

/** Whoever presses again is told again, the owner is not: of the same refund, for the same reason, that the provider did not make. */
async function wasRefusedBefore(
  db: Transaction,
  { refund, lines, outcome }: Settlement,
  failure: string,
): Promise<boolean> {
  if (refund.provider_id ?? outcome.providerId) return false;
  for (const { order_id, amount_cents } of lines) {
    const earlier = (await findRefundsOfOrder(db, order_id)).findLast(
      ({ id, payment_id }) => id < refund.id && payment_id === refund.payment_id,
    );
    if (earlier?.failure !== failure || earlier.amount_cents !== amount_cents) return false;
  }
  return true;
}

async function updateRefundedTotals(
  dependencies: TransactionDependencies<OrderMailJob>,
  { refunded: orders, payment, refund, outcome: { at } }: Settlement,
): Promise<Refusal | undefined> {
  const { db } = dependencies;
  for (const order of orders) {
    const refunds = await findRefundsOfOrder(db, order.id);
    const refunded = refunds
      .filter(({ payment_id, status }) => payment_id === payment.id && status === 'succeeded')
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    const isSettling = payment.provider_id === order.transaction_id;
    const isWhole = refunded === computeTotal(order);
    // of a late payment of several orders of which somebody has refunded a part already, none has just its own back
    const isLateWhole =
      isClosedUnpaid(order.state) &&
      isWhole &&
      [refund.amount_cents, refunded].includes(payment.amount_cents);
    if (!isSettling && !isLateWhole) continue; // not the payment of the order
    if (!isWhole || !canTransition(order.state, 'refunded')) {
      await updateOrder(db, order.id, { refunded_cents: refunded, updated_at: at });
      continue;
    }
    const last = refunds.at(-1);
    const transitioned = await transitionOrders(dependencies, {
      orders: [order],
      to: 'refunded',
      requestedBy: last?.requested_by ?? null,
      reason: last?.reason,
      patch: { refunded_cents: refunded, transaction_id: payment.provider_id },
      at,
    });
    if (isRefused(transitioned)) return transitioned;
  }
  return undefined;
}

async function recordMovement(
  db: Transaction,
  { lines: [line], payment, refund, outcome }: Settlement,
  kind: 'refund' | 'refund-failure',
): Promise<void> {
  const providerId = refund.provider_id ?? outcome.providerId;
  if (!providerId) throw new Error(`Refund ${refund.id} is done, but the provider has no name for it`);
  if (!line) throw new Error(`Refund ${refund.id} is of no order`);
  await recordMoneyMovement(db, {
    order_id: line.order_id,
    payment_id: payment.id,
    kind,
    provider_id: providerId,
    amount_cents: kind === 'refund' ? -refund.amount_cents : refund.amount_cents,
    moved_at: outcome.at,
  });
}
