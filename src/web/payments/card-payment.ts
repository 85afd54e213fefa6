/** What the payment page and the two forms for cards agree on: Stripe's own element, and the sandbox's form in its place. */
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { createPaymentIntentEndpoint } from '#contract/payments/payments.ts';

/** What `POST /api/create-payment-intent` answered. */
export type PaymentSecret = EndpointResponse<typeof createPaymentIntentEndpoint>;

/** The transaction's id, or the provider's message; `isUnknown` when its answer was lost and it may have succeeded. */
export type ConfirmationResult = { transactionId: string } | { message: string; isUnknown?: true };

/** What a form for cards needs; the card's number goes from the form to the provider alone. */
export type CardFormProps = {
  /** Undefined until the shop has answered it; nothing can be paid before. */
  secret: PaymentSecret | undefined;
  billing: { name: string; email: string };
  /** Hears what came of it and answers what to say under the form, if the order is not paid. */
  onConfirmed: (confirmed: ConfirmationResult) => Promise<string | undefined>;
};

/** The id of the transaction that a client secret belongs to. */
export function parseTransactionId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

/** What is said where a payment waits for its buyer's bank. */
export const unfinishedAuthentication = {
  explanation:
    'Your bank is still waiting for you to confirm this payment. Go on where you left it, or pay with another card.',
  button: 'Go on to your bank',
  notConfirmed: 'Your bank did not confirm the payment. Please try again, or use another card.',
} as const;
