/** What must be true after a history, whatever has happened: a small model of a shop that knows nothing of its code. */
import { findLine, type OrderRecord, type RefundRecord, type Rows } from './rows.ts';
import type { World } from './world.ts';

/** In sentences; empty when all is well. */
export function findFaults(world: World, rows: Rows): string[] {
  return [
    ...findPurchaseFaults(world, rows),
    ...findStockFaults(world, rows),
    ...findStateFaults(world, rows),
    ...findLimitFaults(world, rows),
    ...findShipmentFaults(world, rows),
    ...findJobFaults(world, rows),
    ...findEventFaults(world, rows),
    ...findCatalogueFaults(world, rows),
    ...findMoneyFaults(world, rows),
  ];
}

/** Every acknowledged purchase once and whole, none that nobody wanted. */
function* findPurchaseFaults({ plan, journal, partIds, buyers }: World, rows: Rows): Generator<string> {
  for (const { id, buyer, lines } of plan.intents) {
    const orders = rows.orders.filter(({ phone }) => phone === id);
    const count = new Set(orders.map(({ purchase_id }) => purchase_id)).size;
    const bought = journal.purchases.get(id);
    if (!bought) continue;
    const { endings, orders: known, seenPrices } = bought;
    if (count > 1) yield `${id} was wanted once, and is there ${count} times.`;
    if (count === 0 && endings.includes('acknowledged')) yield `${id} was acknowledged, and is not there.`;
    if (count > 0 && endings.every((ending) => ending === 'refused'))
      yield `${id} was refused, and is there.`;
    for (const order of known) {
      const row = orders.find((each) => each.id === order.id);
      if (!row || row.quantity !== order.quantity || row.total_cents !== order.total_cents)
        yield `${id}: order ${order.id} is not as it was acknowledged.`;
    }
    if (count === 0) continue;
    const wanted = sumBy(lines, ({ part, units }) => [partIds[part] ?? '', units]);
    const placed = sumBy(orders, ({ part_id, quantity }) => [part_id, quantity]);
    if (count === 1 && !isEqual(wanted, placed)) yield `${id} does not have the lines that were wanted.`;
    if (orders.some(({ buyer_id }) => buyer_id !== buyers[buyer]?.id)) yield `${id} is of somebody else.`;
    yield* findPriceFaults(id, orders, { lines, partIds, seenPrices });
  }
  const wanted = new Set(plan.intents.map(({ id }) => id));
  for (const { id, phone } of rows.orders)
    if (!wanted.has(phone)) yield `Order ${id} is there, and nobody wanted it.`;
  for (const { id, order_count, delivery_cents } of rows.purchases) {
    const orders = rows.orders.filter(({ purchase_id }) => purchase_id === id);
    if (orders.length !== order_count) yield `Purchase ${id} has ${orders.length} orders.`;
    const borne = sum(orders.map((order) => order.delivery_cents));
    const expected = priceDelivery(orders, rows);
    if (borne !== delivery_cents || delivery_cents !== expected)
      yield `The delivery of purchase ${id} costs ${delivery_cents}, its orders bear ${borne}, and it should be ${expected}.`;
  }
}

/** The prepared rules of delivery, of the value of parts. */
export const deliveryPrices = [
  { from: 0, priceCents: 61 },
  { from: 700, priceCents: 37 },
];

/** Each cancelled order that leaves others unpaid changes it; what others than the buyer cancel makes it not dearer. */
function priceDelivery(orders: OrderRecord[], rows: Rows): number {
  const price = (left: OrderRecord[]) => {
    const value = sum(left.map(({ total_cents }) => total_cents));
    return deliveryPrices.findLast(({ from }) => value >= from)?.priceCents ?? 0;
  };
  let left = orders;
  let cents = price(left);
  for (const { order_id, to_state, actor_id } of rows.order_moves) {
    const cancelled = left.find(({ id }) => to_state === 'cancelled' && id === order_id);
    if (!cancelled || left.length === 1) continue;
    left = left.filter((order) => order !== cancelled);
    cents = actor_id === cancelled.buyer_id ? price(left) : Math.min(price(left), cents);
  }
  return cents;
}

function findPriceFaults(
  id: string,
  orders: OrderRecord[],
  seen: { lines: { part: number }[]; partIds: string[]; seenPrices: (number | undefined)[] },
): string[] {
  return orders.flatMap((order) => {
    const line = seen.lines.findIndex(({ part }) => seen.partIds[part] === order.part_id);
    const price = seen.seenPrices[line];
    const isRight =
      order.total_cents === order.unit_price_cents * order.quantity &&
      (price === undefined || price === order.unit_price_cents);
    return isRight ? [] : [`${id} costs ${order.unit_price_cents} each, and the buyer has seen ${price}.`];
  });
}

/** No unit is sold twice, lost or found. */
function* findStockFaults({ plan, journal, partIds }: World, rows: Rows): Generator<string> {
  const edits = rows.stock_movements.filter(({ reason }) => reason === 'edit');
  for (const edit of edits) {
    const edited = journal.stockEdits.find(
      ({ partId, at }) => partId === edit.part_id && at.getTime() === Date.parse(edit.moved_at),
    );
    if (edited?.by !== edit.units || edited.ending === 'refused')
      yield `A stock was edited by ${edit.units}, and nobody has done that.`;
  }
  for (const { partId, by, at, ending } of journal.stockEdits) {
    const made = edits.filter(
      (edit) => edit.part_id === partId && Date.parse(edit.moved_at) === at.getTime(),
    ).length;
    if (made > 1 || (ending === 'acknowledged' && made !== 1))
      yield `An edit of a stock by ${by} was acknowledged once, and is there ${made} times.`;
  }
  for (const [index, { stock: start }] of plan.parts.entries()) {
    const part = rows.parts.find(({ id }) => id === partIds[index]);
    const edited = sum(edits.filter(({ part_id }) => part_id === part?.id).map(({ units }) => units));
    const held = sum(
      rows.orders.filter(({ part_id }) => part_id === part?.id).map((order) => countHeld(order, rows)),
    );
    const stock = part?.stock ?? Number.NaN;
    if (!(stock >= 0)) yield `The stock of part ${index} is ${stock}.`;
    if (stock !== start + edited - held)
      yield `Part ${index} began with ${start}, was edited by ${edited}, ${held} are sold, and its stock is ${stock}.`;
  }
}

/** The units of an order that its buyer has. */
function countHeld({ id, quantity }: OrderRecord, rows: Rows): number {
  const isClosed = rows.order_moves.some(
    ({ order_id, to_state }) => order_id === id && (to_state === 'cancelled' || to_state === 'expired'),
  );
  const returned = rows.refunds
    .filter(({ succeeded_at }) => succeeded_at !== null)
    .map((refund) => findLine(refund, id, rows)?.returned_units ?? 0);
  if (sum(returned) > quantity) return Number.NaN;
  return (isClosed ? 0 : quantity) - sum(returned);
}

const nextStates: Record<string, readonly string[]> = {
  '': ['unpaid'],
  unpaid: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
};

function* findStateFaults({ journal, run }: World, rows: Rows): Generator<string> {
  for (const order of rows.orders) {
    const { id, state, transaction_id, expires_at } = order;
    let current = '';
    for (const { to_state, moved_at } of rows.order_moves.filter(({ order_id }) => order_id === id)) {
      if (!nextStates[current]?.includes(to_state))
        yield `Order ${id} became ${to_state} when it was ${current || 'not there'}.`;
      if (to_state === 'cancelled' && !wasWanted(journal.closings, id))
        yield `Order ${id} was cancelled, and nobody wanted that.`;
      if (to_state === 'expired' && Date.parse(moved_at) < Date.parse(expires_at))
        yield `Order ${id} expired too early.`;
      current = to_state;
    }
    if (current !== state) yield `Order ${id} is ${state}, and its history says ${current}.`;
    if (state === 'unpaid' && Date.parse(expires_at) < run.clock.now().getTime())
      yield `Order ${id} is still unpaid after it should have expired.`;
    if (transaction_id === null && ['paid', 'shipped', 'delivered', 'refunded'].includes(state))
      yield `Order ${id} is ${state} by no payment.`;
  }
  for (const { orderId, ending } of journal.closings) {
    const became = rows.order_moves.filter(
      ({ order_id, to_state }) => order_id === orderId && to_state === 'cancelled',
    ).length;
    if (ending === 'acknowledged' && became !== 1)
      yield `The cancellation of order ${orderId} was acknowledged, and happened ${became} times.`;
  }
}

/** Nobody holds more unpaid purchases than the shop allows. */
function findLimitFaults({ plan, buyers }: World, rows: Rows): string[] {
  const limit = plan.unpaidOrdersPerPerson;
  if (limit === 0) return [];
  return buyers.flatMap(({ id, name }) => {
    const own = new Map(
      rows.orders.filter(({ buyer_id }) => buyer_id === id).map((order) => [order.id, order.purchase_id]),
    );
    const unpaid = new Map<string, string>();
    let held = 0;
    for (const { order_id, to_state } of rows.order_moves) {
      const purchase = own.get(order_id);
      if (purchase === undefined) continue;
      if (to_state === 'unpaid') unpaid.set(order_id, purchase);
      else unpaid.delete(order_id);
      held = Math.max(held, new Set(unpaid.values()).size);
    }
    return held > limit ? [`${name} held ${held} unpaid purchases; ${limit} are allowed.`] : [];
  });
}

function wasWanted(wishes: readonly { orderId: string; ending: string }[], id: string): boolean {
  return wishes.some(({ orderId, ending }) => orderId === id && ending !== 'refused');
}

function findShipmentFaults({ journal }: World, rows: Rows): string[] {
  const shipped = rows.order_moves.filter(({ to_state }) => to_state === 'shipped');
  return [
    ...shipped
      .filter(({ order_id }) => !wasWanted(journal.shipments, order_id))
      .map(({ order_id }) => `Order ${order_id} was shipped, and nobody has done that.`),
    ...journal.shipments.flatMap(({ orderId, tracking, ending }) => {
      if (ending !== 'acknowledged') return [];
      const order = rows.orders.find(({ id }) => id === orderId);
      const times = shipped.filter(({ order_id }) => order_id === orderId).length;
      if (times === 1 && order?.tracking === tracking) return [];
      return `The shipment of order ${orderId} was acknowledged; it happened ${times} times, with ${order?.tracking}.`;
    }),
  ];
}

/** Every change of an order is mailed once. */
function* findJobFaults(_: World, rows: Rows): Generator<string> {
  const mailed = { unpaid: 'placed', paid: 'paid', shipped: 'shipped', cancelled: 'cancelled' } as const;
  for (const [state, change] of Object.entries({ ...mailed, expired: 'expired' })) {
    for (const { id } of rows.orders) {
      const times = rows.order_moves.filter(
        ({ order_id, to_state }) => order_id === id && to_state === state,
      ).length;
      const mails = rows.simulated_jobs.filter(
        ({ name, content }) =>
          name === 'mail-order' && content.change === change && content.orderIds?.includes(id),
      ).length;
      if (times !== mails) yield `Order ${id} became ${state} ${times} times, with ${mails} mails.`;
    }
  }
}

/** An event has one job, however often it comes. */
function findEventFaults({ run, journal }: World, rows: Rows): string[] {
  const kept = new Set(rows.webhook_events.map(({ id }) => id));
  const lost = [...journal.confirmedEvents].filter((id) => !kept.has(id));
  const known = run.provider.events.filter(({ id }) => kept.has(id));
  const jobs = rows.simulated_jobs.filter(({ name }) => name === 'handle-event').length;
  return [
    ...lost.map((id) => `${id} was confirmed, and is not there.`),
    ...(jobs === known.length ? [] : [`${known.length} events have made ${jobs} jobs.`]),
  ];
}

/** A process that follows the changes shows what the database has. */
function findCatalogueFaults({ journal, partIds }: World, rows: Rows): string[] {
  return rows.parts.flatMap(({ id, stock, price_cents }) => {
    const shown = journal.catalogue?.parts.get(id);
    if (!shown || (shown.stock === stock && shown.price_cents === price_cents)) return [];
    const index = partIds.indexOf(id);
    return `Pages show part ${index} with ${shown.stock} for ${shown.price_cents}; it is ${stock} for ${price_cents}.`;
  });
}

function sumBy<Item>(items: readonly Item[], read: (item: Item) => [string, number]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, value] of items.map(read)) sums.set(key, (sums.get(key) ?? 0) + value);
  return sums;
}

function isEqual(one: Map<string, number>, other: Map<string, number>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** What the provider has charged and refunded, against orders, refunds and the ledger. */
function findMoneyFaults(world: World, rows: Rows): string[] {
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
function* findChargeFaults({ run }: World, rows: Rows): Generator<string> {
  const { payments, refunds } = run.provider;
  const purchases = Map.groupBy(rows.orders, ({ purchase_id }) => purchase_id);
  for (const [id, orders] of purchases) {
    const ids = new Set(orders.map((order) => order.id));
    const charged = payments.filter(({ orderId, status }) => status === 'succeeded' && ids.has(orderId));
    if (charged.filter(({ isForeign }) => !isForeign).length > 1)
      yield `Purchase ${id} was charged ${charged.length} times.`;
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
      yield `The provider has ${taken - returned} for purchase ${id}, and its orders say ${due}.`;
    for (const order of sold) {
      if (!charged.some((each) => each.id === order.transaction_id))
        yield `Order ${order.id} is ${order.state} by ${order.transaction_id}, which was not charged.`;
    }
  }
  const known = new Set(rows.orders.map((order) => order.id));
  for (const { id, orderId, status } of payments)
    if (status === 'succeeded' && !known.has(orderId)) yield `${id} was charged for no order.`;
}

/** Nothing hangs, and what was acknowledged as paid is. */
function* findPaymentFaults({ run, journal }: World, rows: Rows): Generator<string> {
  for (const { orderId, paymentId } of journal.paid) {
    const order = rows.orders.find(({ id }) => id === orderId);
    if (order?.transaction_id !== paymentId)
      yield `Order ${orderId} was acknowledged as paid by ${paymentId}, and is ${order?.state}.`;
  }
  for (const payment of rows.payments) {
    const atProvider = run.provider.payments.find(({ id }) => id === payment.provider_id);
    const isCharged = payment.status === 'succeeded' || payment.status === 'late';
    if (payment.status === 'open' || payment.status === 'elsewhere')
      yield `Payment ${payment.provider_id} is left hanging: it is ${payment.status}.`;
    if (isCharged !== (atProvider?.status === 'succeeded'))
      yield `Payment ${payment.provider_id} is ${payment.status}, and ${atProvider?.status} at the provider.`;
    if (atProvider && atProvider.amount !== payment.amount_cents)
      yield `Payment ${atProvider.id} is of ${payment.amount_cents}, and of ${atProvider.amount} there.`;
  }
  for (const { id, status } of run.provider.payments) {
    const isKnown = rows.payments.some(({ provider_id }) => provider_id === id);
    if (!isKnown && status === 'succeeded') yield `Nobody in the shop knows payment ${id}.`;
    // its secret may still be on a page
    if (
      !isKnown &&
      status === 'waiting' &&
      run.provider.payments.some((each) => each.id === id && each.attempts.length > 0)
    )
      yield `Payment ${id} can still be paid, and the shop does not know it.`;
  }
  for (const { payment_id, provider_id, outcome } of rows.payment_attempts) {
    const payment = rows.payments.find(({ id }) => id === payment_id);
    const atProvider = run.provider.payments.find(({ id }) => id === payment?.provider_id);
    if (!atProvider?.attempts.some((each) => each.id === provider_id && each.outcome === outcome))
      yield `Attempt ${provider_id} is not one of payment ${payment?.provider_id}.`;
  }
}

/** Every acknowledged refund is made once, of its amount. */
function* findRefundFaults({ journal, run }: World, rows: Rows): Generator<string> {
  for (const { reason, orderId, amount, units, ending, refundId, paid } of journal.refunds) {
    const made = rows.refunds.filter((refund) => refund.reason === reason);
    if (made.length > 1) yield `${reason} was wanted once, and is there ${made.length} times.`;
    const [refund] = made;
    if (ending === 'acknowledged' && (refund?.id !== refundId || refund?.amount_cents !== paid))
      yield `${reason} was acknowledged, and is not there.`;
    if (!refund) continue;
    if (ending === 'refused' && refund.status !== 'failed') yield `${reason} was refused, and is there.`;
    const isWanted =
      findLine(refund, orderId, rows)?.returned_units === units &&
      (amount === undefined || refund.amount_cents === amount);
    if (!isWanted) yield `${reason} is not what was wanted.`;
  }
  for (const [refundId, made] of Map.groupBy(run.provider.refunds, (refund) => refund.refundId)) {
    if (refundId !== undefined && made.length > 1)
      yield `Refund ${refundId} was made ${made.length} times at the provider.`;
  }
  for (const refund of run.provider.refunds) {
    const known = rows.refunds.filter(({ provider_id }) => provider_id === refund.id);
    const [row] = known;
    if (known.length !== 1 || row?.amount_cents !== refund.amount || row.status !== refund.status)
      yield `${refund.id} of ${refund.amount} is ${refund.status} at the provider, and ${row?.status} in the shop.`;
  }
}

function* findRefundRowFaults({ run, journal }: World, rows: Rows): Generator<string> {
  for (const refund of rows.refunds) {
    if (refund.status === 'pending') yield `Refund ${refund.id} is left hanging.`;
    if (refund.status === 'succeeded' && !run.provider.refunds.some(({ id }) => id === refund.provider_id))
      yield `Refund ${refund.id} has succeeded, and the provider does not know it.`;
    const isWanted = journal.refunds.some(({ reason }) => reason === refund.reason);
    const isLate = refund.requested_by === null && isOfLatePayment(refund, rows);
    if (!isWanted && !isLate && !refund.made_at_provider)
      yield `Refund ${refund.id} is there, and nobody wanted it.`;
    yield* findMailFaults(refund, rows);
  }
  for (const order of rows.orders) {
    const refunded = sum(
      rows.refunds
        .filter(({ status }) => status === 'succeeded')
        .filter(({ payment_id }) => isOfPayment(payment_id, order.transaction_id, rows))
        .map((refund) => findLine(refund, order.id, rows)?.amount_cents ?? 0),
    );
    if (order.transaction_id !== null && refunded !== order.refunded_cents)
      yield `Order ${order.id} says ${order.refunded_cents} is refunded; it is ${refunded}.`;
    if (refunded > total(order)) yield `More of order ${order.id} was refunded than it cost.`;
  }
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
