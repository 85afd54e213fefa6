/** A payment as the account at hand knows it now, made there first if no account has it yet. */
import type { OrderRow } from '#database/orders/orders.ts';
import {
  markPaymentOfOtherAccount,
  type PaymentRow,
  recordPaymentAccount,
  recordProviderId,
} from '#database/payments/payments.ts';
import { isOfAccount, type ProviderPayment, type RecordedAccount } from '#domain/payments/payments.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** It is not in the account at hand: nobody waits for it any more, but it may still be paid in its own. */
export type OfOtherAccount = 'elsewhere';

type ProviderDependencies = Pick<Dependencies, 'db' | 'gateway'>;

/**
 * Asks the provider about a payment. One whose provider id was never learned (an answer was lost) is created with the
 * same idempotency key as before, which answers the same payment rather than a second one.
 * Refuses: payment-provider-unavailable.
 */
export async function retrieveProviderPayment(
  dependencies: ProviderDependencies,
  { order, payment, at }: { order: OrderRow; payment: PaymentRow; at: Date },
): Promise<ProviderPayment | OfOtherAccount | Refusal> {
  const { db, gateway } = dependencies;
  const { provider_id } = payment;
  if (provider_id) return await findAtProvider(dependencies, { payment: { ...payment, provider_id }, at });
  const created = await gateway.create({
    idempotencyKey: payment.id,
    amount: payment.amount_cents,
    orderId: order.id,
    description: `${order.quantity} × ${order.part_name}`,
    email: order.buyer_email,
  });
  if (isRefused(created)) return created;
  await recordProviderId(db, payment.id, created.id, at);
  await recordAccount(dependencies, payment);
  return created;
}

/**
 * The same for a payment that the provider has named. Missing at its own account it is cancelled; missing at another,
 * or while its account is unknown, it is elsewhere. Refuses: payment-provider-unavailable.
 */
export async function findAtProvider(
  dependencies: ProviderDependencies,
  { payment, at }: { payment: PaymentRow & { provider_id: string }; at: Date },
): Promise<ProviderPayment | OfOtherAccount | Refusal> {
  const found = await dependencies.gateway.retrieve(payment.provider_id);
  if (isRefused(found)) return found;
  if (found !== 'missing') {
    await recordAccount(dependencies, payment);
    return found;
  }
  const isOwn = await isOfCurrentAccount(dependencies, payment);
  if (isRefused(isOwn)) return isOwn;
  if (isOwn) return cancelled(payment);
  await markPaymentOfOtherAccount(dependencies.db, payment.id, at);
  return 'elsewhere';
}

/**
 * True when the payment is known to be of the account at hand. Asked for anew after something was missing, so that a
 * ledger which was replaced meanwhile does not pass for the old one. Refuses: payment-provider-unavailable.
 */
export async function isOfCurrentAccount(
  { gateway }: Pick<ProviderDependencies, 'gateway'>,
  payment: RecordedAccount,
): Promise<boolean | Refusal> {
  if (payment.provider_account === null) return false;
  const account = await gateway.account();
  return isRefused(account) ? account : isOfAccount(payment, account);
}

/** Notes that the payment is of the account at hand, which has just told of it. Not knowing which that is can wait. */
export async function recordAccount(
  { db, gateway }: ProviderDependencies,
  payment: RecordedAccount & { id: string },
): Promise<void> {
  const account = await gateway.account();
  if (isRefused(account) || isOfAccount(payment, account)) return;
  await recordPaymentAccount(db, payment.id, account);
}

function cancelled({
  provider_id,
  amount_cents,
  order_id,
}: PaymentRow & { provider_id: string }): ProviderPayment {
  return {
    id: provider_id,
    clientSecret: '',
    status: 'cancelled',
    amount: amount_cents,
    currency: 'usd',
    orderId: order_id,
    attempts: [],
  };
}
