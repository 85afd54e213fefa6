/** The card gateway on Stripe's official SDK; the sandbox speaks the same protocol at another address. */
import Stripe from 'stripe';
import { eventTypes, readEvent, readSignedEvent } from '#payments/provider/stripe-events.ts';
import {
  presentAttempt,
  presentDispute,
  presentIntent,
  presentRefund,
  readId,
} from '#payments/provider/stripe-objects.ts';
import type { Gateway, Missing, RefundFailed, Unavailable } from '#payments/rules/gateway.ts';
import type { Merchant } from '#payments/rules/payments.ts';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  apiUrl: string | undefined;
  webhookSecrets: readonly string[];
  onFailure: (failure: { call: string; error: unknown }) => void;
  /** Undefined: Stripe's own. */
  httpClient?: Stripe.HttpClient;
};

/** What the current account does not know is `missing`; all other failures are payment-provider-unavailable. */
export function makeStripeGateway(settings: StripeSettings): Gateway {
  const { publishableKey, apiUrl, webhookSecrets } = settings;
  const stripe = makeStripe(settings);
  let merchant: Promise<Merchant> | undefined;

  async function attempt<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      merchant = undefined; // a restarted sandbox may have another account
      settings.onFailure({ call, error });
      return { refused: 'payment-provider-unavailable' };
    }
  }

  function attemptLookup<Answer>(
    call: string,
    answer: () => Promise<Answer>,
  ): Promise<Answer | Missing | Unavailable> {
    return attempt(call, async () => {
      try {
        return await answer();
      } catch (error) {
        if (!isMissing(error)) throw error;
        merchant = undefined;
        return 'missing';
      }
    });
  }

  async function retrieveMerchant(): Promise<Merchant> {
    const { id } = await stripe.accounts.retrieveCurrent();
    return { id, isLive: settings.secretKey.includes('_live_') };
  }

  return {
    provider: apiUrl ? 'sandbox' : 'stripe',
    publishableKey,
    merchant: () =>
      attempt('account', () => {
        merchant ??= retrieveMerchant();
        return merchant;
      }),
    create: ({ idempotencyKey, amount, orderId, description, email }) =>
      attempt('create', async () =>
        presentIntent(
          await stripe.paymentIntents.create(
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
      ),
    retrieve: (id) => attemptLookup('retrieve', async () => presentIntent(await retrieveIntent(stripe, id))),
    cancel: (id) =>
      attemptLookup('cancel', async () => {
        try {
          return presentIntent(await stripe.paymentIntents.cancel(id));
        } catch (error) {
          // finished already: return its state
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === unexpectedState) {
            return presentIntent(await retrieveIntent(stripe, id));
          }
          throw error;
        }
      }),
    attempts: (paymentId) =>
      attempt('attempts', async () => {
        const charges = await readPagesOfPayment(
          stripe.charges.list({ payment_intent: paymentId, limit: 100 }),
        );
        return charges.reverse().flatMap(presentAttempt); // oldest first
      }),
    refund: ({ refundId, orderId, paymentId, amount }) =>
      attemptLookup('refund', async () => {
        try {
          return presentRefund(
            await stripe.refunds.create(
              { payment_intent: paymentId, amount, metadata: { orderId, refundId } },
              { idempotencyKey: refundId },
            ),
          );
        } catch (error) {
          return toRefusal(error);
        }
      }),
    retrieveRefund: (id) =>
      attemptLookup('retrieveRefund', async () => presentRefund(await stripe.refunds.retrieve(id))),
    findRefund: ({ paymentId, refundId }) =>
      attempt('findRefund', async () => {
        const refunds = await readPagesOfPayment(
          stripe.refunds.list({ payment_intent: paymentId, limit: 100 }),
        );
        return refunds.map(presentRefund).find((refund) => refund.refundId === refundId);
      }),
    retrieveDispute: (id) =>
      attemptLookup('retrieveDispute', async () => presentDispute(await stripe.disputes.retrieve(id))),
    readEvent: (body, signature, at) => readSignedEvent({ body, signature, at }, webhookSecrets),
    listEvents: (since) =>
      attempt('listEvents', async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) };
        const events = await Array.fromAsync(
          stripe.events.list({ types: [...eventTypes], created, limit: 100 }),
        );
        return events.flatMap((event) => readEvent(event) ?? []).reverse();
      }),
    readBooks: () =>
      attempt('readBooks', async () => {
        const [merchant, charges, refunds, disputes] = await Promise.all([
          retrieveMerchant(),
          Array.fromAsync(stripe.charges.list({ limit: 100 })),
          Array.fromAsync(stripe.refunds.list({ limit: 100 })),
          Array.fromAsync(stripe.disputes.list({ limit: 100 })),
        ]);
        return {
          merchant,
          charges: charges
            .filter(({ status }) => status === 'succeeded')
            .map(({ id, payment_intent, amount }) => ({ id, paymentId: readId(payment_intent), amount })),
          refunds: refunds.map(presentRefund),
          disputes: disputes.map(presentDispute),
        };
      }),
  };
}

export function makeStripe({
  secretKey,
  apiUrl,
  httpClient,
}: Pick<StripeSettings, 'secretKey' | 'apiUrl' | 'httpClient'>): Stripe {
  return new Stripe(secretKey, {
    ...(httpClient ? { httpClient } : {}),
    ...(apiUrl ? parseApiUrl(apiUrl) : {}),
    timeout: 10_000, // milliseconds
    maxNetworkRetries: 2, // with the same idempotency key, which the SDK adds if missing
    telemetry: false,
    appInfo: { name: 'COMPACT' },
  });
}

/** Source: Stripe's error codes, 'payment_intent_unexpected_state'. */
const unexpectedState = 'payment_intent_unexpected_state';

/** Also true for an id of the other mode. Source: Stripe's error codes, 'resource_missing'. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

function retrieveIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

function toRefusal(error: unknown): RefundFailed {
  const isFinal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError;
  if (!isFinal || isMissing(error)) throw error;
  return { refused: 'refund-failed', reason: error.message };
}

async function readPagesOfPayment<Item extends { id: string }>(
  list: Stripe.ApiListPromise<Item>,
): Promise<Item[]> {
  try {
    return await Array.fromAsync(list);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseApiUrl(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') };
}
