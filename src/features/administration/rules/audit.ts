/** Recomputes a purchase from its ledgers and the card provider's records, and describes differences. */
import { computeTax, type Tax } from '#delivery/rules/tax.ts';
import { type InvoiceKind, sumCredited } from '#invoices/rules/invoices.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { hasReinstated, hasWithdrawn, isClosed, type ProviderDispute } from '#payments/rules/disputes.ts';
import {
  formatMerchant,
  isOfMerchant,
  type Merchant,
  type MoneyKind,
  type PaymentStatus,
  type RecordedMerchant,
} from '#payments/rules/payments.ts';
import type { ProviderRefund, RefundLine, RefundStatus } from '#payments/rules/refunds.ts';
import { canTransition, isClosedUnpaid, type OrderState } from '#purchases/rules/orders.ts';

export function auditPurchase(books: PurchaseBooks, provider: ProviderIndex): string[] {
  const ofPurchase = [
    ...auditOrderCount(books),
    ...auditDelivery(books),
    ...auditMovements(books),
    ...auditOtherPayments(books),
    ...auditInvoices(books),
    ...auditPaymentsAtProvider(books, provider),
    ...auditRefundsAtProvider(books, provider),
    ...auditDisputesAtProvider(books, provider),
  ].map((difference) => `${nameBooks(books)}: ${difference}`);
  const ofOrders = books.orders.flatMap((order) =>
    [...auditTransitions(order), ...auditUnits(order, books), ...auditState(order, books)].map(
      (difference) => `Order ${order.id}: ${difference}`,
    ),
  );
  return [...ofOrders, ...ofPurchase];
}

function auditOrderCount({ orderCount, orders }: PurchaseBooks): string[] {
  return orders.length === orderCount
    ? []
    : [`it was placed with ${orderCount} orders, but has ${orders.length}.`];
}

function* auditDelivery({ delivery, quotedDelivery, orders }: PurchaseBooks): Generator<string> {
  const borne = sum(orders.map((order) => order.delivery));
  if (borne !== delivery) {
    yield `its delivery costs ${formatMoney(delivery)}, but its orders bear ${formatMoney(borne)} of it.`;
  }
  const isRest = orders.some(({ transitions }) => transitions.some(({ to }) => isClosedUnpaid(to)));
  if (quotedDelivery !== null && delivery !== quotedDelivery && !isRest) {
    yield `its delivery costs ${formatMoney(delivery)} and was quoted for ${formatMoney(quotedDelivery)}, but no order of it was closed.`;
  }
}

function* auditTransitions({ state, transitions }: OrderBooks): Generator<string> {
  let current: OrderState | null = null;
  for (const { from, to } of transitions) {
    const isAllowed = from === null ? to === 'unpaid' : canTransition(from, to);
    if (from !== current || !isAllowed) {
      yield `it moved from ${from ?? 'nothing'} to ${to} when it was ${current ?? 'not there yet'}.`;
    }
    current = to;
  }
  if (current !== state) yield `it is ${state}, but its history says ${current ?? 'nothing'}.`;
}

function auditUnits({ id, quantity, transitions, units }: OrderBooks, { refunds }: PurchaseBooks): string[] {
  const isCancelled = transitions.some(({ to }) => to === 'cancelled' || to === 'expired');
  const returned = sum(
    refunds
      .filter(({ hasSucceeded }) => hasSucceeded)
      .flatMap((refund) => selectLines(refund, id).map(({ returnedUnits }) => returnedUnits)),
  );
  const expected = (isCancelled ? 0 : -quantity) + returned;
  if (units === expected) return [];
  return [`its movements of stock come to ${units} units, but its history to ${expected}.`];
}

function auditMovements({ money, payments, refunds, disputes }: PurchaseBooks): string[] {
  const expected = new Set<string>();
  for (const { status, providerId } of payments) {
    if (status === 'succeeded' || status === 'late') expected.add(`charge ${providerId}`);
  }
  for (const { hasSucceeded, status, providerId } of refunds) {
    if (hasSucceeded) expected.add(`refund ${providerId}`);
    if (hasSucceeded && status === 'failed') expected.add(`refund-failure ${providerId}`);
  }
  for (const { status, providerId } of disputes) {
    if (hasWithdrawn(status)) expected.add(`dispute-withdrawal ${providerId}`);
    if (hasReinstated(status)) expected.add(`dispute-reinstatement ${providerId}`);
  }
  const recorded = new Set(money.map(({ kind, providerId }) => `${kind} ${providerId}`));
  return [
    ...[...expected]
      .filter((name) => !recorded.has(name))
      .map((name) => `the ledger of money lacks its ${name}.`),
    ...[...recorded]
      .filter((name) => !expected.has(name))
      .map((name) => `nothing else knows of the ledger’s ${name}.`),
  ];
}

/** Payments that paid no order: all of their money must have gone back. */
function auditOtherPayments(books: PurchaseBooks): string[] {
  const settling = new Set(books.orders.map(({ transactionId }) => transactionId));
  return books.payments
    .filter(({ providerId }) => providerId === null || !settling.has(providerId))
    .filter((payment) => computeBalance(books, payment.id) !== 0)
    .map((payment) => {
      const balance = formatMoney(computeBalance(books, payment.id));
      return `${balance} of payment ${payment.providerId} is here, though the order could not take it.`;
    });
}

function* auditState(order: OrderBooks, books: PurchaseBooks): Generator<string> {
  const { id, state, total, refunded, transactionId } = order;
  const settling = books.payments.find(
    ({ providerId }) => transactionId !== null && providerId === transactionId,
  );
  const refundedCents = sum(
    books.refunds
      .filter(({ paymentId, status }) => paymentId === settling?.id && status === 'succeeded')
      .flatMap((refund) => selectLines(refund, id).map(({ amount }) => amount)),
  );
  if (refunded !== refundedCents) {
    yield `it shows ${formatMoney(refunded)} as refunded, but its refunds come to ${formatMoney(refundedCents)}.`;
  }
  if (state === 'refunded' && refundedCents !== total) {
    yield `it is refunded, but ${formatMoney(total - refundedCents)} of it did not go back.`;
  }
  if (state === 'paid' || state === 'shipped' || state === 'delivered') {
    const charged = sum(findCharges(books, settling?.id));
    // of all orders that the payment paid
    const due = sum(
      books.orders.filter((each) => each.transactionId === transactionId).map((each) => each.total),
    );
    if (charged !== due) {
      yield `it is ${state}, but ${formatMoney(charged)} of ${formatMoney(due)} was charged.`;
    }
    if (refundedCents >= total) yield `it is ${state}, but all of it was refunded.`;
  }
}

function selectLines({ lines }: PurchaseBooks['refunds'][number], id: string) {
  return lines.filter(({ orderId }) => orderId === id);
}

function auditPaymentsAtProvider(books: PurchaseBooks, provider: ProviderIndex): string[] {
  const { charges } = provider;
  return books.payments.flatMap((payment) => {
    const { id, providerId, status } = payment;
    if (providerId === null || isOfOtherMerchant(payment, provider)) return [];
    const atProvider = charges.get(providerId)?.amount ?? 0;
    const charged = sum(findCharges(books, id));
    if (atProvider === charged) return [];
    return `payment ${providerId} is ${status} here with ${formatMoney(charged)} charged, but the provider has charged ${formatMoney(atProvider)}.`;
  });
}

function auditRefundsAtProvider(books: PurchaseBooks, provider: ProviderIndex): string[] {
  const { refunds } = provider;
  return books.refunds.flatMap(({ id, providerId, paymentId, status, amount }) => {
    if (isOfOtherMerchant(findPayment(books, paymentId), provider)) return [];
    if (providerId === null) {
      return status === 'failed'
        ? []
        : [`refund ${id} of ${formatMoney(amount)} has not reached the provider yet.`];
    }
    const atProvider = refunds.get(providerId);
    if (!atProvider) return `refund ${providerId} is not known at the provider.`;
    if (atProvider.status === status && atProvider.amount === amount) return [];
    return `refund ${providerId} of ${formatMoney(amount)} is ${status} here, but of ${formatMoney(atProvider.amount)} and ${atProvider.status} at the provider.`;
  });
}

function auditDisputesAtProvider(books: PurchaseBooks, provider: ProviderIndex): string[] {
  const { disputes } = provider;
  return books.disputes.flatMap(({ providerId, paymentId, status, amount }) => {
    if (isOfOtherMerchant(findPayment(books, paymentId), provider)) return [];
    const atProvider = disputes.get(providerId);
    if (!atProvider) return [`dispute ${providerId} is not known at the provider.`];
    if (atProvider.status === status && atProvider.amount === amount) return [];
    return [`dispute ${providerId} is ${status} here, but ${atProvider.status} at the provider.`];
  });
}

function findPayment({ payments }: PurchaseBooks, id: string) {
  return payments.find((payment) => payment.id === id);
}

function computeBalance({ money }: PurchaseBooks, paymentId: string): number {
  const kinds: readonly MoneyKind[] = ['charge', 'refund', 'refund-failure'];
  return sum(
    money
      .filter((each) => each.paymentId === paymentId && kinds.includes(each.kind))
      .map(({ amount }) => amount),
  );
}

function findCharges({ money }: PurchaseBooks, paymentId: string | undefined): number[] {
  return money
    .filter((each) => each.paymentId === paymentId && each.kind === 'charge')
    .map(({ amount }) => amount);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

type Payment = PurchaseBooks['payments'][number];

/** `unfinished`: a sentence for each item that may still change; `finished`: the account of each settled payment. */
type OtherMerchantSentences = { unfinished: string[]; finished: string[] };

/** Finds what the audit cannot compare: payments in other accounts of the card provider. */
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

/** The records that the audit compares: the shop's and the card provider's. */
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
function nameBooks({ id, orders }: PurchaseBooks): string {
  const [order] = orders;
  return order && orders.length === 1 ? `Order ${order.id}` : `Purchase ${id}`;
}

export type ProviderIndex = {
  merchant: Merchant;
  charges: Map<string, { id: string; amount: Cents }>;
  refunds: Map<string, ProviderRefund>;
  disputes: Map<string, ProviderDispute>;
};

function isOfOtherMerchant(
  payment: PurchaseBooks['payments'][number] | undefined,
  { merchant, charges }: ProviderIndex,
): boolean {
  if (!payment?.providerId || charges.has(payment.providerId)) return false;
  return !isOfMerchant(payment, merchant);
}

type InvoiceBooks = PurchaseBooks['invoices'][number];

/**
 * Compares invoices and notes with the payments and refunds that they are of. Payments that an earlier release settled
 * have no invoice, and their refunds no notes.
 */
function auditInvoices(books: PurchaseBooks): string[] {
  return books.invoices
    .filter(({ kind }) => kind === 'invoice')
    .flatMap((invoice) => [
      ...auditCharge(invoice, books),
      ...auditNotes(invoice, books),
      ...auditTax(invoice, books),
    ]);
}

function auditCharge({ number, paymentId, total }: InvoiceBooks, books: PurchaseBooks): string[] {
  const charged = sum(findCharges(books, paymentId));
  if (charged === total) return [];
  return [`invoice ${number} is of ${formatMoney(total)}, but ${formatMoney(charged)} was charged.`];
}

function auditNotes({ paymentId }: InvoiceBooks, { invoices, refunds }: PurchaseBooks): string[] {
  return refunds
    .filter((refund) => refund.paymentId === paymentId && refund.hasSucceeded)
    .flatMap(({ id, amount, status }) => {
      const expected = status === 'failed' ? ['credit-note', 'reversal'] : ['credit-note'];
      const notes = invoices.filter(({ refundId }) => refundId === id);
      const kinds = notes.map(({ kind }) => kind).sort();
      const isRight = kinds.join() === expected.join() && notes.every(({ total }) => total === amount);
      return isRight
        ? []
        : `refund ${id} of ${formatMoney(amount)} has other notes than it should: ${kinds.join(', ') || 'none'}.`;
    });
}

/** Whatever was refunded, the tax is that of the sum. */
function auditTax(invoice: InvoiceBooks, { invoices }: PurchaseBooks): string[] {
  const notes = invoices.filter(({ invoiceId }) => invoiceId === invoice.id);
  const credited = sumCredited(notes);
  const expected = [computeTax(invoice.total, invoice.rate), computeTax(credited.total, invoice.rate)];
  if (expected[0] === invoice.tax && expected[1] === credited.tax) return [];
  return [`invoice ${invoice.number} and its notes have another tax than their sums.`];
}
