/** Two administrators: one ships and refunds paid orders, one edits stocks and prices. */
import { randomUUID } from 'node:crypto';
import type { Part } from '#catalogue/contract/parts.ts';
import { centsToDollars, dollarsToCents } from '#kernel/money.ts';
import type { Order } from '#orders/contract/orders.ts';
import type { Refund } from '#payments/contract/refunds.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import { change, type Load, readRefusal, repeat, sendAs } from './client.ts';
import { send } from './requests.ts';

/** Ships or refunds, in part or in full, some of the paid orders; takes them out of the queue. */
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

/** Edits prices, each by one cent, and stocks, so that scarce parts sell out and return. */
export function editParts(load: Load, admin: Visitor, prices: Map<string, number>): Promise<void> {
  return repeat(load, 400, async () => {
    const partId = load.dice.any(load.parts);
    if (load.dice.next() < 0.6) await editPrice(load, admin, prices, partId);
    else await editStock(load, admin, partId);
  });
}

function ship(load: Load, admin: Visitor, { _id: orderId }: Order): Promise<void> {
  const shipment = { carrier: 'Parcel Post', tracking: randomUUID() };
  const body = { status: 'shipped', ...shipment };
  return change(load, admin, {
    action: 'ship',
    input: { orderId, ...shipment },
    request: { method: 'PATCH', path: `/api/manage_order/${orderId}`, body },
    lastState: 'shipped',
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
    const operation = load.journal.start('refund', key, { orderId: order._id, amount, returnedUnits });
    const answer = await sendAs(load, admin, {
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
    if (answer.status !== 201) return load.journal.refuse(operation, readRefusal(answer));
    const { insertedId: _, ...made } = answer.body;
    load.journal.acknowledge(operation, made as Refund);
  });
}

function editPrice(load: Load, admin: Visitor, prices: Map<string, number>, partId: string): Promise<void> {
  const cents = (prices.get(partId) ?? 0) + 1;
  prices.set(partId, cents);
  const body = { price: centsToDollars(cents) };
  return change(load, admin, {
    action: 'price',
    input: { partId, cents },
    request: { method: 'PATCH', path: `/api/parts/${partId}`, body },
  });
}

/** Sends it once: after a lost answer, the stock may have returned to the value that was read. */
async function editStock(load: Load, admin: Visitor, partId: string): Promise<void> {
  await load.control.act(async () => {
    const seen = await sendAs(load, admin, { method: 'GET', path: `/api/parts/${partId}` });
    const from = (seen.body as unknown as Part).available_quantity;
    const to = from + load.dice.upTo(40);
    const operation = load.journal.start('stock', randomUUID(), { partId, from, to });
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
    if (answer?.status === 200) load.journal.acknowledge(operation, {});
    else if (answer && answer.status < 500 && answer.status !== 401)
      load.journal.refuse(operation, readRefusal(answer));
  });
}
