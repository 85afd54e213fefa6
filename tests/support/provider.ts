/** Reads payments and refunds directly from the card provider. */
import type Stripe from 'stripe';
import { expect, inject } from 'vitest';
import {
  CARDS,
  type CardFields,
  confirmInBrowser,
  type Sandbox,
  stripeClient,
} from '#sandbox/testing/sandbox.ts';

/** The account of the shops that have no sandbox of their own. */
export function openAccount(): Stripe {
  const { url, secretKey } = inject('sandbox');
  return stripeClient(Number(new URL(url).port), secretKey);
}

/** All payments of an order, newest first. */
export async function listProviderPayments(stripe: Stripe, orderId: string): Promise<Stripe.PaymentIntent[]> {
  const intents: Stripe.PaymentIntent[] = [];
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.metadata.orderId === orderId) intents.push(intent);
  }
  return intents;
}

/** The amounts of its successful payments, in cents. */
export async function listProviderCharges(stripe: Stripe, orderId: string): Promise<number[]> {
  const payments = await listProviderPayments(stripe, orderId);
  return payments
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_received }) => amount_received);
}

/** The amounts of a payment's refunds in cents, newest first. */
export async function listProviderRefunds(stripe: Stripe, payment: string | null): Promise<number[]> {
  return (await readRefunds(stripe, payment)).map(({ amount }) => amount);
}

/** The status of the newest refund of a payment. */
export async function readProviderRefundStatus(stripe: Stripe, payment: string | null) {
  return (await readRefunds(stripe, payment))[0]?.status;
}

async function readRefunds(stripe: Stripe, payment: string | null): Promise<Stripe.Refund[]> {
  if (!payment) return []; // the provider would list those of all payments
  return (await stripe.refunds.list({ payment_intent: payment })).data;
}

/** Charges a card for an order, in cents, by a payment that the shop does not know: as after a restored backup. */
export async function chargeUnheard(
  sandbox: Sandbox,
  { orderId, amount, card = CARDS.good }: { orderId: string; amount: number; card?: CardFields | undefined },
): Promise<string> {
  const { id, client_secret } = await sandbox.stripe.paymentIntents.create({
    ...{ amount, currency: 'usd', metadata: { orderId } },
    allowed_payment_method_types: ['card'],
  });
  const answer = await confirmInBrowser(sandbox, { id, client_secret: client_secret ?? '' }, card);
  expect(answer.body.status).toBe('succeeded');
  return id;
}
