/** A customer: orders, pays with cards of all kinds or not at all, cancels. */
import { randomUUID } from 'node:crypto';
import type { Order } from '#contract/orders/orders.ts';
import { CARDS, cardForm, type PaymentSecret, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { orderBody } from '../tests/support/given.ts';
import type { Visitor } from '../tests/support/visitor.ts';
import { type Load, readRefusal, repeat, sendAs } from './client.ts';
import { sendUntilAnswered } from './requests.ts';

type CardName = 'good' | 'declined' | 'authenticated';

/** Buys until the load is stopped; calls `onPaid` for every order that a card has paid. */
export function buy(load: Load, buyer: Visitor, onPaid: (order: Order) => void): Promise<void> {
  return repeat(load, 300, async () => {
    const order = await placeOrder(load, buyer);
    if (!order) return;
    const chance = load.dice.next();
    if (chance < 0.15) return; // abandoned
    if (chance < 0.3) return await cancelOrder(load, buyer, order);
    if (chance < 0.35) {
      await Promise.all([cancelOrder(load, buyer, order), payOrder(load, buyer, order, 'good')]);
      return;
    }
    if (chance < 0.42) {
      const isPaid = await payOrder(load, buyer, order, 'declined');
      if (isPaid) throw new Error(`A declined card has paid order ${order._id}`);
      if (load.dice.next() < 0.5) return await cancelOrder(load, buyer, order);
    }
    const card = chance < 0.5 ? 'authenticated' : 'good';
    if (await payOrder(load, buyer, order, card)) onPaid(order);
  });
}

/** Undefined when the part is sold out. */
export async function placeOrder(load: Load, buyer: Visitor): Promise<Order | undefined> {
  const partId = load.dice.any(load.parts);
  const quantity = load.dice.upTo(3);
  return await load.control.act(async () => {
    const key = randomUUID();
    const operation = load.journal.start('order', key, { partId, quantity, email: buyer.email });
    const answer = await sendAs(load, buyer, {
      method: 'POST',
      path: '/api/order',
      body: orderBody(partId, quantity),
      headers: { 'idempotency-key': key },
    });
    if (answer.status !== 201) {
      load.journal.refuse(operation, readRefusal(answer));
      return undefined;
    }
    const { insertedId: _, ...order } = answer.body;
    load.journal.acknowledge(operation, order as Order);
    return order as Order;
  });
}

async function cancelOrder(load: Load, buyer: Visitor, order: Order): Promise<void> {
  await load.control.act(async () => {
    const operation = load.journal.start('cancel', randomUUID(), { orderId: order._id });
    const answer = await sendAs(load, buyer, { method: 'DELETE', path: `/api/manage_order/${order._id}` });
    // a lost answer and the repeated request: only this client cancels the order
    const isDone = answer.status === 200 || answer.body.state === 'cancelled';
    if (isDone) load.journal.acknowledge(operation, {});
    else load.journal.refuse(operation, readRefusal(answer));
  });
}

/** True when the card provider has taken the money. */
async function payOrder(load: Load, buyer: Visitor, order: Order, card: CardName): Promise<boolean> {
  const secret = await startPayment(load, buyer, order);
  if (!secret) return false;
  if (!(await confirmCard(load, order, secret, card))) return false;
  // the others close the page: the provider's event or the reconciliation settles the payment
  if (load.dice.next() < 0.7) await settle(load, buyer, order, parsePaymentId(secret));
  return true;
}

/** Undefined when the order can no longer be paid. */
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
  order: Order,
  secret: PaymentSecret,
  card: CardName,
): Promise<boolean> {
  return await load.control.act(async () => {
    const key = randomUUID();
    const paymentId = parsePaymentId(secret);
    const operation = load.journal.start('card', key, { orderId: order._id, paymentId, card });
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
  return sendUntilAnswered(
    () => load.dice.any(load.addresses),
    () => ({
      method: 'POST',
      path: `/card-sandbox${path}`,
      body: new URLSearchParams(fields),
      headers: { 'idempotency-key': key },
    }),
    load.control,
    load.statistics,
  );
}

async function settle(load: Load, buyer: Visitor, order: Order, paymentId: string): Promise<void> {
  await load.control.act(async () => {
    const operation = load.journal.start('settle', randomUUID(), { orderId: order._id, paymentId });
    const answer = await sendAs(load, buyer, {
      method: 'PATCH',
      path: `/api/my_order/${order._id}`,
      body: { orderId: order._id, transactionId: paymentId },
    });
    if (answer.status === 200) load.journal.acknowledge(operation, {});
    else load.journal.refuse(operation, readRefusal(answer));
  });
}
