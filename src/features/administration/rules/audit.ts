/** Recomputes a purchase from its ledgers and the card provider's records, and describes differences. */
import { auditInvoices } from '#administration/rules/audit-invoices.ts';
import {
  isOfOtherMerchant,
  nameBooks,
  type OrderBooks,
  type ProviderIndex,
  type PurchaseBooks,
} from '#administration/rules/audit-records.ts';
import { formatMoney } from '#kernel/money.ts';
import { hasReinstated, hasWithdrawn } from '#payments/rules/disputes.ts';
import type { MoneyKind } from '#payments/rules/payments.ts';
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

function auditDelivery({ delivery, quotedDelivery, orders }: PurchaseBooks): string[] {
  const differences: string[] = [];
  const borne = sum(orders.map((order) => order.delivery));
  if (borne !== delivery) {
    differences.push(
      `its delivery costs ${formatMoney(delivery)}, but its orders bear ${formatMoney(borne)} of it.`,
    );
  }
  const isRest = orders.some(({ transitions }) => transitions.some(({ to }) => isClosedUnpaid(to)));
  if (quotedDelivery !== null && delivery !== quotedDelivery && !isRest) {
    differences.push(
      `its delivery costs ${formatMoney(delivery)} and was quoted for ${formatMoney(quotedDelivery)}, but no order of it was closed.`,
    );
  }
  return differences;
}

function auditTransitions({ state, transitions }: OrderBooks): string[] {
  const differences: string[] = [];
  let current: OrderState | null = null;
  for (const { from, to } of transitions) {
    const isAllowed = from === null ? to === 'unpaid' : canTransition(from, to);
    if (from !== current || !isAllowed) {
      differences.push(
        `it moved from ${from ?? 'nothing'} to ${to} when it was ${current ?? 'not there yet'}.`,
      );
    }
    current = to;
  }
  if (current !== state) differences.push(`it is ${state}, but its history says ${current ?? 'nothing'}.`);
  return differences;
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

function auditState(order: OrderBooks, books: PurchaseBooks): string[] {
  const { id, state, total, refunded, transactionId } = order;
  const settling = books.payments.find(
    ({ providerId }) => transactionId !== null && providerId === transactionId,
  );
  const refundedCents = sum(
    books.refunds
      .filter(({ paymentId, status }) => paymentId === settling?.id && status === 'succeeded')
      .flatMap((refund) => selectLines(refund, id).map(({ amount }) => amount)),
  );
  const differences: string[] = [];
  if (refunded !== refundedCents) {
    differences.push(
      `it shows ${formatMoney(refunded)} as refunded, but its refunds come to ${formatMoney(refundedCents)}.`,
    );
  }
  if (state === 'refunded' && refundedCents !== total) {
    differences.push(`it is refunded, but ${formatMoney(total - refundedCents)} of it did not go back.`);
  }
  if (state === 'paid' || state === 'shipped' || state === 'delivered') {
    const charged = sum(findCharges(books, settling?.id));
    // of all orders that the payment paid
    const due = sum(
      books.orders.filter((each) => each.transactionId === transactionId).map((each) => each.total),
    );
    if (charged !== due) {
      differences.push(`it is ${state}, but ${formatMoney(charged)} of ${formatMoney(due)} was charged.`);
    }
    if (refundedCents >= total) differences.push(`it is ${state}, but all of it was refunded.`);
  }
  return differences;
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
    return [
      `payment ${providerId} is ${status} here with ${formatMoney(charged)} charged, but the provider has charged ${formatMoney(atProvider)}.`,
    ];
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
    if (!atProvider) return [`refund ${providerId} is not known at the provider.`];
    if (atProvider.status === status && atProvider.amount === amount) return [];
    return [
      `refund ${providerId} of ${formatMoney(amount)} is ${status} here, but of ${formatMoney(atProvider.amount)} and ${atProvider.status} at the provider.`,
    ];
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
