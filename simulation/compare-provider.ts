/** Compares journal and database with the card provider: each paid purchase was charged once, and nothing else was. */
import type Stripe from 'stripe';
import { dollarsToCents } from '#kernel/money.ts';
import type { DatabaseRows } from './database-rows.ts';
import type { Finding, Journal } from './journal.ts';

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
  const about: About = (subject, sentence) => findings.push({ subject, sentence });
  const succeeded = provider.charges.filter(({ status }) => status === 'succeeded');
  const chargesByPayment = Map.groupBy(succeeded, ({ payment_intent }) => String(payment_intent));
  const cardPayments = journal.operations('card');
  const requested = new Set(cardPayments.map(({ input }) => input.paymentId));

  for (const [paymentId, charges] of chargesByPayment) {
    if (!requested.has(paymentId))
      about(paymentId, `Payment ${paymentId} was charged, and nobody gave a card for it.`);
    if (charges.length > 1) about(paymentId, `Payment ${paymentId} was charged ${charges.length} times.`);
  }
  for (const { input, answer } of cardPayments) {
    const charged = chargesByPayment.get(input.paymentId)?.length ?? 0;
    if (answer && charged !== 1)
      about(input.paymentId, `Payment ${input.paymentId} was confirmed, and charged ${charged} times.`);
  }
  comparePayments(rows.orders, chargesByPayment, about);
  compareRefunds(journal, rows, provider, about);
  return findings;
}

type About = (subject: string, sentence: string) => void;

/** A charge is the total of the orders that it paid, and a purchase is paid once. */
function comparePayments(
  orders: DatabaseRows['orders'],
  chargesByPayment: Map<string, Stripe.Charge[]>,
  about: About,
): void {
  const isPaid = ({ state }: DatabaseRows['orders'][number]) =>
    state === 'paid' || state === 'shipped' || state === 'refunded';
  const ordersByPayment = Map.groupBy(orders.filter(isPaid), ({ transactionId }) => String(transactionId));
  for (const paymentId of new Set([...chargesByPayment.keys(), ...ordersByPayment.keys()])) {
    const paid = ordersByPayment.get(paymentId) ?? [];
    const total = paid.reduce((sum, order) => sum + order.total, 0);
    const amount = chargesByPayment.get(paymentId)?.[0]?.amount ?? 0;
    if (amount !== total)
      about(
        paymentId,
        `Payment ${paymentId} was charged ${amount} cents, and pays ${paid.length} orders of ${total} cents.`,
      );
  }
  for (const [purchaseId, paid] of Map.groupBy(orders.filter(isPaid), (order) => order.purchaseId))
    if (new Set(paid.map(({ transactionId }) => transactionId)).size > 1)
      about(purchaseId, `Purchase ${purchaseId} is paid by several payments.`);
}

function compareRefunds(
  journal: Journal,
  { refunds }: DatabaseRows,
  provider: ProviderRows,
  about: About,
): void {
  const providerRefunds = new Map(provider.refunds.map((refund) => [refund.id, refund]));
  const known = new Set(refunds.map(({ providerId }) => providerId));
  for (const { id, lines, providerId, amount, status } of refunds) {
    const there = providerId ? providerRefunds.get(providerId) : undefined;
    if (status !== 'succeeded' || there?.status !== 'succeeded' || there.amount !== amount)
      about(
        lines[0]?.orderId ?? id,
        `Refund ${id} is ${status} here, ${there?.status ?? 'not there'} at the provider.`,
      );
  }
  for (const { id } of provider.refunds)
    if (!known.has(id)) about(id, `Refund ${id} was made at the provider, and is not known here.`);
  const rowById = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const { answer } of journal.operations('refund'))
    if (answer && rowById.get(answer._id)?.amount !== dollarsToCents(answer.amount))
      about(answer.orderId, `Refund ${answer._id} was acknowledged, and is not there.`);
}
