/** Recomputes stock, orders and money from the ledgers and compares them with the card provider. */
import { findWrongStocks, readPurchaseBooks } from '#administration/database/audit.ts';
import { auditPurchase, findOfOtherMerchants, type ProviderIndex } from '#administration/rules/audit.ts';
import { findNumberFaults } from '#invoices/database/invoices.ts';
import { type Cents, formatMoney } from '#kernel/money.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { countWords } from '#kernel/words.ts';
import type { ProviderBooks } from '#payments/rules/gateway.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import type { Database } from '#platform/database/connect.ts';
import { readAfterLast } from '#platform/database/read-in-pieces.ts';

export type Audit = {
  orders: number;
  differences: string[];
  ofOtherMerchants: string[];
};

/** Changes while it reads may show as differences: run it again. Refuses: payment-provider-unavailable. */
export async function auditShop({
  db,
  gateway,
}: Pick<PaymentDependencies, 'db' | 'gateway'>): Promise<Audit | Refusal> {
  // the provider first, so that the shop's snapshot is the later one
  const books = await gateway.readBooks();
  if (isRefused(books)) return books;
  const { index, differences } = indexProviderRecords(books);
  const audit = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => auditSnapshot(snapshot, index));
  return { ...audit, differences: [...differences, ...audit.differences] };
}

async function auditSnapshot(snapshot: Database, index: ProviderIndex): Promise<Audit> {
  const differences = (await findWrongStocks(snapshot)).map(
    ({ id, name, stock, moved }) =>
      `Part ${id} (${name}): its stock is ${stock}, but its movements come to ${moved}.`,
  );
  differences.push(...(await findNumberFaults(snapshot)));
  const known = new Set<string>();
  const unfinished: string[] = [];
  const finished: string[] = [];
  let orders = 0;
  const read = (last?: { id: string }) => readPurchaseBooks(snapshot, { after: last?.id, limit: 1000 });
  for await (const page of readAfterLast(read)) {
    for (const books of page) {
      differences.push(...auditPurchase(books, index));
      const ofOthers = findOfOtherMerchants(books, index);
      unfinished.push(...ofOthers.unfinished);
      finished.push(...ofOthers.finished);
      for (const { providerId } of [...books.payments, ...books.refunds, ...books.disputes]) {
        if (providerId !== null) known.add(providerId);
      }
    }
    orders += page.reduce((sum, books) => sum + books.orders.length, 0);
  }
  return {
    orders,
    differences: [...differences, ...findUnknown(index, known)],
    ofOtherMerchants: [...unfinished, ...countByMerchant(finished)],
  };
}

function countByMerchant(merchants: string[]): string[] {
  return [...Map.groupBy(merchants, (merchant) => merchant)].map(
    ([merchant, { length }]) => `${countWords(length, 'finished payment')} in ${merchant}.`,
  );
}

function findUnknown({ charges, refunds, disputes }: ProviderIndex, known: Set<string>): string[] {
  const isUnknown = ([id]: [string, unknown]) => !known.has(id);
  const describe = (what: string, id: string, amount: Cents) =>
    `${what} ${id} of ${formatMoney(amount)} at the provider is not known to the shop.`;
  return [
    ...[...charges].filter(isUnknown).map(([, { id, amount }]) => describe('Charge', id, amount)),
    ...[...refunds].filter(isUnknown).map(([id, { amount }]) => describe('Refund', id, amount)),
    ...[...disputes].filter(isUnknown).map(([id, { amount }]) => describe('Dispute', id, amount)),
  ];
}

function indexProviderRecords({ merchant, charges, refunds, disputes }: ProviderBooks) {
  const differences: string[] = [];
  const byPayment: ProviderIndex['charges'] = new Map();
  for (const { id, paymentId, amount } of charges) {
    const earlier = paymentId !== undefined && byPayment.get(paymentId);
    if (earlier) differences.push(`Payment ${paymentId} was charged twice: by ${id} and ${earlier.id}.`);
    byPayment.set(paymentId ?? id, { id, amount });
  }
  const index = {
    merchant,
    charges: byPayment,
    refunds: new Map(refunds.map((refund) => [refund.id, refund])),
    disputes: new Map(disputes.map((dispute) => [dispute.id, dispute])),
  };
  return { index, differences };
}
