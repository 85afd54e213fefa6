/** Settles a payment by its state at the card provider: marks its orders as paid, or gives back what came too late. */
import { randomUUIDv7 } from 'node:crypto';
import { findRulesOfVersion } from '#delivery/database/delivery-rules.ts';
import { promiseWhenPaid } from '#delivery/rules/agreed-delivery.ts';
import { issueInvoice } from '#invoices/use-cases/issue-invoice.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import {
  finishPayment,
  type PaymentRow,
  recordAttempts,
  recordMoneyMovement,
} from '#payments/database/payments.ts';
import { insertRefund } from '#payments/database/refunds.ts';
import { type PaymentJob, type ProviderPayment, settlesPurchase } from '#payments/rules/payments.ts';
import { planLateRefund } from '#payments/rules/refunds.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { findAtProvider, type OfOtherMerchant } from '#payments/use-cases/provider-payment.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';
import { lockOrdersOfPurchase, type OrderPatch, type OrderRow } from '#purchases/database/orders.ts';
import { findPurchase } from '#purchases/database/purchases.ts';
import type { OrderMailJob, PaymentNotice } from '#purchases/rules/orders.ts';
import { selectUnpaid, sumTotals } from '#purchases/rules/purchases.ts';
import { transitionOrders } from '#purchases/use-cases/transition-order.ts';

export type NoticeDetails = { at: Date; through: PaymentNotice };

/** `orders`: all of the purchase. */
export type SettledPayment = { orders: OrderRow[]; atProvider: ProviderPayment };

/** Safe to repeat: page, event and reconciliation all report it. Refuses: payment-provider-unavailable. */
export async function settlePayment(
  dependencies: PaymentDependencies,
  { payment, ...notice }: { payment: PaymentRow & { provider_id: string } } & NoticeDetails,
): Promise<SettledPayment | OfOtherMerchant | Refusal> {
  const atProvider = await findAtProvider(dependencies, { payment, at: notice.at });
  if (isRefused(atProvider) || atProvider === 'elsewhere') return atProvider;
  return await settleRetrievedPayment(dependencies, { payment, atProvider, ...notice });
}

export async function settleRetrievedPayment(
  { db, enqueue }: Pick<PaymentDependencies, 'db' | 'enqueue'>,
  { payment, atProvider, at, through }: { payment: PaymentRow; atProvider: ProviderPayment } & NoticeDetails,
): Promise<SettledPayment | Refusal> {
  const orders = await inTransaction<OrderRow[]>(db, async (transaction) => {
    const orders = await lockOrdersOfPurchase(transaction, payment.purchase_id);
    await recordAttempts(transaction, payment.id, atProvider.attempts, at);
    if (atProvider.status === 'waiting') return orders;
    if (atProvider.status === 'cancelled') {
      await finishPayment(transaction, payment.id, 'cancelled', at);
      return orders;
    }
    const unpaid = selectUnpaid(orders);
    const purchase = { orderIds: orders.map(({ id }) => id), total: sumTotals(unpaid) };
    const isAccepted = settlesPurchase(atProvider, purchase);
    if (!(await finishPayment(transaction, payment.id, isAccepted ? 'succeeded' : 'late', at))) return orders;
    await recordMoneyMovement(transaction, {
      order_id: payment.order_id,
      payment_id: payment.id,
      kind: 'charge',
      provider_id: atProvider.id,
      amount_cents: atProvider.amount,
      moved_at: at,
    });
    const settlement = { orders, payment, atProvider, at, through };
    if (!isAccepted) return await refundLatePayment({ db: transaction, enqueue }, settlement);
    const paid = await markPaid({ db: transaction, enqueue }, { ...settlement, orders: unpaid });
    if (isRefused(paid)) return paid;
    await issueInvoice(
      { db: transaction },
      { paymentId: payment.id, isTestPayment: !atProvider.isLive, orders: paid, at },
    );
    return orders.map((order) => paid.find(({ id }) => id === order.id) ?? order);
  });
  return isRefused(orders) ? orders : { orders, atProvider };
}

type Settlement = { orders: OrderRow[]; payment: PaymentRow; atProvider: ProviderPayment } & NoticeDetails;

/** An open payment is of all unpaid orders, since none of them is closed before it. */
async function markPaid(
  dependencies: TransactionDependencies<OrderMailJob>,
  { orders, payment, atProvider, at, through }: Settlement,
): Promise<OrderRow[] | Refusal> {
  const days = await promiseDays(dependencies, payment.purchase_id, at);
  return await transitionOrders(dependencies, {
    orders,
    to: 'paid',
    reason: `payment ${atProvider.id}`,
    noticedThrough: through,
    patch: { transaction_id: atProvider.id, ...days },
    at,
  });
}

/** By the rules that the purchase was quoted by. Nothing for one without a promise. */
async function promiseDays(
  { db }: Pick<TransactionDependencies, 'db'>,
  purchaseId: string,
  at: Date,
): Promise<OrderPatch> {
  const { delivery } = await findPurchase(db, purchaseId);
  if (!delivery) return {};
  const promise = promiseWhenPaid(await findRulesOfVersion(db, delivery.rulesVersion), delivery, at);
  return promise ? { promised_from: promise.from, promised_by: promise.to } : {};
}

async function refundLatePayment(
  { db, enqueue }: TransactionDependencies<PaymentJob>,
  { orders, payment, atProvider, at }: Settlement,
): Promise<OrderRow[]> {
  const left = atProvider.amount - atProvider.refunded;
  if (left <= 0) return orders;
  const refund = await insertRefund(
    db,
    { id: randomUUIDv7(), payment_id: payment.id, amount_cents: left, reason: latePaymentReason, at },
    planLateRefund(orders, { amount: left, namedId: payment.order_id }),
  );
  if (refund) await enqueue(db, { name: 'finish-refund', refundId: refund.id });
  return orders;
}

const latePaymentReason = 'The payment arrived when the order could not take it any more.';
