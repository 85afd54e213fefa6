/** What a card payment is to the shop, and when its money settles an order. */

/**
 * `late`: it succeeded when its order could take no payment any more, or for another amount; its money goes back.
 * `elsewhere`: the account at hand does not know it. It may still be paid in another account, but nobody waits for it.
 */
export const paymentStatuses = ['open', 'succeeded', 'cancelled', 'late', 'elsewhere'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An account of the card provider; its live and its test mode know nothing of each other. */
export type ProviderAccount = { id: string; isLive: boolean };

/** The account of a payment as it is written down; both null while it is unknown. */
export type RecordedAccount = { provider_account: string | null; provider_is_live: boolean | null };

/** True when the payment is known to be of this account. */
export function isOfAccount(
  { provider_account, provider_is_live }: RecordedAccount,
  { id, isLive }: ProviderAccount,
): boolean {
  return provider_account === id && provider_is_live === isLive;
}

/** An account in words. */
export function formatAccount({ provider_account, provider_is_live }: RecordedAccount): string {
  if (provider_account === null) return 'an unknown account';
  return `account ${provider_account} (${provider_is_live ? 'live' : 'test'} mode)`;
}

/**
 * Through what the shop learned of a payment: a page of the buyer's that told of it, an event of the provider, or a
 * question that the shop asked the provider by itself.
 */
export const paymentNotices = ['page', 'event', 'question'] as const;
export type PaymentNotice = (typeof paymentNotices)[number];

/** Who takes the card in the browser: Stripe's own element, or the form of the sandbox, where no money moves. */
export const cardProviders = ['stripe', 'sandbox'] as const;
export type CardProvider = (typeof cardProviders)[number];

export const attemptOutcomes = ['declined', 'succeeded'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** One try to charge a card, as the provider tells of it. */
export type ProviderAttempt = {
  id: string;
  outcome: AttemptOutcome;
  /** The provider's code and sentence, of a decline. */
  code: string | undefined;
  reason: string | undefined;
  at: Date | undefined;
};

/** What the provider says of a payment; `amount` in cents. */
export type ProviderPayment = {
  id: string;
  clientSecret: string;
  status: 'waiting' | 'succeeded' | 'cancelled';
  amount: number;
  currency: string;
  orderId: string | undefined;
  /** What is known of its last tries. */
  attempts: ProviderAttempt[];
};

/** True when the provider's payment is the whole, finished payment of this order; `total` in cents. */
export function settlesOrder(
  payment: Pick<ProviderPayment, 'status' | 'amount' | 'currency' | 'orderId'>,
  order: { id: string; total: number },
): boolean {
  return (
    payment.status === 'succeeded' &&
    payment.amount === order.total &&
    payment.currency === 'usd' &&
    payment.orderId === order.id
  );
}
