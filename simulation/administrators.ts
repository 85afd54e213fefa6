/** Two administrators: one ships and refunds what was paid, one edits stocks and prices. */
import { randomUUID } from 'node:crypto';
import type { Part } from '#contract/catalogue/parts.ts';
import type { Order } from '#contract/orders/orders.ts';
import type { Refund } from '#contract/payments/refunds.ts';
import { centsToDollars, dollarsToCents } from '#domain/money.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import { askAs, type Load, readRefusal, repeat } from './client.ts';
import { send } from './requests.ts';

/** Ships some of the paid orders and refunds some, in part or whole; takes them out of the queue. */
export function handleOrders(load: Load, admin: Visitor, paid: Order[]): Promise<void> {
  return repeat(load, 100, async () => {
    const order = paid.shift();
    if (!order) return;
    const chance = load.dice.next();
    if (chance < 0.6) await ship(load, admin, order);
    if (chance > 0.8) await refund(load, admin, order, { amount: undefined, returnedUnits: order.quantity });
    else if (chance > 0.5) {
      const half = Math.floor(dollarsToCents(order.total) / 2);
      await refund(load, admin, order, { amount: half, returnedUnits: order.quantity - 1 });
    }
  });
}

/** Edits prices, each one cent up, and stocks, so that scarce parts are sold out and come back. */
export function editParts(load: Load, admin: Visitor, prices: Map<string, number>): Promise<void> {
  return repeat(load, 400, async () => {
    const partId = load.dice.any(load.parts);
    if (load.dice.next() < 0.6) await editPrice(load, admin, prices, partId);
    else await editStock(load, admin, partId);
  });
}

async function ship(load: Load, admin: Visitor, order: Order): Promise<void> {
  await load.control.act(async () => {
    const key = randomUUID();
    const shipment = { carrier: 'Parcel Post', tracking: key };
    const wish = load.journal.ask('ship', key, { orderId: order._id, ...shipment });
    const answer = await askAs(load, admin, {
      method: 'PATCH',
      path: `/api/manage_order/${order._id}`,
      body: { status: 'shipped', ...shipment },
    });
    // a lost answer and the repeated request: only this client ships
    const isDone = answer.status === 200 || answer.body.state === 'shipped';
    if (isDone) load.journal.acknowledge(wish, {});
    else load.journal.refuse(wish, readRefusal(answer));
  });
}

async function refund(
  load: Load,
  admin: Visitor,
  order: Order,
  { amount, returnedUnits }: { amount: number | undefined; returnedUnits: number },
): Promise<void> {
  await load.control.act(async () => {
    const key = randomUUID();
    const wish = load.journal.ask('refund', key, { orderId: order._id, amount, returnedUnits });
    const answer = await askAs(load, admin, {
      method: 'POST',
      path: '/api/refunds',
      body: {
        orderId: order._id,
        reason: 'It broke.',
        returnedUnits,
        ...(amount === undefined ? {} : { amount: centsToDollars(amount) }),
      },
      headers: { 'idempotency-key': key },
    });
    if (answer.status !== 201) return load.journal.refuse(wish, readRefusal(answer));
    const { insertedId: _, ...made } = answer.body;
    load.journal.acknowledge(wish, made as Refund);
  });
}

async function editPrice(
  load: Load,
  admin: Visitor,
  prices: Map<string, number>,
  partId: string,
): Promise<void> {
  await load.control.act(async () => {
    const cents = (prices.get(partId) ?? 0) + 1;
    prices.set(partId, cents);
    const wish = load.journal.ask('price', randomUUID(), { partId, cents });
    const answer = await askAs(load, admin, {
      method: 'PATCH',
      path: `/api/parts/${partId}`,
      body: { price: centsToDollars(cents) },
    });
    if (answer.status === 200) load.journal.acknowledge(wish, {});
    else load.journal.refuse(wish, readRefusal(answer));
  });
}

/** Sends it once: after a lost answer, the stock that was seen may have come back by sales and cancellations. */
async function editStock(load: Load, admin: Visitor, partId: string): Promise<void> {
  await load.control.act(async () => {
    const seen = await askAs(load, admin, { method: 'GET', path: `/api/parts/${partId}` });
    const from = (seen.body as unknown as Part).available_quantity;
    const to = from + load.dice.upTo(40);
    const wish = load.journal.ask('stock', randomUUID(), { partId, from, to });
    const answer = await send(
      load.dice.any(load.addresses),
      {
        method: 'PATCH',
        path: `/api/parts/${partId}`,
        body: { available_quantity: to, seen_quantity: from },
        headers: { authorization: `Bearer ${admin.token}` },
      },
      load.statistics,
    );
    if (answer?.status === 200) load.journal.acknowledge(wish, {});
    else if (answer && answer.status < 500 && answer.status !== 401)
      load.journal.refuse(wish, readRefusal(answer));
  });
}
