/** The records that the audit compares: the shop's and the card provider's. */

import type { Tax } from '#delivery/rules/tax.ts';
import type { InvoiceKind } from '#invoices/rules/invoices.ts';
import type { Cents } from '#kernel/money.ts';
import type { ProviderDispute } from '#payments/rules/disputes.ts';
import {
  isOfMerchant,
  type Merchant,
  type MoneyKind,
  type PaymentStatus,
  type RecordedMerchant,
} from '#payments/rules/payments.ts';
import type { ProviderRefund, RefundLine, RefundStatus } from '#payments/rules/refunds.ts';
import type { OrderState } from '#purchases/rules/orders.ts';

export type OrderBooks = {
  id: string;
  state: OrderState;
  quantity: number;
  total: Cents;
  /** In cents: its part of the price of delivery, which is in `total`. */
  delivery: Cents;
  refunded: Cents;
  transactionId: string | null;
  transitions: { from: OrderState | null; to: OrderState }[];
  units: number;
};

/** A purchase with its orders and all that happened to their money. */
export type PurchaseBooks = {
  id: string;
  /** How many orders it was placed with. */
  orderCount: number;
  /** The price of its delivery in cents, and that of when it was placed; null: nothing was quoted. */
  delivery: Cents;
  quotedDelivery: Cents | null;
  orders: OrderBooks[];
  money: { kind: MoneyKind; providerId: string; paymentId: string; amount: Cents }[];
  payments: ({
    id: string;
    providerId: string | null;
    status: PaymentStatus;
    amount: Cents;
  } & RecordedMerchant)[];
  refunds: {
    id: string;
    lines: RefundLine[];
    providerId: string | null;
    paymentId: string;
    status: RefundStatus;
    amount: Cents;
    hasSucceeded: boolean;
  }[];
  disputes: { providerId: string; paymentId: string; amount: Cents; status: string }[];
  /** `invoiceId`: that a note corrects; `rate`: the tax of its sum. */
  invoices: {
    id: string;
    kind: InvoiceKind;
    number: number;
    paymentId: string;
    refundId: string | null;
    invoiceId: string | null;
    total: Cents;
    tax: Cents;
    rate: Tax | null;
  }[];
};

/** The subject of sentences about it: its order, if that is the only one. */
export function nameBooks({ id, orders }: PurchaseBooks): string {
  const [order] = orders;
  return order && orders.length === 1 ? `Order ${order.id}` : `Purchase ${id}`;
}

export type ProviderIndex = {
  merchant: Merchant;
  charges: Map<string, { id: string; amount: Cents }>;
  refunds: Map<string, ProviderRefund>;
  disputes: Map<string, ProviderDispute>;
};

export function isOfOtherMerchant(
  payment: PurchaseBooks['payments'][number] | undefined,
  { merchant, charges }: ProviderIndex,
): boolean {
  if (!payment?.providerId || charges.has(payment.providerId)) return false;
  return !isOfMerchant(payment, merchant);
}
