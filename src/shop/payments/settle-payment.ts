/** Settles a payment by its state at the card provider. */
import { randomUUIDv7 } from 'node:crypto';
import { lockOrder, type OrderRow } from '#database/orders/orders.ts';
import { recordMoneyMovement } from '#database/payments/money-movements.ts';
import { finishPayment, type PaymentRow, recordAttempts } from '#database/payments/payments.ts';
import { insertRefund } from '#database/payments/refunds.ts';
import { inTransaction } from '#database/transaction.ts';
import { canTransition } from '#domain/orders/orders.ts';
import { type PaymentNotice, type ProviderPayment, settlesOrder } from '#domain/payments/payments.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies, PaymentDependencies, TransactionDependencies } from '#shop/dependencies.ts';
import { transitionOrder } from '#shop/orders/transition-order.ts';
import { findAtProvider, type InOtherAccount } from '#shop/payments/provider-payment.ts';

export type NoticeDetails = { at: Date; through: PaymentNotice };

export type SettledPayment = { order: OrderRow; atProvider: ProviderPayment };

/** Safe to repeat: page, event and reconciliation all report it. Refuses: payment-provider-unavailable. */
export async function settlePayment(
  dependencies: PaymentDependencies,
  { payment, ...notice }: { payment: PaymentRow & { provider_id: string } } & NoticeDetails,
): Promise<SettledPayment | InOtherAccount | Refusal> {
  const atProvider = await findAtProvider(dependencies, { payment, at: notice.at });
  if (isRefused(atProvider) || atProvider === 'elsewhere') return atProvider;
  return await settleRetrievedPayment(dependencies, { payment, atProvider, ...notice });
}

export async function settleRetrievedPayment(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { payment, atProvider, at, through }: { payment: PaymentRow; atProvider: ProviderPayment } & NoticeDetails,
): Promise<SettledPayment | Refusal> {
  const order = await inTransaction(db, async (transaction) => {
    const order = await lockOrder(transaction, payment.order_id);
    if (!order) return { refused: 'order-not-found' };
    await recordAttempts(transaction, payment.id, atProvider.attempts, at);
    if (atProvider.status === 'waiting') return order;
    if (atProvider.status === 'cancelled') {
      await finishPayment(transaction, payment.id, 'cancelled', at);
      return order;
    }
    const isWhole = settlesOrder(atProvider, { id: order.id, total: order.total_cents });
    const isAccepted = isWhole && canTransition(order.state, 'paid');
    if (!(await finishPayment(transaction, payment.id, isAccepted ? 'succeeded' : 'late', at))) return order;
    await recordMoneyMovement(transaction, {
      orderId: order.id,
      paymentId: payment.id,
      kind: 'charge',
      providerId: atProvider.id,
      amount: atProvider.amount,
      at,
    });
    const settlement = { order, payment, atProvider, at, through };
    return isAccepted
      ? await markPaid({ db: transaction, enqueue }, settlement)
      : await refundLatePayment({ db: transaction, enqueue }, settlement);
  });
  return isRefused(order) ? order : { order, atProvider };
}

type Settlement = { order: OrderRow; payment: PaymentRow; atProvider: ProviderPayment } & NoticeDetails;

function markPaid(
  dependencies: TransactionDependencies,
  { order, atProvider, at, through }: Settlement,
): Promise<OrderRow | Refusal> {
  return transitionOrder(dependencies, {
    order,
    to: 'paid',
    reason: `payment ${atProvider.id}`,
    noticedThrough: through,
    patch: { transaction_id: atProvider.id },
    at,
  });
}

async function refundLatePayment(
  { db, enqueue }: TransactionDependencies,
  { order, payment, atProvider, at }: Settlement,
): Promise<OrderRow> {
  const refund = await insertRefund(db, {
    id: randomUUIDv7(),
    order_id: order.id,
    payment_id: payment.id,
    amount_cents: atProvider.amount,
    reason: latePaymentReason,
    returned_units: 0,
    status: 'pending',
    created_at: at,
    updated_at: at,
  });
  if (refund) await enqueue(db, { name: 'finish-refund', refundId: refund.id });
  return order;
}

const latePaymentReason = 'The payment arrived when the order could not take it any more.';
