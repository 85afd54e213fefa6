/** Compares journal and database with the card provider: each paid purchase was charged once, and nothing else was. */
import type Stripe from 'stripe';
import type { DatabaseRows } from './database-rows.ts';
import { about, type Finding, type Journal } from './journal.ts';

export type ProviderRows = { charges: Stripe.Charge[]; refunds: Stripe.Refund[] };

/** All charges and refunds of the provider. */
export async function readProvider(stripe: Stripe): Promise<ProviderRows> {
  const rows: ProviderRows = { charges: [], refunds: [] };
  for await (const charge of stripe.charges.list({ limit: 100 })) rows.charges.push(charge);
  for await (const refund of stripe.refunds.list({ limit: 100 })) rows.refunds.push(refund);
  return rows;
}

/** All differences, after all payments and refunds are settled. */
export function* compareProvider(
  journal: Journal,
  rows: DatabaseRows,
  provider: ProviderRows,
): Generator<Finding> {
  const succeeded = provider.charges.filter(({ status }) => status === 'succeeded');
  const chargesByPayment = Map.groupBy(succeeded, ({ payment_intent }) => String(payment_intent));
  const cardPayments = journal.operations('card');
  const requested = new Set(cardPayments.map(({ input }) => input.paymentId));

  for (const [paymentId, charges] of chargesByPayment) {
    if (!requested.has(paymentId))
      yield about(paymentId, `Payment ${paymentId} was charged, and nobody gave a card for it.`);
    if (charges.length > 1)
      yield about(paymentId, `Payment ${paymentId} was charged ${charges.length} times.`);
  }
  for (const { input, answer } of cardPayments) {
    const charged = chargesByPayment.get(input.paymentId)?.length ?? 0;
    if (answer && charged !== 1)
      yield about(input.paymentId, `Payment ${input.paymentId} was confirmed, and charged ${charged} times.`);
  }
  yield* comparePayments(rows.orders, chargesByPayment);
  yield* compareRefunds(rows.refunds, provider.refunds);
}

/** A charge is the total of the orders that it paid, and a purchase is paid once. */
function* comparePayments(
  orders: DatabaseRows['orders'],
  chargesByPayment: Map<string, Stripe.Charge[]>,
): Generator<Finding> {
  const paidOrders = orders.filter(
    ({ state }) => state === 'paid' || state === 'shipped' || state === 'refunded',
  );
  const ordersByPayment = Map.groupBy(paidOrders, ({ transactionId }) => String(transactionId));
  for (const paymentId of new Set([...chargesByPayment.keys(), ...ordersByPayment.keys()])) {
    const paid = ordersByPayment.get(paymentId) ?? [];
    const total = paid.reduce((sum, order) => sum + order.total, 0);
    const amount = chargesByPayment.get(paymentId)?.[0]?.amount ?? 0;
    if (amount !== total)
      yield about(
        paymentId,
        `Payment ${paymentId} was charged ${amount} cents, and pays ${paid.length} orders of ${total} cents.`,
      );
  }
  for (const [purchaseId, paid] of Map.groupBy(paidOrders, (order) => order.purchaseId))
    if (new Set(paid.map(({ transactionId }) => transactionId)).size > 1)
      yield about(purchaseId, `Purchase ${purchaseId} is paid by several payments.`);
}

/** Each refund is the same here and there; the acknowledged ones are compared with the journal. */
function* compareRefunds(refunds: DatabaseRows['refunds'], there: Stripe.Refund[]): Generator<Finding> {
  const refundById = new Map(there.map((refund) => [refund.id, refund]));
  const known = new Set(refunds.map(({ providerId }) => providerId));
  for (const { id, lines, providerId, amount, status } of refunds) {
    const same = refundById.get(providerId ?? '');
    if (status !== 'succeeded' || same?.status !== 'succeeded' || same.amount !== amount)
      yield about(
        lines[0]?.orderId ?? id,
        `Refund ${id} is ${status} here, ${same?.status ?? 'not there'} at the provider.`,
      );
  }
  for (const { id } of there)
    if (!known.has(id)) yield about(id, `Refund ${id} was made at the provider, and is not known here.`);
}
