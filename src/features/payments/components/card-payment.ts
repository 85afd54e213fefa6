/** Types and texts that the payment page shares with Stripe's card form and the sandbox's. */
import type { createPaymentIntentEndpoint } from '#payments/contract/payments.ts';
import type { EndpointResponse } from '#platform/contract/endpoint.ts';

export type PaymentSecret = EndpointResponse<typeof createPaymentIntentEndpoint>;

/** `isUnknown`: the response was lost; the payment may have succeeded. */
export type ConfirmationResult = { transactionId: string } | { message: string; isUnknown?: true };

/** The card number is sent to the provider only, never to the shop. */
export type CardFormProps = {
  secret: PaymentSecret | undefined;
  billing: { name: string; email: string };
  /** Of the button. */
  label: string;
  /** Why an earlier try was declined. */
  declineMessage: string | undefined;
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
} as const;

/** The part of Stripe's error objects that says why a card was not charged. */
export type ProviderError = {
  type?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  message?: string | undefined;
};

/** The code of an authentication that failed, which Stripe does not count among the errors of cards. */
export const authenticationFailure: ProviderError = { code: 'payment_intent_authentication_failure' };

/** The provider's own sentences are for programmers, except those about the fields of its form. */
export async function explainProviderError(error: ProviderError | null | undefined): Promise<string> {
  if (error?.type === 'validation_error' && error.message) return error.message;
  if (error?.type !== 'card_error' && error?.code !== authenticationFailure.code) return notAccepted;
  return import('#payments/rules/declines.ts').then(
    ({ explainDecline }) => explainDecline(error?.decline_code ?? error?.code),
    () => notAccepted, // the sentences could not be loaded
  );
}

const notAccepted = 'The card was not charged. Please try again, or use another card.';
