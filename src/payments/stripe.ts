/** The card gateway on Stripe's official SDK; the sandbox speaks the same protocol at another address. */
import Stripe from 'stripe';
import type { ProviderAccount } from '#domain/payments/payments.ts';
import type { Gateway, Missing, RefundFailed, Unavailable } from '#payments/gateway.ts';
import { eventTypes, readEvent, readSigned } from '#payments/stripe-events.ts';
import {
  presentAttempt,
  presentDispute,
  presentIntent,
  presentRefund,
  readId,
} from '#payments/stripe-objects.ts';

export type StripeSettings = {
  secretKey: string;
  publishableKey: string;
  /** Where a card sandbox speaks the protocol, when it is not Stripe itself; host and port count, a path does not. */
  apiUrl: string | undefined;
  /** What signs the events that Stripe sends; several while one is being replaced by another. */
  webhookSecrets: readonly string[];
  /** Told of every failed call, for the log. */
  onFailure: (failure: { call: string; error: unknown }) => void;
};

/**
 * The gateway. What the account at hand does not know is `missing`; every other failure of the provider, or of the way
 * to it, is answered as payment-provider-unavailable.
 */
export function makeStripeGateway(settings: StripeSettings): Gateway {
  const { publishableKey, apiUrl, webhookSecrets } = settings;
  const stripe = makeStripe(settings);
  let account: Promise<ProviderAccount> | undefined;
  const calls = makeCalls(settings, () => {
    account = undefined; // another one may be there when the provider answers again
  });

  async function retrieveAccount(): Promise<ProviderAccount> {
    const { id } = await stripe.accounts.retrieveCurrent();
    return { id, isLive: settings.secretKey.includes('_live_') };
  }

  return {
    provider: apiUrl ? 'sandbox' : 'stripe',
    publishableKey,
    account: () =>
      calls.ask('account', () => {
        account ??= retrieveAccount();
        return account;
      }),
    ...paymentCalls(stripe, calls),
    ...refundCalls(stripe, calls),
    readEvent: (body, signature, at) => readSigned({ body, signature, at }, webhookSecrets),
    ...bookCalls(stripe, calls, retrieveAccount),
  };
}

type Calls = {
  ask<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable>;
  /** About a thing that the account at hand may not know. */
  askAbout<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Missing | Unavailable>;
};

function makeCalls({ onFailure }: Pick<StripeSettings, 'onFailure'>, onTrouble: () => void): Calls {
  async function ask<Answer>(call: string, answer: () => Promise<Answer>): Promise<Answer | Unavailable> {
    try {
      return await answer();
    } catch (error) {
      onTrouble();
      onFailure({ call, error });
      return { refused: 'payment-provider-unavailable' };
    }
  }

  function askAbout<Answer>(
    call: string,
    answer: () => Promise<Answer>,
  ): Promise<Answer | Missing | Unavailable> {
    return ask(call, async () => {
      try {
        return await answer();
      } catch (error) {
        if (!isMissing(error)) throw error;
        onTrouble();
        return 'missing';
      }
    });
  }

  return { ask, askAbout };
}

function paymentCalls(
  stripe: Stripe,
  { ask, askAbout }: Calls,
): Pick<Gateway, 'create' | 'retrieve' | 'cancel' | 'attempts'> {
  return {
    create: ({ idempotencyKey, amount, orderId, description, email }) =>
      ask('create', async () =>
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
    retrieve: (id) => askAbout('retrieve', async () => presentIntent(await retrieveIntent(stripe, id))),
    cancel: (id) =>
      askAbout('cancel', async () => {
        try {
          return presentIntent(await stripe.paymentIntents.cancel(id));
        } catch (error) {
          // finished already: what it is now is the answer
          if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === unexpectedState) {
            return presentIntent(await retrieveIntent(stripe, id));
          }
          throw error;
        }
      }),
    attempts: (paymentId) =>
      ask('attempts', async () => {
        const charges = await readAllPages(stripe.charges.list({ payment_intent: paymentId, limit: 100 }));
        return charges.reverse().flatMap(presentAttempt); // oldest first
      }),
  };
}

function refundCalls(
  stripe: Stripe,
  { ask, askAbout }: Calls,
): Pick<Gateway, 'refund' | 'retrieveRefund' | 'findRefund' | 'retrieveDispute'> {
  return {
    refund: ({ refundId, orderId, paymentId, amount }) =>
      askAbout('refund', async () => {
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
      askAbout('retrieveRefund', async () => presentRefund(await stripe.refunds.retrieve(id))),
    findRefund: ({ paymentId, refundId }) =>
      ask('findRefund', async () => {
        const refunds = await readAllPages(stripe.refunds.list({ payment_intent: paymentId, limit: 100 }));
        return refunds.map(presentRefund).find((refund) => refund.refundId === refundId);
      }),
    retrieveDispute: (id) =>
      askAbout('retrieveDispute', async () => presentDispute(await stripe.disputes.retrieve(id))),
  };
}

function bookCalls(
  stripe: Stripe,
  { ask }: Calls,
  retrieveAccount: () => Promise<ProviderAccount>,
): Pick<Gateway, 'listEvents' | 'readBooks'> {
  return {
    listEvents: (since) =>
      ask('listEvents', async () => {
        const created = { gte: Math.floor(since.getTime() / 1000) };
        const events = await allPages(stripe.events.list({ types: [...eventTypes], created, limit: 100 }));
        return events.flatMap((event) => readEvent(event) ?? []).reverse();
      }),
    readBooks: () =>
      ask('readBooks', async () => {
        const [account, charges, refunds, disputes] = await Promise.all([
          retrieveAccount(),
          allPages(stripe.charges.list({ limit: 100 })),
          allPages(stripe.refunds.list({ limit: 100 })),
          allPages(stripe.disputes.list({ limit: 100 })),
        ]);
        return {
          account,
          charges: charges
            .filter(({ status }) => status === 'succeeded')
            .map(({ id, payment_intent, amount }) => ({ id, paymentId: readId(payment_intent), amount })),
          refunds: refunds.map(presentRefund),
          disputes: disputes.map(presentDispute),
        };
      }),
  };
}

/** The SDK's client, for the gateway and for what is set up at the provider. */
export function makeStripe({ secretKey, apiUrl }: Pick<StripeSettings, 'secretKey' | 'apiUrl'>): Stripe {
  return new Stripe(secretKey, {
    ...(apiUrl ? parseApiUrl(apiUrl) : {}),
    timeout: 10_000, // milliseconds
    maxNetworkRetries: 2, // with the same idempotency key: the SDK adds one where we give none
    telemetry: false,
    appInfo: { name: 'COMPACT' },
  });
}

/** Source: Stripe's error codes, 'payment_intent_unexpected_state'. */
const unexpectedState = 'payment_intent_unexpected_state';

/** Source: Stripe's error codes, 'resource_missing'; so answered as well for an id of the other mode. */
function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** With its newest charge, which tells of the last try. */
function retrieveIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
}

/** What Stripe will never do, in its words; whatever may be otherwise the next time is thrown again. */
function toRefusal(error: unknown): RefundFailed {
  const isFinal =
    error instanceof Stripe.errors.StripeInvalidRequestError ||
    error instanceof Stripe.errors.StripeCardError;
  if (!isFinal || isMissing(error)) throw error;
  return { refused: 'refund-failed', reason: error.message };
}

async function allPages<Item extends { id: string }>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** The same of a payment, which has none where it is missing. */
async function readAllPages<Item extends { id: string }>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  try {
    return await allPages(list);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function parseApiUrl(url: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(url);
  const plain = protocol === 'http:';
  return { protocol: plain ? 'http' : 'https', host: hostname, port: port || (plain ? '80' : '443') };
}
