/** What the audit compares: the books of the shop and those of the card provider. */

import type { OrderState } from '#domain/orders/orders.ts';
import type { ProviderDispute } from '#domain/payments/disputes.ts';
import type { MoneyKind } from '#domain/payments/ledgers.ts';
import {
  isOfAccount,
  type PaymentStatus,
  type ProviderAccount,
  type RecordedAccount,
} from '#domain/payments/payments.ts';
import type { ProviderRefund, RefundStatus } from '#domain/payments/refunds.ts';

/** All that the shop has written down about one order; money in cents. */
export type OrderBooks = {
  id: string;
  state: OrderState;
  quantity: number;
  total: number;
  refunded: number;
  transactionId: string | null;
  /** Oldest first. */
  moves: { from: OrderState | null; to: OrderState }[];
  /** The sum of its movements of stock. */
  units: number;
  money: { kind: MoneyKind; providerId: string; paymentId: string; amount: number }[];
  payments: ({
    id: string;
    providerId: string | null;
    status: PaymentStatus;
    amount: number;
  } & RecordedAccount)[];
  refunds: {
    id: string;
    providerId: string | null;
    paymentId: string;
    status: RefundStatus;
    amount: number;
    returnedUnits: number;
    hasSucceeded: boolean;
  }[];
  disputes: { providerId: string; paymentId: string; amount: number; status: string }[];
};

/** The provider's books by the provider's ids: what was charged for each payment, refunds, disputes. */
export type ProviderIndex = {
  /** Whose books they are. */
  account: ProviderAccount;
  charges: Map<string, { id: string; amount: number }>;
  refunds: Map<string, ProviderRefund>;
  disputes: Map<string, ProviderDispute>;
};

/** True when the books at hand are not those in which the payment is. */
export function isOfOtherAccount(
  payment: OrderBooks['payments'][number] | undefined,
  { account, charges }: ProviderIndex,
): boolean {
  if (!payment?.providerId || charges.has(payment.providerId)) return false;
  return !isOfAccount(payment, account);
}
