/** Compares the journal with the database: what was acknowledged is there once, and nothing is there that nobody asked for. */
import { dollarsToCents } from '#domain/money.ts';
import type { OrderState } from '#domain/orders/orders.ts';
import type { DatabaseRows } from './database-rows.ts';
import type { Finding } from './findings.ts';
import type { Action, Journal, Wish } from './journal.ts';

/** What is known of the parts before the run; stocks in units. */
export type StartStocks = ReadonlyMap<string, number>;

/** Everything that does not agree, while no request is under way. */
export function compareJournal(journal: Journal, rows: DatabaseRows, startStocks: StartStocks): Finding[] {
  return [
    ...compareOrders(journal, rows),
    ...compareMoves(journal, rows),
    ...compareShipments(journal, rows),
    ...compareRefunds(journal, rows),
    ...compareEdits(journal, rows),
    ...compareStocks(rows, startStocks),
  ];
}

function compareOrders(journal: Journal, { orders, keys }: DatabaseRows): Finding[] {
  const rowOf = new Map(orders.map((order) => [order.id, order]));
  const orderOf = new Map(keys.flatMap(({ key, orderId }) => (orderId ? [[key, orderId]] : [])));
  const findings: Finding[] = [];
  const asked = new Set<string>();
  for (const { key, asked: wanted, answer, refused } of journal.wishes('order')) {
    const id = orderOf.get(key);
    if (id) asked.add(id);
    if (refused && id) findings.push(about(id, `Order ${id} was refused (${refused}), and is there.`));
    if (!answer) continue;
    const row = rowOf.get(answer._id);
    if (!row || id !== answer._id) {
      findings.push(about(answer._id, `Order ${answer._id} was confirmed, and is not there.`));
      continue;
    }
    const facts: (string | number)[][] = [
      [row.partId, answer.partsId, wanted.partId],
      [row.quantity, answer.quantity, wanted.quantity],
      [row.email, answer.email, wanted.email],
      [row.unitPrice, dollarsToCents(answer.price)],
      [row.total, dollarsToCents(answer.total), row.unitPrice * row.quantity],
      [row.placedAt.toISOString(), answer.placedAt],
    ];
    for (const fact of facts.filter((values) => new Set(values).size > 1))
      findings.push(about(row.id, `Order ${row.id} is not as it was confirmed: ${fact.join(', ')}.`));
  }
  for (const { id } of orders)
    if (!asked.has(id)) findings.push(about(id, `Order ${id} is there, and nobody asked for it.`));
  return findings;
}

/** The moves that an acknowledged action makes; an order makes each of its moves once, and none without being asked. */
function compareMoves(journal: Journal, { orders, moves }: DatabaseRows): Finding[] {
  const findings: Finding[] = [];
  const movesOf = Map.groupBy(moves, ({ orderId }) => orderId);
  const count = (orderId: string, state: OrderState) =>
    (movesOf.get(orderId) ?? []).filter((move) => move.state === state).length;
  const must = (orderId: string, state: OrderState, what: string) => {
    if (count(orderId, state) !== 1)
      findings.push(
        about(orderId, `Order ${orderId} became ${state} ${count(orderId, state)} times: ${what}.`),
      );
  };

  for (const wish of findAnswered(journal, 'cancel'))
    must(wish.asked.orderId, 'cancelled', 'it was cancelled');
  for (const wish of findAnswered(journal, 'settle'))
    must(wish.asked.orderId, 'paid', 'its payment was settled');
  for (const wish of findAnswered(journal, 'ship')) must(wish.asked.orderId, 'shipped', 'it was shipped');
  const transactions = new Map(orders.map(({ id, transactionId }) => [id, transactionId]));
  for (const { asked } of findAnswered(journal, 'settle'))
    if (transactions.get(asked.orderId) !== asked.paymentId)
      findings.push(about(asked.orderId, `Order ${asked.orderId} is paid by another payment.`));

  const askedFor = {
    paid: findOrders(journal.wishes('card')),
    cancelled: findOrders(journal.wishes('cancel')),
    shipped: findOrders(journal.wishes('ship')),
    refunded: findOrders([...journal.wishes('refund'), ...journal.wishes('card')]), // late money goes back by itself
    expired: new Set<string>(),
    delivered: new Set<string>(),
  };
  for (const { id } of orders) {
    must(id, 'unpaid', 'it was placed');
    for (const [state, wanted] of Object.entries(askedFor) as [OrderState, Set<string>][]) {
      const times = count(id, state);
      if (times > 0 && !wanted.has(id))
        findings.push(about(id, `Order ${id} became ${state}, and nobody asked for it.`));
      if (times > 1) findings.push(about(id, `Order ${id} became ${state} ${times} times.`));
    }
  }
  return findings;
}

function compareShipments(journal: Journal, { orders }: DatabaseRows): Finding[] {
  const rowOf = new Map(orders.map((order) => [order.id, order]));
  return findAnswered(journal, 'ship')
    .filter(({ asked }) => {
      const row = rowOf.get(asked.orderId);
      return row?.carrier !== asked.carrier || row?.tracking !== asked.tracking;
    })
    .map(({ asked }) =>
      about(asked.orderId, `Order ${asked.orderId} was shipped with another tracking number.`),
    );
}

function compareRefunds(journal: Journal, { refunds, keys, orders }: DatabaseRows): Finding[] {
  const findings: Finding[] = [];
  const rowOf = new Map(refunds.map((refund) => [refund.id, refund]));
  const refundOf = new Map(keys.flatMap(({ key, refundId }) => (refundId ? [[key, refundId]] : [])));
  const asked = new Set<string>();
  for (const { key, asked: wanted, answer } of journal.wishes('refund')) {
    const id = refundOf.get(key);
    if (id) asked.add(id);
    if (!answer) continue;
    const row = rowOf.get(answer._id);
    const isSame =
      row?.id === id &&
      row?.orderId === wanted.orderId &&
      row?.amount === dollarsToCents(answer.amount) &&
      row?.amount === (wanted.amount ?? row?.amount) &&
      row?.returnedUnits === wanted.returnedUnits;
    if (!isSame)
      findings.push(about(wanted.orderId, `Refund ${answer._id} is not there as it was acknowledged.`));
  }
  for (const { id, orderId, isRequested } of refunds)
    if (isRequested && !asked.has(id))
      findings.push(about(orderId, `Refund ${id} of order ${orderId} is there, and nobody asked for it.`));
  const totals = new Map(orders.map(({ id, total }) => [id, total]));
  for (const [orderId, made] of Map.groupBy(refunds, (refund) => refund.orderId)) {
    const given = sum(made.filter(({ status }) => status !== 'failed').map(({ amount }) => amount));
    if (given > (totals.get(orderId) ?? 0))
      findings.push(about(orderId, `${given} cents of order ${orderId} were refunded, more than it cost.`));
  }
  return findings;
}

/** An edit that was acknowledged is there; one that got no answer may be; the part is as the last edit left it. */
function compareEdits(journal: Journal, { edits, parts }: DatabaseRows): Finding[] {
  const findings: Finding[] = [];
  const nameOf = (...values: (string | number)[]) => values.join(' ');
  const made = countRows(
    edits.map((edit) =>
      nameOf(edit.field, edit.partId, edit.field === 'stock' ? edit.before : '', edit.after),
    ),
  );
  const wishes = [
    ...journal
      .wishes('price')
      .map((wish) => ({ wish, name: nameOf('price', wish.asked.partId, '', wish.asked.cents) })),
    ...journal
      .wishes('stock')
      .map((wish) => ({ wish, name: nameOf('stock', wish.asked.partId, wish.asked.from, wish.asked.to) })),
  ];
  const wanted = countRows(wishes.map(({ name }) => name));
  const acknowledged = countRows(wishes.filter(({ wish }) => wish.answer).map(({ name }) => name));
  for (const [name, times] of acknowledged)
    if ((made.get(name) ?? 0) < times)
      findings.push({ sentence: `The edit “${name}” was acknowledged, and is not there.` });
  for (const [name, times] of made)
    if (name.startsWith('stock') && (wanted.get(name) ?? 0) < times)
      findings.push({ sentence: `The edit “${name}” is there more often than asked for.` });
  for (const { id, cents } of parts) {
    const last = edits.findLast((edit) => edit.partId === id && edit.field === 'price');
    if (last && last.after !== cents)
      findings.push(about(id, `Part ${id} costs ${cents} cents, its last edit says ${last.after}.`));
  }
  return findings;
}

function compareStocks(
  { parts, orders, moves, refunds, edits }: DatabaseRows,
  start: StartStocks,
): Finding[] {
  const givenUp = new Set(
    moves.filter(({ state }) => state === 'cancelled' || state === 'expired').map(({ orderId }) => orderId),
  );
  const partOf = new Map(orders.map(({ id, partId }) => [id, partId]));
  return parts.flatMap(({ id, stock, moved }) => {
    const taken = sum(
      orders.filter((order) => order.partId === id && !givenUp.has(order.id)).map(({ quantity }) => quantity),
    );
    const returned = sum(
      refunds
        .filter((refund) => refund.status === 'succeeded' && partOf.get(refund.orderId) === id)
        .map(({ returnedUnits }) => returnedUnits),
    );
    const edited = sum(
      edits
        .filter((edit) => edit.partId === id && edit.field === 'stock')
        .map(({ before, after }) => after - before),
    );
    const expected = (start.get(id) ?? 0) + edited - taken + returned;
    return [
      ...(stock === expected
        ? []
        : [about(id, `Part ${id} has ${stock} units, its orders and edits leave ${expected}.`)]),
      ...(stock === moved
        ? []
        : [about(id, `Part ${id} has ${stock} units, its movements come to ${moved}.`)]),
      ...(stock >= 0 ? [] : [about(id, `Part ${id} has ${stock} units.`)]),
    ];
  });
}

function findAnswered<A extends Action>(journal: Journal, action: A): Wish<A>[] {
  return journal.wishes(action).filter(({ answer }) => answer !== undefined);
}

function findOrders(wishes: { asked: { orderId: string } }[]): Set<string> {
  return new Set(wishes.map(({ asked }) => asked.orderId));
}

function about(subject: string, sentence: string): Finding {
  return { sentence, subject };
}

function countRows(names: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
