/** Finds what the audit cannot compare: payments in other accounts of the card provider. */
import {
  isOfOtherMerchant,
  nameBooks,
  type ProviderIndex,
  type PurchaseBooks,
} from '#administration/rules/audit-records.ts';
import { formatMoney } from '#kernel/money.ts';
import { isClosed } from '#payments/rules/disputes.ts';
import { formatMerchant } from '#payments/rules/payments.ts';

type Payment = PurchaseBooks['payments'][number];

/** `unfinished`: a sentence for each item that may still change; `finished`: the account of each settled payment. */
export type OtherMerchantSentences = { unfinished: string[]; finished: string[] };

export function findOfOtherMerchants(books: PurchaseBooks, provider: ProviderIndex): OtherMerchantSentences {
  const payments = books.payments.filter((payment) => isOfOtherMerchant(payment, provider));
  const unfinished = payments.flatMap((payment) => [
    ...describePayments(payment),
    ...describeRefunds(books, payment),
    ...describeDisputes(books, payment),
  ]);
  return {
    unfinished: unfinished.map((sentence) => `${nameBooks(books)}: ${sentence}`),
    finished: payments
      .filter(({ status }) => status === 'succeeded' || status === 'late')
      .map((payment) => formatMerchant(payment)),
  };
}

function describePayments(payment: Payment): string[] {
  if (payment.status !== 'elsewhere' && payment.status !== 'open') return [];
  const { providerId, amount } = payment;
  return [`payment ${providerId} of ${formatMoney(amount)} may still be paid in ${formatMerchant(payment)}.`];
}

function describeRefunds({ refunds }: PurchaseBooks, payment: Payment): string[] {
  return refunds
    .filter(({ paymentId, status }) => paymentId === payment.id && status === 'pending')
    .map(({ id, providerId, amount }) => {
      return `refund ${providerId ?? id} of ${formatMoney(amount)} is pending in ${formatMerchant(payment)}.`;
    });
}

function describeDisputes({ disputes }: PurchaseBooks, payment: Payment): string[] {
  return disputes
    .filter(({ paymentId, status }) => paymentId === payment.id && !isClosed(status))
    .map(({ providerId, amount }) => {
      return `dispute ${providerId} of ${formatMoney(amount)} is open in ${formatMerchant(payment)}.`;
    });
}
