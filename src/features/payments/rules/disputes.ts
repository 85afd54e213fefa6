/** Disputes: a buyer’s bank demands a payment back. States and effects on money; in words: dispute-words.ts. */
import type { Cents } from '#kernel/money.ts';

export type ProviderDispute = {
  id: string;
  paymentId: string | undefined;
  amount: Cents;
  reason: string;
  status: string;
  /** True while the bank only inquires: its payment can be refunded. */
  isRefundable: boolean;
  respondBy: Date | undefined;
  openedAt: Date;
};

/** What administrators must know before they ship: the money may go, or has gone, back to the card's holder. */
export const disputeOutcomes = ['open', 'lost'] as const;
export type OrderDispute = (typeof disputeOutcomes)[number];

export function isClosed(status: string): boolean {
  return ['won', 'lost', 'warning_closed', 'prevented'].includes(status);
}

/** True when the amount was withdrawn from the shop; inquiries (`warning_…`) withdraw nothing. */
export function hasWithdrawn(status: string): boolean {
  return !status.startsWith('warning_') && status !== 'prevented';
}

export function hasReinstated(status: string): boolean {
  return status === 'won';
}
