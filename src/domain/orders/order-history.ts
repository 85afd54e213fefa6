/** What can happen to an order, as its buyer and the administrators are shown it. */
import type { PaymentNotice } from '#domain/payments/payments.ts';

export const historyKinds = [
  'placed',
  /** A try to pay that the provider declined, with its sentence. */
  'payment-declined',
  'paid',
  'shipped',
  /** The first tracking number, told after the order was shipped. */
  'tracking-given',
  /** Any other change of carrier and tracking number; both as they are now. */
  'shipment-corrected',
  'delivered',
  'cancelled',
  'expired',
  /** Money that came when the order could not take it any more; a refund of it follows. */
  'late-payment',
  /** Asked for, and not finished by the provider yet. */
  'refund-pending',
  'refunded',
  /** The provider did not make it: the money is still with the shop. */
  'refund-failed',
  /** It was made, and the bank has sent it back: the money is with the shop again. */
  'refund-sent-back',
  'dispute-opened',
  'dispute-closed',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** `shop`: the shop by itself; `provider`: the card provider or the buyer's bank. */
export const historyActors = ['buyer', 'administrator', 'shop', 'provider'] as const;
export type HistoryActor = (typeof historyActors)[number];

/** `amount` in cents. */
export type HistoryEntry = {
  kind: HistoryKind;
  at: Date;
  by: HistoryActor;
  byName?: string | undefined;
  amount?: number;
  reason?: string | null;
  units?: number;
  carrier?: string | null;
  tracking?: string | null;
  /** Of the payment; of a refund: the payment that it is of. */
  transactionId?: string | null;
  /** Of a payment. */
  noticedThrough?: PaymentNotice | null;
};
