/** Card payments: statuses, accounts and events of the provider, the ledger of money, and when a payment settles an order. */
import type { Cents } from '#kernel/money.ts';

/** `late`: its order could not accept it any more. `elsewhere`: unknown to the current account. */
export const paymentStatuses = ['open', 'succeeded', 'cancelled', 'late', 'elsewhere'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** An account of the card provider; its live and test modes are separate. */
export type Merchant = { id: string; isLive: boolean };

export type RecordedMerchant = { provider_account: string | null; provider_is_live: boolean | null };

export function isOfMerchant(
  { provider_account, provider_is_live }: RecordedMerchant,
  { id, isLive }: Merchant,
): boolean {
  return provider_account === id && provider_is_live === isLive;
}

export function formatMerchant({ provider_account, provider_is_live }: RecordedMerchant): string {
  if (provider_account === null) return 'an unknown account';
  return `account ${provider_account} (${provider_is_live ? 'live' : 'test'} mode)`;
}

export const cardProviders = ['stripe', 'sandbox'] as const;
export type CardProvider = (typeof cardProviders)[number];

export type AttemptOutcome = 'declined' | 'succeeded';

export type ProviderAttempt = {
  id: string;
  outcome: AttemptOutcome;
  /** The provider's code and sentence; declines only. */
  code: string | undefined;
  reason: string | undefined;
  at: Date | undefined;
};

export type ProviderPayment = {
  id: string;
  clientSecret: string;
  status: 'waiting' | 'succeeded' | 'cancelled';
  amount: Cents;
  /** What has gone back of it, in cents, whoever refunded it. */
  refunded: Cents;
  currency: string;
  /** False: made in test mode, where no money moves. */
  isLive: boolean;
  orderId: string | undefined;
  attempts: ProviderAttempt[];
};

/** `total`: of the unpaid orders, in cents; 0 when none is unpaid. `orderIds`: of all orders. */
export function settlesPurchase(
  payment: Pick<ProviderPayment, 'status' | 'amount' | 'currency' | 'orderId'>,
  purchase: { orderIds: readonly string[]; total: Cents },
): boolean {
  return (
    payment.status === 'succeeded' &&
    payment.amount > 0 &&
    payment.amount === purchase.total &&
    payment.currency === 'usd' &&
    payment.orderId !== undefined &&
    purchase.orderIds.includes(payment.orderId)
  );
}

/** Its state is read from the provider, because events come late, twice and in any order. */
export type EventSubject = {
  about: 'payment' | 'refund' | 'dispute';
  id: string;
  paymentId: string;
  orderId: string | undefined;
};

export type PaymentJob =
  /** Reads the state of the subject from the card provider, and settles it. */
  { name: 'handle-event'; subject: EventSubject } | { name: 'finish-refund'; refundId: string };

export type ProviderEvent = {
  id: string;
  type: string;
  at: Date;
  subject: EventSubject | undefined;
};

/** To the shop: `charge`, `refund-failure`, `dispute-reinstatement`; the others from the shop. */
export type MoneyKind =
  | 'charge'
  | 'refund'
  | 'refund-failure'
  | 'dispute-withdrawal'
  | 'dispute-reinstatement';
