/** The browser's client of the sandbox, which speaks Stripe's protocol: confirms and reads payments. */
import {
  type ConfirmationResult,
  explainProviderError,
  type PaymentSecret,
  type ProviderError,
  parseTransactionId,
} from '#payments/components/card-payment.ts';

export type Card = { number: string; expMonth: string; expYear: string; cvc: string };

export type Confirmation = {
  secret: PaymentSecret;
  card: Card;
  billing: { name: string; email: string };
  returnUrl: string;
};

type PaymentIntent = {
  id?: string;
  status?: string;
  next_action?: { redirect_to_url?: { url?: string | null } } | null;
  last_payment_error?: ProviderError | null;
};
type ProviderResponse = PaymentIntent & { error?: ProviderError & { payment_intent?: PaymentIntent } };

export async function confirmWithSandbox({
  secret: { clientSecret, publishableKey },
  card,
  billing,
  returnUrl,
}: Confirmation): Promise<ConfirmationResult | { address: string }> {
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
    const response = await fetch(`${formatIntentPath(id)}/confirm`, { method: 'POST', body: form });
    if (response.status >= 500) return { message: 'The card provider could not answer.', isUnknown: true };
    const body = (await response.json()) as ProviderResponse;
    if (response.ok && body.status === 'succeeded') return { transactionId: id };
    if (body.error?.payment_intent?.status === 'succeeded') return { transactionId: id }; // paid in another tab
    const address = findAuthenticationUrl(body);
    if (response.ok && address) return { address };
    return { message: await explainProviderError(body.error) };
  } catch {
    return { message: 'The card provider could not be reached.', isUnknown: true };
  }
}

export async function readFromSandbox({
  clientSecret,
  publishableKey,
}: PaymentSecret): Promise<{ address?: string | undefined; error?: ProviderError | null | undefined }> {
  const query = new URLSearchParams({ key: publishableKey, client_secret: clientSecret });
  try {
    const response = await fetch(`${formatIntentPath(parseTransactionId(clientSecret))}?${query}`);
    const intent = (await response.json()) as ProviderResponse;
    if (!response.ok) return {};
    return { address: findAuthenticationUrl(intent), error: intent.last_payment_error };
  } catch {
    return {};
  }
}

function findAuthenticationUrl({ status, next_action }: PaymentIntent): string | undefined {
  return status === 'requires_action' ? (next_action?.redirect_to_url?.url ?? undefined) : undefined;
}

function formatIntentPath(id: string): string {
  return `/card-sandbox/v1/payment_intents/${encodeURIComponent(id)}`;
}
