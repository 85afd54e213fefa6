/** A buyer's bank takes a payment back: what the provider says of it, and what that means for the money. */

/** What the provider says of a dispute; `amount` in cents. */
export type ProviderDispute = {
  id: string;
  /** The provider's id of the payment. */
  paymentId: string | undefined;
  amount: number;
  /** The provider's word, `fraudulent` for example. */
  reason: string;
  /** The provider's word. Source: Stripe's API reference, 'The Dispute object'. */
  status: string;
  /** Whether its payment can be refunded all the same, as while a bank only asks. */
  isRefundable: boolean;
  respondBy: Date | undefined;
  openedAt: Date;
};

/** True when nothing more is decided about it. */
export function isClosed(status: string): boolean {
  return ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
}

/** True when the amount was taken from the shop; an inquiry (`warning_…`) takes nothing. */
export function hasWithdrawn(status: string): boolean {
  return !status.startsWith('warning_') && status !== 'prevented';
}

/** True when the amount was given back to the shop. */
export function hasReinstated(status: string): boolean {
  return status === 'won';
}
