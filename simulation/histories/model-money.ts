/** The model's rules of money: what the provider has charged and refunded, against orders, refunds and the ledger. */
import { findLine, type RefundRecord, type Rows } from './rows.ts';
import type { World } from './world.ts';

export function findMoneyFaults(world: World, rows: Rows): string[] {
  return [
    ...findChargeFaults(world, rows),
    ...findPaymentFaults(world, rows),
    ...findRefundFaults(world, rows),
    ...findRefundRowFaults(world, rows),
    ...findLedgerFaults(world, rows),
  ];
}

const total = (order: { total_cents: number; delivery_cents: number }) =>
  order.total_cents + order.delivery_cents;

/** A purchase is charged once; what the shop has is the price of what it has sold. */
function findChargeFaults({ run }: World, rows: Rows): string[] {
  const { payments, refunds } = run.provider;
  const purchases = Map.groupBy(rows.orders, ({ purchase_id }) => purchase_id);
  const faults: string[] = [];
  for (const [id, orders] of purchases) {
    const ids = new Set(orders.map((order) => order.id));
    const charged = payments.filter(({ orderId, status }) => status === 'succeeded' && ids.has(orderId));
    if (charged.filter(({ isForeign }) => !isForeign).length > 1)
      faults.push(`Purchase ${id} was charged ${charged.length} times.`);
    const taken = sum(charged.map(({ amount }) => amount));
    const returned = sum(
      refunds
        .filter(
          ({ paymentId, status }) => status !== 'failed' && charged.some((each) => each.id === paymentId),
        )
        .map(({ amount }) => amount),
    );
    const sold = orders.filter(({ state }) => ['paid', 'shipped', 'delivered', 'refunded'].includes(state));
    const due = sum(sold.map((order) => total(order) - order.refunded_cents));
    if (taken - returned !== due)
      faults.push(`The provider has ${taken - returned} for purchase ${id}, and its orders say ${due}.`);
    for (const order of sold) {
      if (!charged.some((each) => each.id === order.transaction_id))
        faults.push(`Order ${order.id} is ${order.state} by ${order.transaction_id}, which was not charged.`);
    }
  }
  const known = new Set(rows.orders.map((order) => order.id));
  for (const { id, orderId, status } of payments)
    if (status === 'succeeded' && !known.has(orderId)) faults.push(`${id} was charged for no order.`);
  return faults;
}

/** Nothing hangs, and what was acknowledged as paid is. */
function findPaymentFaults({ run, journal }: World, rows: Rows): string[] {
  const faults: string[] = [];
  for (const { orderId, paymentId } of journal.paid) {
    const order = rows.orders.find(({ id }) => id === orderId);
    if (order?.transaction_id !== paymentId)
      faults.push(`Order ${orderId} was acknowledged as paid by ${paymentId}, and is ${order?.state}.`);
  }
  for (const payment of rows.payments) {
    const atProvider = run.provider.payments.find(({ id }) => id === payment.provider_id);
    const isCharged = payment.status === 'succeeded' || payment.status === 'late';
    if (payment.status === 'open' || payment.status === 'elsewhere')
      faults.push(`Payment ${payment.provider_id} is left hanging: it is ${payment.status}.`);
    if (isCharged !== (atProvider?.status === 'succeeded'))
      faults.push(
        `Payment ${payment.provider_id} is ${payment.status}, and ${atProvider?.status} at the provider.`,
      );
    if (atProvider && atProvider.amount !== payment.amount_cents)
      faults.push(
        `Payment ${atProvider.id} is of ${payment.amount_cents}, and of ${atProvider.amount} there.`,
      );
  }
  for (const { id, status } of run.provider.payments) {
    const isKnown = rows.payments.some(({ provider_id }) => provider_id === id);
    if (!isKnown && status === 'succeeded') faults.push(`Nobody in the shop knows payment ${id}.`);
    // its secret may still be on a page
    if (
      !isKnown &&
      status === 'waiting' &&
      run.provider.payments.some((each) => each.id === id && each.attempts.length > 0)
    )
      faults.push(`Payment ${id} can still be paid, and the shop does not know it.`);
  }
  for (const { payment_id, provider_id, outcome } of rows.payment_attempts) {
    const payment = rows.payments.find(({ id }) => id === payment_id);
    const atProvider = run.provider.payments.find(({ id }) => id === payment?.provider_id);
    if (!atProvider?.attempts.some((each) => each.id === provider_id && each.outcome === outcome))
      faults.push(`Attempt ${provider_id} is not one of payment ${payment?.provider_id}.`);
  }
  return faults;
}

/** Every acknowledged refund is made once, of its amount. */
function findRefundFaults({ journal, run }: World, rows: Rows): string[] {
  const faults: string[] = [];
  for (const { reason, orderId, amount, units, ending, refundId, paid } of journal.refunds) {
    const made = rows.refunds.filter((refund) => refund.reason === reason);
    if (made.length > 1) faults.push(`${reason} was wanted once, and is there ${made.length} times.`);
    const [refund] = made;
    if (ending === 'acknowledged' && (refund?.id !== refundId || refund?.amount_cents !== paid))
      faults.push(`${reason} was acknowledged, and is not there.`);
    if (!refund) continue;
    if (ending === 'refused' && refund.status !== 'failed')
      faults.push(`${reason} was refused, and is there.`);
    const isWanted =
      findLine(refund, orderId, rows)?.returned_units === units &&
      (amount === undefined || refund.amount_cents === amount);
    if (!isWanted) faults.push(`${reason} is not what was wanted.`);
  }
  for (const [refundId, made] of Map.groupBy(run.provider.refunds, (refund) => refund.refundId)) {
    if (refundId !== undefined && made.length > 1)
      faults.push(`Refund ${refundId} was made ${made.length} times at the provider.`);
  }
  for (const refund of run.provider.refunds) {
    const known = rows.refunds.filter(({ provider_id }) => provider_id === refund.id);
    const [row] = known;
    if (known.length !== 1 || row?.amount_cents !== refund.amount || row.status !== refund.status)
      faults.push(
        `${refund.id} of ${refund.amount} is ${refund.status} at the provider, and ${row?.status} in the shop.`,
      );
  }
  return faults;
}

function findRefundRowFaults({ run, journal }: World, rows: Rows): string[] {
  const faults: string[] = [];
  for (const refund of rows.refunds) {
    if (refund.status === 'pending') faults.push(`Refund ${refund.id} is left hanging.`);
    if (refund.status === 'succeeded' && !run.provider.refunds.some(({ id }) => id === refund.provider_id))
      faults.push(`Refund ${refund.id} has succeeded, and the provider does not know it.`);
    const isWanted = journal.refunds.some(({ reason }) => reason === refund.reason);
    const isLate = refund.requested_by === null && isOfLatePayment(refund, rows);
    if (!isWanted && !isLate && !refund.made_at_provider)
      faults.push(`Refund ${refund.id} is there, and nobody wanted it.`);
    faults.push(...findMailFaults(refund, rows));
  }
  for (const order of rows.orders) {
    const refunded = sum(
      rows.refunds
        .filter(({ status }) => status === 'succeeded')
        .filter(({ payment_id }) => isOfPayment(payment_id, order.transaction_id, rows))
        .map((refund) => findLine(refund, order.id, rows)?.amount_cents ?? 0),
    );
    if (order.transaction_id !== null && refunded !== order.refunded_cents)
      faults.push(`Order ${order.id} says ${order.refunded_cents} is refunded; it is ${refunded}.`);
    if (refunded > total(order)) faults.push(`More of order ${order.id} was refunded than it cost.`);
  }
  return faults;
}

function isOfLatePayment({ payment_id }: RefundRecord, rows: Rows): boolean {
  return rows.payments.some(({ id, status }) => id === payment_id && status === 'late');
}

function isOfPayment(id: string, providerId: string | null, rows: Rows): boolean {
  return rows.payments.some((payment) => payment.id === id && payment.provider_id === providerId);
}

/** Money that goes back is mailed once, and once more when it comes back. */
function findMailFaults({ id, status, succeeded_at }: RefundRecord, rows: Rows): string[] {
  const changes = rows.simulated_jobs.flatMap(({ name, content }) =>
    name === 'mail-order' && content.refundId === id ? [content.change] : [],
  );
  const went = changes.filter((change) => change === 'refunded' || change === 'late-payment-returned');
  const cameBack = changes.filter((change) => change === 'refund-failed');
  const isRight =
    went.length === (succeeded_at === null ? 0 : 1) &&
    cameBack.length === (succeeded_at !== null && status === 'failed' ? 1 : 0);
  return isRight ? [] : [`Refund ${id} is ${status}, with the mails ${changes.join(', ')}.`];
}

/** Each movement of money once. */
function findLedgerFaults({ run }: World, rows: Rows): string[] {
  const { payments, refunds, disputes } = run.provider;
  const expected = [
    ...payments
      .filter(({ status }) => status === 'succeeded')
      .map((each) => `charge ${each.id} ${each.amount}`),
    ...refunds
      .filter(({ hasSucceeded }) => hasSucceeded)
      .filter(({ id }) => wasSeenSucceeded(id, rows))
      .map((each) => `refund ${each.id} ${-each.amount}`),
    ...refunds
      .filter(({ hasSucceeded, status }) => hasSucceeded && status === 'failed')
      .filter(({ id }) => wasSeenSucceeded(id, rows))
      .map((each) => `refund-failure ${each.id} ${each.amount}`),
    ...disputes
      .filter(({ status }) => !status.startsWith('warning'))
      .map((each) => `dispute-withdrawal ${each.id} ${-each.amount}`),
    ...disputes
      .filter(({ status }) => status === 'won')
      .map((each) => `dispute-reinstatement ${each.id} ${each.amount}`),
  ].sort();
  const recorded = rows.money_movements
    .map(({ kind, provider_id, amount_cents }) => `${kind} ${provider_id} ${amount_cents}`)
    .sort();
  const wrongDisputes = disputes
    .filter(({ id, status }) => !rows.disputes.some((row) => row.provider_id === id && row.status === status))
    .map(({ id, status }) => `${id} is ${status} at the provider, and not in the shop.`);
  if (JSON.stringify(expected) === JSON.stringify(recorded)) return wrongDisputes;
  return [
    ...wrongDisputes,
    ...expected.filter((each) => !recorded.includes(each)).map((each) => `The ledger lacks: ${each}.`),
    ...recorded.filter((each) => !expected.includes(each)).map((each) => `The ledger has: ${each}.`),
    ...(expected.length < recorded.length ? ['The ledger has something twice.'] : []),
  ];
}

/** A refund that failed before the shop heard that it had succeeded never was one for it. */
function wasSeenSucceeded(providerId: string, rows: Rows): boolean {
  return rows.refunds.some(
    ({ provider_id, succeeded_at }) => provider_id === providerId && succeeded_at !== null,
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}
