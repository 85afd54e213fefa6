/** A customer: orders one part or several, pays with cards of all kinds or not at all, cancels. */
import { randomUUID } from 'node:crypto';
import type { Order } from '#orders/contract/orders.ts';
import { CARDS, cardForm, type PaymentSecret, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { purchaseBody } from '../tests/support/given.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import { change, type Load, readRefusal, repeat, sendAs, sendUntilAnswered } from './client.ts';
import type { PurchaseInput } from './journal.ts';
import type { Request, ShopResponse } from './requests.ts';

type CardName = 'good' | 'declined' | 'authenticated';

/** Buys until the load is stopped; calls `onPaid` for every order that a card has paid. */
export function buy(load: Load, buyer: Visitor, onPaid: (order: Order) => void): Promise<void> {
  return repeat(load, 300, async () => {
    const orders = await placePurchase(load, buyer);
    const [first, ...others] = orders ?? [];
    if (!first) return;
    const all = [first, ...others];
    const chance = load.dice.next();
    if (chance < 0.15) return; // abandoned
    if (chance < 0.3) {
      await cancelOrder(load, buyer, first);
      if (others.length > 0 && (await payOrders(load, buyer, all, 'good'))) others.forEach(onPaid);
      return;
    }
    if (chance < 0.35) {
      await Promise.all([cancelOrder(load, buyer, first), payOrders(load, buyer, all, 'good')]);
      return;
    }
    if (chance < 0.42) {
      const isPaid = await payOrders(load, buyer, all, 'declined');
      if (isPaid) throw new Error(`A declined card has paid order ${first._id}`);
      if (load.dice.next() < 0.5) return await cancelOrder(load, buyer, first);
    }
    const card = chance < 0.5 ? 'authenticated' : 'good';
    if (await payOrders(load, buyer, all, card)) all.forEach(onPaid);
  });
}

const maxLines = 4;

/** Its orders; undefined when a part is sold out. */
export async function placePurchase(load: Load, buyer: Visitor): Promise<Order[] | undefined> {
  const isSingle = load.dice.next() < 0.5;
  const parts = isSingle
    ? [load.dice.any(load.parts)]
    : [...new Set(Array.from({ length: maxLines }, () => load.dice.any(load.parts)))];
  const lines = parts.map((partId) => ({ partId, quantity: load.dice.upTo(3) }));
  return await load.control.act(async () => {
    const key = randomUUID();
    const operation = load.journal.start('purchase', key, { lines, email: buyer.email });
    const answer = await sendPurchase(load, buyer, { key, lines });
    if (answer.status !== 201) {
      load.journal.refuse(operation, readRefusal(answer));
      return undefined;
    }
    const purchase = readPurchase(answer);
    load.journal.acknowledge(operation, purchase);
    return purchase.orders;
  });
}

/** A single line goes to the specification's call. */
export function sendPurchase(
  load: Load,
  buyer: Visitor,
  { key, lines }: Pick<PurchaseInput, 'lines'> & { key: string },
): Promise<ShopResponse> {
  const { location, phone } = purchaseBody([]);
  const [first, ...others] = lines;
  const request: Pick<Request, 'path' | 'body'> =
    first && others.length === 0
      ? { path: '/api/order', body: { partsId: first.partId, quantity: first.quantity, location, phone } }
      : {
          path: '/api/purchases',
          body: purchaseBody(
            lines.map(({ partId }) => partId),
            lines.map(({ quantity }) => quantity),
          ),
        };
  return sendAs(load, buyer, { method: 'POST', ...request, headers: { 'idempotency-key': key } });
}

/** Of either call; throws on a refusal. */
export function readPurchase({ status, body }: ShopResponse): { purchaseId: string; orders: Order[] } {
  if (status !== 201) throw new Error(`No purchase: ${status} ${JSON.stringify(body)}`);
  if (body.orders) return { purchaseId: String(body._id), orders: body.orders as Order[] };
  const { insertedId: _, ...order } = body;
  return { purchaseId: String(body.purchaseId), orders: [order as Order] };
}

function cancelOrder(load: Load, buyer: Visitor, order: Order): Promise<void> {
  return change(load, buyer, {
    action: 'cancel',
    input: { orderId: order._id },
    request: { method: 'DELETE', path: `/api/manage_order/${order._id}` },
    lastState: 'cancelled',
  });
}

/** Pays what is unpaid of a purchase, by its last order; true when the card provider has taken the money. */
async function payOrders(load: Load, buyer: Visitor, orders: Order[], card: CardName): Promise<boolean> {
  const named = orders.at(-1);
  if (!named) return false;
  const secret = await startPayment(load, buyer, named);
  if (!secret) return false;
  const orderIds = orders.map(({ _id }) => _id);
  if (!(await confirmCard(load, orderIds, { secret, card }))) return false;
  // the others close the page: the provider's event or the reconciliation settles the payment
  if (load.dice.next() < 0.7) await settle(load, buyer, named, parsePaymentId(secret));
  return true;
}

/** Pays the purchase of the order; undefined when it can no longer be paid. */
export async function startPayment(
  load: Load,
  buyer: Visitor,
  order: Order,
): Promise<PaymentSecret | undefined> {
  return await load.control.act(async () => {
    const answer = await sendAs(load, buyer, {
      method: 'POST',
      path: '/api/create-payment-intent',
      body: { orderId: order._id },
      headers: { 'idempotency-key': randomUUID() },
    });
    if (answer.status === 200) return answer.body as unknown as PaymentSecret;
    readRefusal(answer);
    return undefined;
  });
}

async function confirmCard(
  load: Load,
  orderIds: string[],
  { secret, card }: { secret: PaymentSecret; card: CardName },
): Promise<boolean> {
  return await load.control.act(async () => {
    const key = randomUUID();
    const paymentId = parsePaymentId(secret);
    const operation = load.journal.start('card', key, { orderIds, paymentId, card });
    const { path, fields } = cardForm(secret, CARDS[card]);
    const answer = await sendToSandbox(load, path, { ...fields, return_url: load.addresses[0] ?? '' }, key);
    const isPaid =
      answer.body.status === 'requires_action'
        ? await authenticate(load, answer.body)
        : answer.status === 200;
    if (isPaid) load.journal.acknowledge(operation, { status: 'succeeded' });
    else load.journal.refuse(operation, 'card-not-charged');
    return isPaid;
  });
}

/** Passes the 3-D Secure challenge, or fails it; true when the card was charged. */
async function authenticate(load: Load, intent: Record<string, unknown>): Promise<boolean> {
  const { redirect_to_url } = intent.next_action as { redirect_to_url: { url: string } };
  const path = new URL(redirect_to_url.url).pathname.replace(/^\/card-sandbox/, '');
  const outcome = load.dice.next() < 0.7 ? 'complete' : 'fail';
  const { location } = await sendToSandbox(load, path, { outcome }, randomUUID());
  return location?.includes('redirect_status=succeeded') ?? false;
}

function sendToSandbox(load: Load, path: string, fields: Record<string, string>, key: string) {
  return sendUntilAnswered(load, {
    method: 'POST',
    path: `/card-sandbox${path}`,
    body: new URLSearchParams(fields),
    headers: { 'idempotency-key': key },
  });
}

function settle(load: Load, buyer: Visitor, { _id: orderId }: Order, paymentId: string): Promise<void> {
  const body = { orderId, transactionId: paymentId };
  return change(load, buyer, {
    action: 'settle',
    input: { orderId, paymentId },
    request: { method: 'PATCH', path: `/api/my_order/${orderId}`, body },
  });
}
