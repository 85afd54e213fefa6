/** Handles an event of the card provider: retrieves the current state of its subject and settles it. */
import { randomUUIDv7 } from 'node:crypto';
import { isUuid } from '#kernel/ids.ts';
import type { Cents } from '#kernel/money.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { upsertDispute } from '#payments/database/disputes.ts';
import {
  adoptPayment,
  findPaymentAtProvider,
  type PaymentRow,
  recordMoneyMovement,
} from '#payments/database/payments.ts';
import {
  findLeftOfOrders,
  findRefund,
  findRefundAtProvider,
  insertRefund,
  type RefundRow,
} from '#payments/database/refunds.ts';
import { hasReinstated, hasWithdrawn, isClosed } from '#payments/rules/disputes.ts';
import type { EventSubject, MoneyKind, ProviderPayment } from '#payments/rules/payments.ts';
import { type ProviderRefund, planRefund } from '#payments/rules/refunds.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import {
  findAtProvider,
  type OfOtherMerchant,
  recordMerchant,
} from '#payments/use-cases/provider-payment.ts';
import {
  type SettledPayment,
  settlePayment,
  settleRetrievedPayment,
} from '#payments/use-cases/settle-payment.ts';
import { settleRefund } from '#payments/use-cases/settle-refund.ts';
import type { Database } from '#platform/database/connect.ts';
import { recordAlerts } from '#platform/database/record-admin-changes.ts';
import { runTransaction } from '#platform/database/transaction.ts';
import { findOrder, lockOrdersOfPurchase, type OrderRow } from '#purchases/database/orders.ts';

type EventToHandle = { subject: EventSubject; at: Date };

/** 'foreign': not of this shop. Refuses: payment-provider-unavailable (repeat later). */
export async function handleEvent(
  dependencies: PaymentDependencies,
  { subject, at }: EventToHandle,
): Promise<'handled' | 'foreign' | Refusal> {
  if (subject.about === 'payment') return await handlePayment(dependencies, { subject, at });
  const payment = await findPaymentOfEvent(dependencies, { subject, at });
  if (isRefused(payment)) return payment;
  if (!payment) return 'foreign';
  if (subject.about === 'refund') return await handleRefund(dependencies, { id: subject.id, payment, at });
  return await handleDispute(dependencies, { id: subject.id, payment, at });
}

/** Of one that the shop does not know, as after a restored backup, the event may be still to come. */
async function findPaymentOfEvent(
  dependencies: PaymentDependencies,
  { subject: { paymentId }, at }: EventToHandle,
): Promise<PaymentRow | Refusal | undefined> {
  const known = await findPaymentAtProvider(dependencies.db, paymentId);
  if (known) return known;
  const atProvider = await dependencies.gateway.retrieve(paymentId);
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'missing') return undefined;
  const { orderId } = atProvider;
  const subject = { about: 'payment', id: paymentId, paymentId, orderId } as const;
  const handled = await handlePayment(dependencies, { subject, at });
  return isRefused(handled) ? handled : await findPaymentAtProvider(dependencies.db, paymentId);
}

async function handlePayment(
  dependencies: PaymentDependencies,
  { subject: { paymentId, orderId }, at }: EventToHandle,
): Promise<'handled' | 'foreign' | Refusal> {
  const { db, gateway } = dependencies;
  const known = await findPaymentAtProvider(db, paymentId);
  // the order id is metadata that anyone may have written at the provider
  if (!known && !(await findNamedOrder(db, orderId))) return 'foreign';
  const atProvider = known
    ? await findAtProvider(dependencies, { payment: { ...known, provider_id: paymentId }, at })
    : await gateway.retrieve(paymentId);
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'missing' || atProvider === 'elsewhere') return 'foreign';
  // a payment that the shop did not make matters only if it took money
  if (!known && atProvider.status !== 'succeeded') return 'foreign';
  const payment = known ?? (await adoptUnknownPayment(dependencies, { atProvider, at }));
  if (!payment) return 'foreign';
  const earlier = await gateway.attempts(paymentId);
  const attempts = [...(isRefused(earlier) ? [] : earlier), ...atProvider.attempts];
  const settled = await settleRetrievedPayment(dependencies, {
    payment,
    atProvider: { ...atProvider, attempts },
    at,
    through: 'event',
  });
  if (isRefused(settled)) return settled;
  return isRefused(earlier) ? earlier : 'handled';
}

async function adoptUnknownPayment(
  dependencies: PaymentDependencies,
  { atProvider, at }: { atProvider: ProviderPayment; at: Date },
): Promise<PaymentRow | undefined> {
  const { id: providerId, orderId, amount } = atProvider;
  const order = await findNamedOrder(dependencies.db, orderId);
  if (!order) return undefined;
  const payment = await adoptPayment(dependencies.db, { order, providerId, amount, at });
  await recordMerchant(dependencies, payment);
  return payment;
}

async function findNamedOrder(db: Database, orderId: string | undefined): Promise<OrderRow | undefined> {
  return orderId && isUuid(orderId) ? await findOrder(db, orderId) : undefined;
}

async function handleRefund(
  dependencies: PaymentDependencies,
  { id, payment, at }: { id: string; payment: PaymentRow; at: Date },
): Promise<'handled' | 'foreign' | Refusal> {
  const atProvider = await dependencies.gateway.retrieveRefund(id);
  if (isRefused(atProvider)) return atProvider;
  if (atProvider === 'missing') return 'foreign';
  // a refund is of the orders that its payment has paid: the payment comes first
  const paid = await settleUnfinishedPayment(dependencies, { payment, at });
  if (isRefused(paid)) return paid;
  const { status, failure } = atProvider;
  const refundId = await findOrInsertRefund(dependencies.db, { atProvider, payment, at });
  const settled = await settleRefund(dependencies, { refundId, providerId: id, status, failure, at });
  return isRefused(settled) ? settled : 'handled';
}

async function settleUnfinishedPayment(
  dependencies: PaymentDependencies,
  { payment, at }: { payment: PaymentRow; at: Date },
): Promise<SettledPayment | OfOtherMerchant | Refusal | undefined> {
  const { status, provider_id } = payment;
  if (status === 'succeeded' || status === 'late' || !provider_id) return undefined;
  return await settlePayment(dependencies, { payment: { ...payment, provider_id }, at, through: 'event' });
}

async function findOrInsertRefund(
  db: Database,
  { atProvider, payment, at }: { atProvider: ProviderRefund; payment: PaymentRow; at: Date },
): Promise<string> {
  const { id, refundId } = atProvider;
  const known =
    (await findRefundAtProvider(db, id)) ??
    (refundId && isUuid(refundId) ? await findRefund(db, refundId) : undefined) ??
    (await insertProviderRefund(db, { atProvider, payment, at })) ??
    (await findRefundAtProvider(db, id)); // inserted by another process
  if (!known) throw new Error(`Refund ${id} was neither written nor found`);
  return known.id;
}

function insertProviderRefund(
  db: Database,
  { atProvider, payment, at }: { atProvider: ProviderRefund; payment: PaymentRow; at: Date },
): Promise<RefundRow | undefined> {
  const { id, amount } = atProvider;
  return runTransaction(db, async (transaction) => {
    const orders = await lockOrdersOfPurchase(transaction, payment.purchase_id);
    const lefts = await findLeftOfOrders(transaction, payment, orders);
    const lines = planRefund(lefts, { ...atProvider, namedId: payment.order_id });
    const refund = {
      id: randomUUIDv7(),
      payment_id: payment.id,
      provider_id: id,
      amount_cents: amount,
      reason: 'Refunded at the card provider.',
      made_at_provider: true,
      at,
    };
    return await insertRefund(transaction, refund, lines);
  });
}

/** Records its state and its movements of money. */
async function handleDispute(
  { db, gateway }: PaymentDependencies,
  { id, payment, at }: { id: string; payment: PaymentRow; at: Date },
): Promise<'handled' | 'foreign' | Refusal> {
  const dispute = await gateway.retrieveDispute(id);
  if (isRefused(dispute)) return dispute;
  if (dispute === 'missing') return 'foreign';
  return await runTransaction(db, async (transaction) => {
    const names = { order_id: payment.order_id, payment_id: payment.id, provider_id: dispute.id };
    const newId = await upsertDispute(transaction, {
      id: randomUUIDv7(),
      ...names,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      status: dispute.status,
      is_refundable: dispute.isRefundable,
      respond_by: dispute.respondBy ?? null,
      opened_at: dispute.openedAt,
      closed_at: isClosed(dispute.status) ? at : null,
      updated_at: at,
    });
    if (newId) await recordAlerts(transaction, [{ kind: 'dispute', subjectId: newId, at }]);
    const { amount, status } = dispute;
    const move = (kind: MoneyKind, cents: Cents) =>
      recordMoneyMovement(transaction, { ...names, kind, amount_cents: cents, moved_at: at });
    if (hasWithdrawn(status)) await move('dispute-withdrawal', -amount);
    if (hasReinstated(status)) await move('dispute-reinstatement', amount);
    return 'handled' as const;
  });
}
