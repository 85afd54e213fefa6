/** Compares journal and database with the card provider: each paid order was charged once, and nothing else was. */
import type Stripe from 'stripe';
import { dollarsToCents } from '#domain/money.ts';
import type { DatabaseRows } from './database-rows.ts';
import type { Finding } from './findings.ts';
import type { Journal } from './journal.ts';

export type ProviderRows = { charges: Stripe.Charge[]; refunds: Stripe.Refund[] };

/** All charges and refunds of the provider. */
export async function readProvider(stripe: Stripe): Promise<ProviderRows> {
  const rows: ProviderRows = { charges: [], refunds: [] };
  for await (const charge of stripe.charges.list({ limit: 100 })) rows.charges.push(charge);
  for await (const refund of stripe.refunds.list({ limit: 100 })) rows.refunds.push(refund);
  return rows;
}

/** All differences, after all payments and refunds are settled. */
export function compareProvider(journal: Journal, rows: DatabaseRows, provider: ProviderRows): Finding[] {
  const findings: Finding[] = [];
  const about = (subject: string, sentence: string) => findings.push({ subject, sentence });
  const succeeded = provider.charges.filter(({ status }) => status === 'succeeded');
  const chargesByPayment = Map.groupBy(succeeded, ({ payment_intent }) => String(payment_intent));
  const orderIdByPayment = new Map(
    journal.operations('card').map(({ input }) => [input.paymentId, input.orderId]),
  );

  for (const [paymentId, charges] of chargesByPayment) {
    const orderId = orderIdByPayment.get(paymentId);
    if (!orderId) about(paymentId, `Payment ${paymentId} was charged, and nobody gave a card for it.`);
    if (charges.length > 1) about(paymentId, `Payment ${paymentId} was charged ${charges.length} times.`);
  }
  for (const { input, answer } of journal.operations('card')) {
    const charged = chargesByPayment.get(input.paymentId)?.length ?? 0;
    if (answer && charged !== 1)
      about(input.orderId, `Payment ${input.paymentId} was confirmed, and charged ${charged} times.`);
  }

  const chargesByOrder = Map.groupBy(succeeded, ({ payment_intent }) =>
    orderIdByPayment.get(String(payment_intent)),
  );
  for (const { id, state, total } of rows.orders) {
    const charges = chargesByOrder.get(id) ?? [];
    const amount = charges.map((charge) => charge.amount).join(' + ') || 'nothing';
    const isPaid = state === 'paid' || state === 'shipped' || state === 'refunded';
    if (isPaid && (charges.length !== 1 || charges[0]?.amount !== total))
      about(
        id,
        `Order ${id} is ${state} with a total of ${total} cents, the provider has charged ${amount}.`,
      );
    if (!isPaid && charges.length > 0)
      about(id, `Order ${id} is ${state}, the provider has charged ${amount}.`);
  }
  compareRefunds(journal, rows, provider, about);
  return findings;
}

function compareRefunds(
  journal: Journal,
  { refunds }: DatabaseRows,
  provider: ProviderRows,
  about: (subject: string, sentence: string) => void,
): void {
  const providerRefunds = new Map(provider.refunds.map((refund) => [refund.id, refund]));
  const known = new Set(refunds.map(({ providerId }) => providerId));
  for (const { id, orderId, providerId, amount, status } of refunds) {
    const there = providerId ? providerRefunds.get(providerId) : undefined;
    if (status !== 'succeeded' || there?.status !== 'succeeded' || there.amount !== amount)
      about(orderId, `Refund ${id} is ${status} here, ${there?.status ?? 'not there'} at the provider.`);
  }
  for (const { id } of provider.refunds)
    if (!known.has(id)) about(id, `Refund ${id} was made at the provider, and is not known here.`);
  const rowById = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const { answer } of journal.operations('refund'))
    if (answer && rowById.get(answer._id)?.amount !== dollarsToCents(answer.amount))
      about(answer.orderId, `Refund ${answer._id} was acknowledged, and is not there.`);
}
