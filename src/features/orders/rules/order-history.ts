/** The history of an order as pages show it. */
import type { Cents } from '#kernel/money.ts';
import type { PaymentNotice } from '#purchases/rules/orders.ts';

export const historyKinds = [
  'placed',
  'payment-declined',
  'paid',
  'shipped',
  /** The first tracking number, added after the shipment. */
  'tracking-given',
  /** Any other change of carrier and tracking number, with the current values. */
  'shipment-corrected',
  /** Where it goes; the reason has the address before and after. */
  'address-corrected',
  'delivered',
  'cancelled',
  'expired',
  /** A payment that the order could not accept any more; it is refunded. */
  'late-payment',
  'refund-pending',
  'refunded',
  'refund-failed',
  /** The bank returned it: the money is with the shop again. */
  'refund-sent-back',
  'dispute-opened',
  'dispute-closed',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const historyActors = ['buyer', 'administrator', 'shop', 'provider'] as const;
export type HistoryActor = (typeof historyActors)[number];

export type HistoryEntry = {
  kind: HistoryKind;
  at: Date;
  by: HistoryActor;
  byName?: string | undefined;
  amount?: Cents;
  reason?: string | null;
  units?: number;
  carrier?: string | null;
  tracking?: string | null;
  transactionId?: string | null;
  noticedThrough?: PaymentNotice | null;
};
