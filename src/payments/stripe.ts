/** The card gateway on Stripe's official SDK; the sandbox speaks the same protocol at another address. */
import Stripe from 'stripe';
import type { ProviderPayment } from '#domain/payments.ts';
import type { Gateway, Unavailable } from '#payments/gateway.ts';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  /** Where a card sandbox speaks the protocol, when it is not Stripe itself; host and port count, a path does not. */
  apiUrl: string | undefined;
  /** Told of every failed call, for the log. */
  onFailure: (failure: { call: string; error: unknown }) => void;
};

/** The gateway; every failure of the provider, or of the way to it, is answered as payment-provider-unavailable. */
export function makeStripeGateway({ secretKey, publishableKey, apiUrl, onFailure }: StripeSettings): Gateway {
  const stripe = new Stripe(secretKey, {
    ...(apiUrl ? addressOf(apiUrl) : {}),
    timeout: 10_000, // milliseconds
    maxNetworkRetries: 2, // with the same idempotency key: the SDK adds one where we give none
    telemetry: false,
    appInfo: { name: 'COMPACT' },
  });

  async function ask(
    call: string,
    answer: () => Promise<Stripe.PaymentIntent>,
  ): Promise<ProviderPayment | Unavailable> {
    try {
      return presentIntent(await answer());
    } catch (error) {
      onFailure({ call, error });
      return { refused: 'payment-provider-unavailable' };
    }
  }

  return {
    provider: apiUrl ? 'sandbox' : 'stripe',
    publishableKey,
    create: ({ idempotencyKey, amount, orderId, description, email }) =>
      ask('create', () =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'usd',
            description,
            receipt_email: email,
            metadata: { orderId },
            allowed_payment_method_types: ['card'],
          },
          { idempotencyKey },
        ),
      ),
    retrieve: (id) => ask('retrieve', () => stripe.paymentIntents.retrieve(id)),
    cancel: (id) =>
      ask('cancel', async () => {
        try {
          return await stripe.paymentIntents.cancel(id);
        } catch (error) {
          // finished already: what it is now is the answer
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === unexpectedState) {
            return await stripe.paymentIntents.retrieve(id);
          }
          throw error;
        }
      }),
  };
}

/** Source: Stripe's error codes, 'payment_intent_unexpected_state'. */
const unexpectedState = 'payment_intent_unexpected_state';

function presentIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status:
      intent.status === 'succeeded' ? 'succeeded' : intent.status === 'canceled' ? 'cancelled' : 'waiting',
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency,
    orderId: intent.metadata.orderId,
  };
}

function addressOf(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url);
  const plain = protocol === 'http:';
  return { protocol: plain ? 'http' : 'https', host: hostname, port: port || (plain ? '80' : '443') };
}
