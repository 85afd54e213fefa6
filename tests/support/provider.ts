/** What the card provider's own books say: the last word on who was charged. */
import type Stripe from 'stripe';

/** Every payment that was ever made there for an order, newest first. */
export async function paymentsAtProvider(stripe: Stripe, orderId: string): Promise<Stripe.PaymentIntent[]> {
  const found: Stripe.PaymentIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.metadata.orderId === orderId) found.push(intent);
  }
  return found;
}

/** The charges among them that took money, in cents. */
export async function chargedAtProvider(stripe: Stripe, orderId: string): Promise<number[]> {
  const payments = await paymentsAtProvider(stripe, orderId);
  return payments
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_received }) => amount_received);
}

/** What was refunded of a payment, in cents, the newest first. */
export async function refundsAtProvider(stripe: Stripe, payment: string | null): Promise<number[]> {
  return (await readRefunds(stripe, payment)).map(({ amount }) => amount);
}

/** How far the newest refund of a payment is. */
export async function refundStatusAtProvider(stripe: Stripe, payment: string | null) {
  return (await readRefunds(stripe, payment))[0]?.status;
}

async function readRefunds(stripe: Stripe, payment: string | null): Promise<Stripe.Refund[]> {
  if (!payment) return []; // the provider would list those of all payments
  return (await stripe.refunds.list({ payment_intent: payment })).data;
}
