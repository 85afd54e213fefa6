/** Retrieves payments from the current provider account, or creates them there. */
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import {
  markPaymentOfOtherMerchant,
  type PaymentRow,
  recordPaymentMerchant,
  recordProviderId,
} from '#payments/database/payments.ts';
import { isOfMerchant, type ProviderPayment, type RecordedMerchant } from '#payments/rules/payments.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { findOrder, type OrderRow } from '#purchases/database/orders.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';

export type OfOtherMerchant = 'elsewhere';

type ProviderDependencies = Pick<PaymentDependencies, 'db' | 'gateway'>;

/** Without a provider id the idempotency key finds the payment. Refuses: payment-provider-unavailable. */
export async function retrieveProviderPayment(
  dependencies: ProviderDependencies,
  { payment, at }: { payment: PaymentRow; at: Date },
): Promise<ProviderPayment | OfOtherMerchant | Refusal> {
  const { db, gateway } = dependencies;
  const { provider_id } = payment;
  if (provider_id) return await findAtProvider(dependencies, { payment: { ...payment, provider_id }, at });
  const order = await findOrder(db, payment.order_id);
  if (!order) throw new Error(`Payment ${payment.id} is of no order`);
  const created = await gateway.create({
    idempotencyKey: payment.id,
    amount: payment.amount_cents,
    orderId: order.id,
    description: describePayment(payment, order),
    email: order.buyer_email,
  });
  if (isRefused(created)) return created;
  await recordProviderId(db, payment.id, created.id, at);
  await recordMerchant(dependencies, payment);
  return created;
}

/** The same in every repetition: the provider refuses a key that comes with another text. */
function describePayment({ amount_cents }: PaymentRow, order: OrderRow): string {
  const first = `${order.quantity} × ${order.part_name}`;
  return amount_cents === computeTotal(order) ? first : `${first}, and more`;
}

/** Missing in its own account it is cancelled. Refuses: payment-provider-unavailable. */
export async function findAtProvider(
  dependencies: ProviderDependencies,
  { payment, at }: { payment: PaymentRow & { provider_id: string }; at: Date },
): Promise<ProviderPayment | OfOtherMerchant | Refusal> {
  const atProvider = await dependencies.gateway.retrieve(payment.provider_id);
  if (isRefused(atProvider)) return atProvider;
  if (atProvider !== 'missing') {
    await recordMerchant(dependencies, payment);
    return atProvider;
  }
  const isOwn = await isOfCurrentMerchant(dependencies, payment);
  if (isRefused(isOwn)) return isOwn;
  if (isOwn)
    return {
      id: payment.provider_id,
      clientSecret: '',
      status: 'cancelled',
      amount: payment.amount_cents,
      refunded: 0,
      currency: 'usd',
      isLive: false,
      orderId: payment.order_id,
      attempts: [],
    };
  await markPaymentOfOtherMerchant(dependencies.db, payment.id, at);
  return 'elsewhere';
}

/** Not cached: a sandbox ledger may be replaced while the shop runs. Refuses: payment-provider-unavailable. */
export async function isOfCurrentMerchant(
  { gateway }: Pick<ProviderDependencies, 'gateway'>,
  payment: RecordedMerchant,
): Promise<boolean | Refusal> {
  if (payment.provider_account === null) return false;
  const merchant = await gateway.merchant();
  return isRefused(merchant) ? merchant : isOfMerchant(payment, merchant);
}

export async function recordMerchant(
  { db, gateway }: ProviderDependencies,
  payment: RecordedMerchant & { id: string },
): Promise<void> {
  const merchant = await gateway.merchant();
  if (isRefused(merchant) || isOfMerchant(payment, merchant)) return;
  await recordPaymentMerchant(db, payment.id, merchant);
}
