/** What the shop asks of a card provider, and hears from it. */
import type { ProviderDispute } from '#domain/payments/disputes.ts';
import type {
  CardProvider,
  ProviderAccount,
  ProviderAttempt,
  ProviderPayment,
} from '#domain/payments/payments.ts';
import type { ProviderEvent } from '#domain/payments/provider-events.ts';
import type { ProviderRefund } from '#domain/payments/refunds.ts';
import type { Refusal } from '#domain/refusals.ts';

export type Unavailable = Extract<Refusal, { refused: 'payment-provider-unavailable' }>;
export type EventRefused = Extract<Refusal, { refused: 'event-not-genuine' | 'event-malformed' }>;
export type RefundFailed = Extract<Refusal, { refused: 'refund-failed' }>;

/** The account at hand has nothing of this id: it was never made there, or is there no more. */
export type Missing = 'missing';

export type NewPayment = {
  /** The same key always means the same payment. */
  idempotencyKey: string;
  /** Cents of a US dollar. */
  amount: number;
  orderId: string;
  description: string;
  email: string;
};

export type NewRefund = {
  /** The shop's id of it, which is also the idempotency key: the same id always means the same refund. */
  refundId: string;
  orderId: string;
  /** The provider's id of the payment. */
  paymentId: string;
  /** Cents of a US dollar. */
  amount: number;
};

/** A charge that took money; `amount` in cents, `paymentId` the provider's. */
export type ProviderCharge = { id: string; paymentId: string | undefined; amount: number };

/** All that the provider has in its books. */
export type ProviderBooks = {
  account: ProviderAccount;
  charges: ProviderCharge[];
  refunds: ProviderRefund[];
  disputes: ProviderDispute[];
};

export type Gateway = {
  provider: CardProvider;
  /** What the provider's client in the browser identifies the shop by. */
  publishableKey: string;
  /**
   * The account at hand. It is asked for once, and again after every call that failed: keys change with a restart only,
   * but a sandbox may come back with a new ledger.
   */
  account(): Promise<ProviderAccount | Unavailable>;
  create(payment: NewPayment): Promise<ProviderPayment | Unavailable>;
  retrieve(id: string): Promise<ProviderPayment | Missing | Unavailable>;
  /** Cancels the payment unless it has succeeded or its card is just being charged; answers what it is afterwards. */
  cancel(id: string): Promise<ProviderPayment | Missing | Unavailable>;
  /** Every charge that was tried for a payment, oldest first; none when it is missing. */
  attempts(paymentId: string): Promise<ProviderAttempt[] | Unavailable>;
  /** Refunds a payment in part or whole; refund-failed says in the provider's words why it never will. */
  refund(refund: NewRefund): Promise<ProviderRefund | RefundFailed | Missing | Unavailable>;
  retrieveRefund(id: string): Promise<ProviderRefund | Missing | Unavailable>;
  /** The refund of this payment that has the shop's own id, if the account at hand ever made it. */
  findRefund(refund: {
    paymentId: string;
    refundId: string;
  }): Promise<ProviderRefund | undefined | Unavailable>;
  retrieveDispute(id: string): Promise<ProviderDispute | Missing | Unavailable>;
  /**
   * The event of a webhook's exact bytes. Refuses: event-not-genuine (none of the shop's secrets has signed it within 5
   * minutes), event-malformed.
   */
  readEvent(body: Buffer, signature: string, at: Date): ProviderEvent | EventRefused;
  /** Everything of the kinds that the shop acts on which has happened since, oldest first. */
  listEvents(since: Date): Promise<ProviderEvent[] | Unavailable>;
  readBooks(): Promise<ProviderBooks | Unavailable>;
};
