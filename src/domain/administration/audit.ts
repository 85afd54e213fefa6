/** Recomputes what an order should look like from its ledgers and the card provider's books, and names what differs. */
import {
  isOfOtherAccount,
  type OrderBooks,
  type ProviderIndex,
} from '#domain/administration/audit-records.ts';
import { formatMoney } from '#domain/money.ts';
import { canTransition, type OrderState } from '#domain/orders/orders.ts';
import { hasReinstated, hasWithdrawn } from '#domain/payments/disputes.ts';
import type { MoneyKind } from '#domain/payments/ledgers.ts';

/** Everything that does not agree about one order, a sentence each; what is in another account cannot be compared. */
export function auditOrder(books: OrderBooks, provider: ProviderIndex): string[] {
  return [
    ...auditTransitions(books),
    ...auditUnits(books),
    ...auditMovements(books),
    ...auditState(books),
    ...auditPaymentsAtProvider(books, provider),
    ...auditRefundsAtProvider(books, provider),
    ...auditDisputesAtProvider(books, provider),
  ].map((difference) => `Order ${books.id}: ${difference}`);
}

function auditTransitions({ state, moves }: OrderBooks): string[] {
  const differences: string[] = [];
  let now: OrderState | null = null;
  for (const { from, to } of moves) {
    const isAllowed = from === null ? to === 'unpaid' : canTransition(from, to);
    if (from !== now || !isAllowed) {
      differences.push(`it moved from ${from ?? 'nothing'} to ${to} when it was ${now ?? 'not there yet'}.`);
    }
    now = to;
  }
  if (now !== state) differences.push(`it is ${state}, but its history says ${now ?? 'nothing'}.`);
  return differences;
}

function auditUnits({ quantity, moves, refunds, units }: OrderBooks): string[] {
  const isGivenUp = moves.some(({ to }) => to === 'cancelled' || to === 'expired');
  const returned = sum(
    refunds.filter(({ hasSucceeded }) => hasSucceeded).map((refund) => refund.returnedUnits),
  );
  const expected = (isGivenUp ? 0 : -quantity) + returned;
  if (units === expected) return [];
  return [`its movements of stock come to ${units} units, but its history to ${expected}.`];
}

/** Each row that has moved money has its movement, and no movement is without its row. */
function auditMovements({ money, payments, refunds, disputes }: OrderBooks): string[] {
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
  const written = new Set(money.map(({ kind, providerId }) => `${kind} ${providerId}`));
  return [
    ...[...expected]
      .filter((name) => !written.has(name))
      .map((name) => `the ledger of money lacks its ${name}.`),
    ...[...written]
      .filter((name) => !expected.has(name))
      .map((name) => `nothing else knows of the ledger’s ${name}.`),
  ];
}

function auditState(books: OrderBooks): string[] {
  const { state, total, refunded, transactionId, payments } = books;
  const settling = payments.find(({ providerId }) => transactionId !== null && providerId === transactionId);
  const differences = payments
    .filter((payment) => payment !== settling)
    .filter((payment) => computeBalance(books, payment.id) !== 0)
    .map((payment) => {
      const held = formatMoney(computeBalance(books, payment.id));
      return `${held} of payment ${payment.providerId} is here, though the order could not take it.`;
    });
  const given = sum(
    books.refunds
      .filter(({ paymentId, status }) => paymentId === settling?.id && status === 'succeeded')
      .map(({ amount }) => amount),
  );
  if (refunded !== given) {
    differences.push(
      `it shows ${formatMoney(refunded)} as refunded, but its refunds come to ${formatMoney(given)}.`,
    );
  }
  if (state === 'refunded' && given !== total) {
    differences.push(`it is refunded, but ${formatMoney(total - given)} of it did not go back.`);
  }
  if (state === 'paid' || state === 'shipped' || state === 'delivered') {
    const charged = sum(findCharges(books, settling?.id));
    if (charged !== total) {
      differences.push(`it is ${state}, but ${formatMoney(charged)} of ${formatMoney(total)} was charged.`);
    }
    if (given >= total) differences.push(`it is ${state}, but all of it was refunded.`);
  }
  return differences;
}

function auditPaymentsAtProvider(books: OrderBooks, provider: ProviderIndex): string[] {
  const { charges } = provider;
  return books.payments.flatMap((payment) => {
    const { id, providerId, status } = payment;
    if (providerId === null || isOfOtherAccount(payment, provider)) return [];
    const there = charges.get(providerId)?.amount ?? 0;
    const here = sum(findCharges(books, id));
    if (there === here) return [];
    return [
      `payment ${providerId} is ${status} here with ${formatMoney(here)} charged, but the provider has charged ${formatMoney(there)}.`,
    ];
  });
}

function auditRefundsAtProvider(books: OrderBooks, provider: ProviderIndex): string[] {
  const { refunds } = provider;
  return books.refunds.flatMap(({ id, providerId, paymentId, status, amount }) => {
    if (isOfOtherAccount(findPayment(books, paymentId), provider)) return [];
    if (providerId === null) {
      return status === 'failed'
        ? []
        : [`refund ${id} of ${formatMoney(amount)} has not reached the provider yet.`];
    }
    const there = refunds.get(providerId);
    if (!there) return [`refund ${providerId} is not known at the provider.`];
    if (there.status === status && there.amount === amount) return [];
    return [
      `refund ${providerId} of ${formatMoney(amount)} is ${status} here, but of ${formatMoney(there.amount)} and ${there.status} at the provider.`,
    ];
  });
}

function auditDisputesAtProvider(books: OrderBooks, provider: ProviderIndex): string[] {
  const { disputes } = provider;
  return books.disputes.flatMap(({ providerId, paymentId, status, amount }) => {
    if (isOfOtherAccount(findPayment(books, paymentId), provider)) return [];
    const there = disputes.get(providerId);
    if (!there) return [`dispute ${providerId} is not known at the provider.`];
    if (there.status === status && there.amount === amount) return [];
    return [`dispute ${providerId} is ${status} here, but ${there.status} at the provider.`];
  });
}

function findPayment({ payments }: OrderBooks, id: string) {
  return payments.find((payment) => payment.id === id);
}

/** What a payment has brought and not given back; disputes are the bank's own matter. */
function computeBalance({ money }: OrderBooks, paymentId: string): number {
  const kinds: readonly MoneyKind[] = ['charge', 'refund', 'refund-failure'];
  return sum(
    money
      .filter((each) => each.paymentId === paymentId && kinds.includes(each.kind))
      .map(({ amount }) => amount),
  );
}

function findCharges({ money }: OrderBooks, paymentId: string | undefined): number[] {
  return money
    .filter((each) => each.paymentId === paymentId && each.kind === 'charge')
    .map(({ amount }) => amount);
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
