/** A payment as the provider knows it now, made there first if it is not there yet. */
import type { Database } from '#database/connect.ts';
import type { OrderRow } from '#database/orders.ts';
import { nameProviderPayment, type PaymentRow } from '#database/payments.ts';
import type { ProviderPayment } from '#domain/payments.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Gateway } from '#payments/gateway.ts';

/**
 * Asks the provider about a payment. One whose provider id was never learned (an answer was lost) is created with the
 * same idempotency key as before, which answers the same payment rather than a second one.
 * Refuses: payment-provider-unavailable.
 */
export async function askProvider(
  db: Database,
  gateway: Gateway,
  { order, payment, at }: { order: OrderRow; payment: PaymentRow; at: Date },
): Promise<ProviderPayment | Refusal> {
  if (payment.provider_id) return await gateway.retrieve(payment.provider_id);
  const created = await gateway.create({
    idempotencyKey: payment.id,
    amount: payment.amount_cents,
    orderId: order.id,
    description: `${order.quantity} × ${order.part_name}`,
    email: order.buyer_email,
  });
  if (!isRefused(created)) await nameProviderPayment(db, payment.id, created.id, at);
  return created;
}
