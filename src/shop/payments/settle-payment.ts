/** Finds out what has become of a payment at the card provider, and moves its order once. */
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
import { findAtProvider, type OfOtherAccount } from '#shop/payments/provider-payment.ts';

/** When the shop learned of a payment, and through what. */
export type PaymentNews = { at: Date; through: PaymentNotice };

/** The order as it is now, and what the provider said of the payment. */
export type Settled = { order: OrderRow; atProvider: ProviderPayment };

/**
 * Asks the provider about a payment that it has named, and does what follows: money for the whole total of an unpaid
 * order makes it paid; money that the order cannot take is written down and sent back; tries that were declined and
 * payments that were given up are noted. Whoever learns of a payment first, the buyer, an event or the sweep, comes
 * here, and the second finds it done. Refuses: payment-provider-unavailable.
 */
export async function settlePayment(
  dependencies: PaymentDependencies,
  { payment, ...notice }: { payment: PaymentRow & { provider_id: string } } & PaymentNews,
): Promise<Settled | OfOtherAccount | Refusal> {
  const atProvider = await findAtProvider(dependencies, { payment, at: notice.at });
  if (isRefused(atProvider) || atProvider === 'elsewhere') return atProvider;
  return await settleWith(dependencies, { payment, atProvider, ...notice });
}

/** The same, when the provider was asked already. */
export async function settleWith(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { payment, atProvider, at, through }: { payment: PaymentRow; atProvider: ProviderPayment } & PaymentNews,
): Promise<Settled | Refusal> {
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
    const takes = isWhole && canTransition(order.state, 'paid');
    if (!(await finishPayment(transaction, payment.id, takes ? 'succeeded' : 'late', at))) return order;
    await recordMoneyMovement(transaction, {
      orderId: order.id,
      paymentId: payment.id,
      kind: 'charge',
      providerId: atProvider.id,
      amount: atProvider.amount,
      at,
    });
    const arrival = { order, payment, atProvider, at, through };
    return takes
      ? await markPaid({ db: transaction, enqueue }, arrival)
      : await refundLatePayment({ db: transaction, enqueue }, arrival);
  });
  return isRefused(order) ? order : { order, atProvider };
}

type Arrival = { order: OrderRow; payment: PaymentRow; atProvider: ProviderPayment } & PaymentNews;

function markPaid(
  dependencies: TransactionDependencies,
  { order, atProvider, at, through }: Arrival,
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

/** The order was given up, or is paid already, or this is another amount: all of the money is to go back. */
async function refundLatePayment(
  { db, enqueue }: TransactionDependencies,
  { order, payment, atProvider, at }: Arrival,
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
