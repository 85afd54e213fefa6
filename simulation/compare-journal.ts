/** Compares the journal with the database: acknowledged operations exist once, and nothing else exists. */
import { dollarsToCents } from '#kernel/money.ts';
import type { OrderState } from '#purchases/rules/orders.ts';
import type { DatabaseRows } from './database-rows.ts';
import { type Action, about, type Finding, type Journal, type Operation } from './journal.ts';

/** The units of each part before the run. */
export type StartStocks = ReadonlyMap<string, number>;

/** All differences, while no request is pending. */
export function compareJournal(journal: Journal, rows: DatabaseRows, startStocks: StartStocks): Finding[] {
  return [
    ...comparePurchases(journal, rows),
    ...compareTransitions(journal, rows),
    ...compareShipments(journal, rows),
    ...compareRefunds(journal, rows),
    ...compareEdits(journal, rows),
    ...compareStocks(rows, startStocks),
  ];
}

/** All lines of a purchase are there, or none, whether it was answered or not. */
function* comparePurchases(journal: Journal, { orders, keys }: DatabaseRows): Generator<Finding> {
  const rowsByPurchase = Map.groupBy(orders, ({ purchaseId }) => purchaseId);
  const purchaseIdByKey = new Map(keys.map(({ key, purchaseId }) => [key, purchaseId]));
  const requested = new Set<string>();
  for (const operation of journal.operations('purchase')) {
    const { key, input, answer, refused } = operation;
    const id = purchaseIdByKey.get(key);
    const rows = rowsByPurchase.get(id ?? '') ?? [];
    if (id) requested.add(id);
    if (id && refused) yield about(id, `Purchase ${id} was refused (${refused}), and is there.`);
    if (id && !isSameSet(rows.map(formatLine), input.lines.map(formatLine)))
      yield about(id, `Purchase ${id} does not have the lines that were ordered.`);
    if (answer) yield* compareAnswer(operation, rows);
  }
  for (const { id, purchaseId } of orders)
    if (!requested.has(purchaseId)) yield about(id, `Order ${id} is there, and nobody asked for it.`);
}

/** The orders of an acknowledged purchase are there as they were confirmed. */
function compareAnswer({ input, answer }: Operation<'purchase'>, rows: DatabaseRows['orders']): Finding[] {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return (answer?.orders ?? []).flatMap((order) => {
    const row = rowById.get(order._id);
    if (row?.purchaseId !== answer?.purchaseId || !row)
      return [about(order._id, `Order ${order._id} was confirmed, and is not there.`)];
    const facts: (string | number)[][] = [
      [row.partId, order.partsId],
      [row.quantity, order.quantity],
      [row.email, order.email, input.email],
      [row.unitPrice, dollarsToCents(order.price)],
      [row.total, dollarsToCents(order.total), row.unitPrice * row.quantity],
      [row.placedAt.toISOString(), order.placedAt],
    ];
    return facts
      .filter((values) => new Set(values).size > 1)
      .map((fact) => about(row.id, `Order ${row.id} is not as it was confirmed: ${fact.join(', ')}.`));
  });
}

function formatLine({ partId, quantity }: { partId: string; quantity: number }): string {
  return `${quantity} of ${partId}`;
}

function isSameSet(some: string[], others: string[]): boolean {
  return some.length === others.length && new Set([...some, ...others]).size === some.length;
}

const acknowledgedTransitions = [
  ['cancel', 'cancelled', 'it was cancelled'],
  ['settle', 'paid', 'its payment was settled'],
  ['ship', 'shipped', 'it was shipped'],
] as const;

/** Each acknowledged operation made its transition once, and there is no transition without an operation. */
function* compareTransitions(journal: Journal, { orders, transitions }: DatabaseRows): Generator<Finding> {
  const transitionsByOrder = Map.groupBy(transitions, ({ orderId }) => orderId);
  const count = (orderId: string, state: OrderState) =>
    (transitionsByOrder.get(orderId) ?? []).filter((transition) => transition.state === state).length;
  function* expectOnce(orderId: string, state: OrderState, what: string) {
    if (count(orderId, state) !== 1)
      yield about(orderId, `Order ${orderId} became ${state} ${count(orderId, state)} times: ${what}.`);
  }

  for (const [action, state, what] of acknowledgedTransitions)
    for (const { input } of findAcknowledged(journal, action)) yield* expectOnce(input.orderId, state, what);
  const transactions = new Map(orders.map(({ id, transactionId }) => [id, transactionId]));
  for (const { input } of findAcknowledged(journal, 'settle'))
    if (transactions.get(input.orderId) !== input.paymentId)
      yield about(input.orderId, `Order ${input.orderId} is paid by another payment.`);

  const requested = {
    paid: listOrderIds(journal.operations('card')),
    cancelled: listOrderIds(journal.operations('cancel')),
    shipped: listOrderIds(journal.operations('ship')),
    // late payments are refunded automatically
    refunded: listOrderIds([...journal.operations('refund'), ...journal.operations('card')]),
    expired: new Set<string>(),
    delivered: new Set<string>(),
  };
  for (const { id } of orders) {
    yield* expectOnce(id, 'unpaid', 'it was placed');
    for (const [state, wanted] of Object.entries(requested) as [OrderState, Set<string>][]) {
      const times = count(id, state);
      if (times > 0 && !wanted.has(id))
        yield about(id, `Order ${id} became ${state}, and nobody asked for it.`);
      if (times > 1) yield about(id, `Order ${id} became ${state} ${times} times.`);
    }
  }
}

function compareShipments(journal: Journal, { orders }: DatabaseRows): Finding[] {
  const rowById = new Map(orders.map((order) => [order.id, order]));
  return findAcknowledged(journal, 'ship')
    .filter(({ input }) => {
      const row = rowById.get(input.orderId);
      return row?.carrier !== input.carrier || row?.tracking !== input.tracking;
    })
    .map(({ input }) =>
      about(input.orderId, `Order ${input.orderId} was shipped with another tracking number.`),
    );
}

function* compareRefunds(journal: Journal, { refunds, keys, orders }: DatabaseRows): Generator<Finding> {
  const rowById = new Map(refunds.map((refund) => [refund.id, refund]));
  const refundIdByKey = new Map(keys.flatMap(({ key, refundId }) => (refundId ? [[key, refundId]] : [])));
  const requested = new Set<string>();
  for (const { key, input, answer } of journal.operations('refund')) {
    const id = refundIdByKey.get(key);
    if (id) requested.add(id);
    if (!answer) continue;
    const row = rowById.get(answer._id);
    const [line] = row?.lines ?? [];
    const isSame =
      row?.id === id &&
      line?.orderId === input.orderId &&
      row?.amount === dollarsToCents(answer.amount) &&
      row?.amount === (input.amount ?? row?.amount) &&
      line?.units === input.returnedUnits;
    if (!isSame) yield about(input.orderId, `Refund ${answer._id} is not there as it was acknowledged.`);
  }
  for (const { id, lines, isRequested } of refunds)
    for (const { orderId } of lines)
      if (isRequested && !requested.has(id))
        yield about(orderId, `Refund ${id} of order ${orderId} is there, and nobody asked for it.`);
  const refunded = new Map<string, number>();
  for (const { lines } of refunds.filter(({ status }) => status !== 'failed'))
    for (const { orderId, amount } of lines) refunded.set(orderId, (refunded.get(orderId) ?? 0) + amount);
  for (const { id, total } of orders)
    if ((refunded.get(id) ?? 0) > total)
      yield about(id, `${refunded.get(id)} cents of order ${id} were refunded, more than it cost.`);
}

/** Acknowledged edits exist, unanswered ones may exist; the part has the values of the last edit. */
function* compareEdits(journal: Journal, { edits, parts }: DatabaseRows): Generator<Finding> {
  const formatEdit = (...values: (string | number)[]) => values.join(' ');
  const made = countRows(
    edits.map((edit) =>
      formatEdit(edit.field, edit.partId, edit.field === 'stock' ? edit.before : '', edit.after),
    ),
  );
  const operations = [
    ...journal.operations('price').map(({ answer, input }) => ({
      answer,
      name: formatEdit('price', input.partId, '', input.cents),
    })),
    ...journal.operations('stock').map(({ answer, input }) => ({
      answer,
      name: formatEdit('stock', input.partId, input.from, input.to),
    })),
  ];
  const wanted = countRows(operations.map(({ name }) => name));
  const acknowledged = countRows(operations.filter(({ answer }) => answer).map(({ name }) => name));
  for (const [name, times] of acknowledged)
    if ((made.get(name) ?? 0) < times)
      yield { sentence: `The edit “${name}” was acknowledged, and is not there.` };
  for (const [name, times] of made)
    if (name.startsWith('stock') && (wanted.get(name) ?? 0) < times)
      yield { sentence: `The edit “${name}” is there more often than asked for.` };
  for (const { id, cents } of parts) {
    const last = edits.findLast((edit) => edit.partId === id && edit.field === 'price');
    if (last && last.after !== cents)
      yield about(id, `Part ${id} costs ${cents} cents, its last edit says ${last.after}.`);
  }
}

function* compareStocks(
  { parts, orders, transitions, refunds, edits }: DatabaseRows,
  start: StartStocks,
): Generator<Finding> {
  const released = new Set(
    transitions
      .filter(({ state }) => state === 'cancelled' || state === 'expired')
      .map(({ orderId }) => orderId),
  );
  const partIdByOrder = new Map(orders.map(({ id, partId }) => [id, partId]));
  const changes = [
    ...orders.filter(({ id }) => !released.has(id)).map((order) => ({ ...order, units: -order.quantity })),
    ...refunds
      .filter(({ status }) => status === 'succeeded')
      .flatMap(({ lines }) => lines)
      .map(({ orderId, units }) => ({ partId: partIdByOrder.get(orderId), units })),
    ...edits
      .filter(({ field }) => field === 'stock')
      .map(({ partId, before, after }) => ({ partId, units: after - before })),
  ];
  for (const { id, stock, moved } of parts) {
    const expected = changes
      .filter(({ partId }) => partId === id)
      .reduce((sum, { units }) => sum + units, start.get(id) ?? 0);
    if (stock !== expected)
      yield about(id, `Part ${id} has ${stock} units, its orders and edits leave ${expected}.`);
    if (stock !== moved) yield about(id, `Part ${id} has ${stock} units, its movements come to ${moved}.`);
    if (stock < 0) yield about(id, `Part ${id} has ${stock} units.`);
  }
}

/** The operations of an action that the shop has acknowledged. */
export function findAcknowledged<A extends Action>(journal: Journal, action: A): Operation<A>[] {
  return journal.operations(action).filter(({ answer }) => answer !== undefined);
}

function listOrderIds(operations: { input: { orderId: string } | { orderIds: string[] } }[]): Set<string> {
  return new Set(operations.flatMap(({ input }) => ('orderIds' in input ? input.orderIds : [input.orderId])));
}

function countRows(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
