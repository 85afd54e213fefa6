/** What the shop asks of a card provider. */
import type { CardProvider, ProviderPayment } from '#domain/payments.ts';
import type { Refusal } from '#domain/refusals.ts';

export type Unavailable = Extract<Refusal, { refused: 'payment-provider-unavailable' }>;

export type NewPayment = {
  /** The same key always means the same payment. */
  idempotencyKey: string;
  /** Cents of a US dollar. */
  amount: number;
  orderId: string;
  description: string;
  email: string;
};

export type Gateway = {
  provider: CardProvider;
  /** What the provider's client in the browser identifies the shop by. */
  publishableKey: string;
  create(payment: NewPayment): Promise<ProviderPayment | Unavailable>;
  retrieve(id: string): Promise<ProviderPayment | Unavailable>;
  /** Cancels the payment unless it has succeeded or its card is just being charged; answers what it is afterwards. */
  cancel(id: string): Promise<ProviderPayment | Unavailable>;
};
