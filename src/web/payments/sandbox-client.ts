/** The sandbox's client in the browser, which speaks Stripe's protocol: confirms a payment, and tells how one stands. */
import {
  type ConfirmationResult,
  type PaymentSecret,
  parseTransactionId,
} from '#web/payments/card-payment.ts';

export type Card = { number: string; expMonth: string; expYear: string; cvc: string };

export type Confirmation = {
  secret: PaymentSecret;
  card: Card;
  billing: { name: string; email: string };
  /** Where the buyer's bank sends the buyer back to. */
  returnUrl: string;
};

/** `address`: of the page on which the bank asks its customer to confirm the payment. */
type AuthenticationRequired = { address: string };

/** How a payment stands: waiting for the bank at `address`, or last declined with `message`. */
export type PaymentStanding = { address?: string | undefined; message?: string | undefined };

type ProviderError = { code?: string; message?: string };

type PaymentIntent = {
  id?: string;
  status?: string;
  next_action?: { redirect_to_url?: { url?: string | null } } | null;
  last_payment_error?: ProviderError | null;
};
type ProviderAnswer = PaymentIntent & { error?: { message?: string; payment_intent?: PaymentIntent } };

/** Confirms with a card (POST /v1/payment_intents/:id/confirm); the bank may want to ask its customer first. */
export async function confirmWithSandbox({
  secret: { clientSecret, publishableKey },
  card,
  billing,
  returnUrl,
}: Confirmation): Promise<ConfirmationResult | AuthenticationRequired> {
  const id = parseTransactionId(clientSecret);
  const form = new URLSearchParams({
    key: publishableKey,
    client_secret: clientSecret,
    return_url: returnUrl,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': card.expMonth,
    'payment_method_data[card][exp_year]': card.expYear,
    'payment_method_data[card][cvc]': card.cvc,
    'payment_method_data[billing_details][name]': billing.name,
    'payment_method_data[billing_details][email]': billing.email,
  });
  try {
    const answer = await fetch(`${intentPath(id)}/confirm`, { method: 'POST', body: form });
    if (answer.status >= 500) return { message: 'The card provider could not answer.', isUnknown: true };
    const content = (await answer.json()) as ProviderAnswer;
    if (answer.ok && content.status === 'succeeded') return { transactionId: id };
    if (content.error?.payment_intent?.status === 'succeeded') return { transactionId: id }; // paid in another tab
    const address = findAuthenticationUrl(content);
    if (answer.ok && address) return { address };
    return { message: content.error?.message ?? 'The card provider could not answer. Please try again.' };
  } catch {
    return { message: 'The card provider could not be reached.', isUnknown: true };
  }
}

/** How the payment stands now (GET /v1/payment_intents/:id); nothing is known while the provider is away. */
export async function readFromSandbox({
  clientSecret,
  publishableKey,
}: PaymentSecret): Promise<PaymentStanding> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
  try {
    const answer = await fetch(`${intentPath(parseTransactionId(clientSecret))}?${query}`);
    const intent = (await answer.json()) as ProviderAnswer;
    if (!answer.ok) return {};
    return {
      address: findAuthenticationUrl(intent),
      message: translateProviderError(intent.last_payment_error),
    };
  } catch {
    return {};
  }
}

function findAuthenticationUrl({ status, next_action }: PaymentIntent): string | undefined {
  return status === 'requires_action' ? (next_action?.redirect_to_url?.url ?? undefined) : undefined;
}

/** The provider's sentence; on a failed authentication its API speaks to programmers, and its client to people. */
function translateProviderError(error: ProviderError | null | undefined): string | undefined {
  return error?.code === 'payment_intent_authentication_failure' ? notAuthenticated : error?.message;
}

/** Source: Stripe.js, what it says for `payment_intent_authentication_failure`. */
const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

function intentPath(id: string): string {
  return `/card-sandbox/v1/payment_intents/${encodeURIComponent(id)}`;
}
