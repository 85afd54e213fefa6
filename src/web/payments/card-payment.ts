/** Types and texts that the payment page shares with Stripe's card form and the sandbox's. */
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { createPaymentIntentEndpoint } from '#contract/payments/payments.ts';

export type PaymentSecret = EndpointResponse<typeof createPaymentIntentEndpoint>;

/** `isUnknown`: the response was lost; the payment may have succeeded. */
export type ConfirmationResult = { transactionId: string } | { message: string; isUnknown?: true };

/** The card number is sent to the provider only, never to the shop. */
export type CardFormProps = {
  secret: PaymentSecret | undefined;
  billing: { name: string; email: string };
  /** Of the button. */
  label: string;
  /** Answers a message to show under the form, if the order is not paid. */
  onConfirmed: (result: ConfirmationResult) => Promise<string | undefined>;
};

export function parseTransactionId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

export const authenticationTexts = {
  explanation:
    'Your bank is still waiting for you to confirm this payment. Go on where you left it, or pay with another card.',
  button: 'Go on to your bank',
  notConfirmed: 'Your bank did not confirm the payment. Please try again, or use another card.',
} as const;
