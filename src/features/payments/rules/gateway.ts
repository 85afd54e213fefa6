/** The interface of card providers. */
import type { Cents } from '#kernel/money.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { ProviderDispute } from '#payments/rules/disputes.ts';
import type {
  CardProvider,
  Merchant,
  ProviderAttempt,
  ProviderEvent,
  ProviderPayment,
} from '#payments/rules/payments.ts';
import type { ProviderRefund } from '#payments/rules/refunds.ts';

export type Unavailable = Extract<Refusal, { refused: 'payment-provider-unavailable' }>;
export type EventRefused = Extract<Refusal, { refused: 'event-not-genuine' | 'event-malformed' }>;
export type RefundFailed = Extract<Refusal, { refused: 'refund-failed' }>;

/** The current account has no object with this id. */
export type Missing = 'missing';

export type NewPayment = {
  /** The same key always means the same payment. */
  idempotencyKey: string;
  amount: Cents;
  orderId: string;
  description: string;
  email: string;
};

export type NewRefund = {
  refundId: string;
  orderId: string;
  paymentId: string;
  amount: Cents;
};

export type ProviderBooks = {
  merchant: Merchant;
  charges: { id: string; paymentId: string | undefined; amount: Cents }[];
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
};

export type Gateway = {
  provider: CardProvider;
  publishableKey: string;
  /** The current account, cached until a call fails: a sandbox may restart with a new ledger. */
  merchant(): Promise<Merchant | Unavailable>;
  create(payment: NewPayment): Promise<ProviderPayment | Unavailable>;
  retrieve(id: string): Promise<ProviderPayment | Missing | Unavailable>;
  cancel(id: string): Promise<ProviderPayment | Missing | Unavailable>;
  attempts(paymentId: string): Promise<ProviderAttempt[] | Unavailable>;
  /** Refunds a payment in part or whole. Refuses: refund-failed (for good, with the provider's reason). */
  refund(refund: NewRefund): Promise<ProviderRefund | RefundFailed | Missing | Unavailable>;
  retrieveRefund(id: string): Promise<ProviderRefund | Missing | Unavailable>;
  findRefund(refund: {
    paymentId: string;
    refundId: string;
  }): Promise<ProviderRefund | undefined | Unavailable>;
  retrieveDispute(id: string): Promise<ProviderDispute | Missing | Unavailable>;
  /** `body`: the exact bytes. Refuses: event-not-genuine (not signed by a secret within 5 minutes), event-malformed. */
  readEvent(body: Buffer, signature: string, at: Date): ProviderEvent | EventRefused;
  listEvents(since: Date): Promise<ProviderEvent[] | Unavailable>;
  readBooks(): Promise<ProviderBooks | Unavailable>;
};
