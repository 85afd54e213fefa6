/** Confirms a card payment with the provider's client; card numbers go from the browser to the provider alone. */

import type { AnswerOf } from '#contract/call.ts';
import type { createPaymentIntent } from '#contract/payments.ts';

export type Card = { number: string; expMonth: string; expYear: string; cvc: string };

/** What `POST /api/create-payment-intent` answered. */
export type PaymentSecret = AnswerOf<typeof createPaymentIntent>;

export type Confirmation = {
  secret: PaymentSecret;
  card: Card;
  billing: { name: string; email: string };
};

/** The transaction's id, or the provider's message; `isUnknown` when its answer was lost and it may have succeeded. */
export type Confirmed = { transactionId: string } | { message: string; isUnknown?: true };

/** Confirms with the card sandbox, which speaks Stripe's protocol (POST /v1/payment_intents/:id/confirm). */
export async function confirmWithSandbox({
  secret: { clientSecret, publishableKey },
  card,
  billing,
}: Confirmation): Promise<Confirmed> {
  const id = transactionOf(clientSecret);
  const form = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expMonth,
    'payment_method_data[card][exp_year]': card.expYear,
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  });
  try {
    const answer = await fetch(`/card-sandbox/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: form,
    });
    const content = (await answer.json()) as {
      id?: string;
      status?: string;
      error?: { message?: string; payment_intent?: { status?: string } };
    };
    if (answer.ok && content.status === 'succeeded') return { transactionId: id };
    if (content.error?.payment_intent?.status === 'succeeded') return { transactionId: id }; // paid in another tab
    return { message: content.error?.message ?? 'The card provider could not answer. Please try again.' };
  } catch {
    return { message: 'The card provider could not be reached.', isUnknown: true };
  }
}

/** The id of the transaction that a client secret belongs to. */
export function transactionOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
