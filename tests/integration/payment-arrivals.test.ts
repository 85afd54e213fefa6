/** A charged card, and every order in which its buyer, its events, a cancellation and the end of its time can arrive. */
import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { findOrder } from '#database/orders.ts';
import type { OrderState } from '#domain/orders.ts';
import { isRefused } from '#domain/refusals.ts';
import { closeOrder } from '#shop/close-order.ts';
import { finishRefund } from '#shop/finish-refund.ts';
import { handleEvent } from '#shop/handle-event.ts';
import { sweep } from '#shop/sweep.ts';
import { confirmCard, givenOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { differencesOf, faultsInMoves, unitsOf } from '../support/invariants.ts';
import { CARDS, startSandbox } from '../support/sandbox.ts';
import { givenShop } from '../support/shop.ts';
import { givenSignedEvent } from '../support/signed-events.ts';

const sandbox = await startSandbox();
const shop = givenShop({ stripeUrl: sandbox.origin });
/** A second process's worth, on the same database. */
const secondShop = givenShop({ stripeUrl: sandbox.origin, beside: shop });

let buyer: Person;
let part: string;
let started = 0;

beforeAll(async () => {
  buyer = await givenPerson(shop);
  part = await givenPart(shop, { stock: 100_000, price: 1_000 });
});
afterAll(() => sandbox.remove());

/** `late`: the event of a try that was declined, before the one that succeeded. */
const arrivals = ['patch', 'succeeded', 'duplicate', 'late', 'cancel', 'expiry'] as const;
type Arrival = (typeof arrivals)[number] | 'confirm' | 'sweep';

/** An order with a payment under way, and the events that the provider will have sent of it. */
type Case = { order: Order; payment: string; secret: { clientSecret: string; publishableKey: string } };

describe('of a charged card', () => {
  test('all 360 orders of arrival end in a paid order, charged once', async () => {
    const orders = permutationsOf(['patch', 'succeeded', 'succeeded', 'late', 'cancel', 'expiry'] as const);
    expect(orders).toHaveLength(360);
    await inTurns(orders, 6, async (order) => {
      const given = await givenCase();
      expect((await confirmCard(shop, given.secret, CARDS.declined)).status).toBe(402);
      expect((await confirmCard(shop, given.secret)).status).toBe(200);
      for (const arrival of order) await arrive(given, arrival);
      expect({ order, state: await stateOf(given) }).toEqual({ order, state: 'paid' });
    });
  }, 900_000);
});

describe('of a card that is charged somewhere in between', () => {
  test('whatever arrives before, after and at the same moment, the end is an allowed one', async () => {
    const arrival = fc.constantFrom<Arrival[]>(...arrivals, 'sweep');
    // some moments, at each of which something arrives at once; the charge is in one of them
    const moments = fc
      .tuple(
        fc.array(fc.array(arrival, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.boolean(),
      )
      .map(([moments, at, isDeclinedFirst]) => ({
        isDeclinedFirst,
        moments: moments.map((moment, index): Arrival[] =>
          index === at % moments.length ? ['confirm', ...moment] : moment,
        ),
      }));
    const property = fc.asyncProperty(moments, async ({ moments, isDeclinedFirst }) => {
      const given = await givenCase();
      if (isDeclinedFirst) await confirmCard(shop, given.secret, CARDS.declined);
      for (const moment of moments) await Promise.all(moment.map((each) => arrive(given, each)));
      // the sweeps among them were 45 seconds ahead, and this one is a minute later
      await sweep(shop.db, shop.tools, { at: new Date(Date.now() + 105_000) });
      await expectAllowedEnd(given);
    });
    await fc.assert(property, { numRuns: 150, interruptAfterTimeLimit: 90_000 });
  }, 300_000);
});

test('after all of this, stock and money add up: the audit finds no difference', async () => {
  expect(started).toBeGreaterThan(360);
  expect(await faultsInMoves(shop.db)).toEqual([]);
  const { stock, held } = await unitsOf(shop.db, part);
  expect(stock + held).toBe(100_000);
  expect(await differencesOf(shop)).toEqual([]);
});

async function givenCase(): Promise<Case> {
  started += 1;
  const order = await givenOrder(shop, buyer, part);
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  return { order, secret, payment: secret.clientSecret.split('_secret_')[0] ?? '' };
}

async function arrive(given: Case, arrival: Arrival): Promise<void> {
  const { order, payment, secret } = given;
  const at = new Date();
  const { db, tools } = started % 2 ? shop : secondShop;
  if (arrival === 'confirm') return expectOneOf(await confirmCard(shop, secret), [200, 400]);
  if (arrival === 'succeeded' || arrival === 'duplicate') {
    return await tell(given, 'payment_intent.succeeded');
  }
  if (arrival === 'late') return await tell(given, 'payment_intent.payment_failed');
  if (arrival === 'patch') {
    const settle = { orderId: order._id, transactionId: payment };
    return expectOneOf(await buyer.ask('PATCH', `/api/my_order/${order._id}`, settle), [200, 409]);
  }
  if (arrival === 'cancel') {
    return expectOneOf(await buyer.ask('DELETE', `/api/manage_order/${order._id}`), [200, 409]);
  }
  if (arrival === 'sweep') return void (await sweep(db, tools, { at: new Date(at.getTime() + 45_000) }));
  const row = await findOrder(db, order._id);
  if (row) await closeOrder(db, tools, { order: row, to: 'expired', viewer: undefined, at });
}

/** The event comes in, and the job that it asks for is done: whether or not it is true yet, what counts is asked for. */
async function tell({ order, payment }: Case, type: Stripe.Event['type']): Promise<void> {
  const object = { object: 'payment_intent', id: payment, metadata: { orderId: order._id } };
  const event = givenSignedEvent({ id: `evt_${payment}_${type}`, type, object });
  const answer = await shop.app.inject({
    method: 'POST',
    url: event.url,
    headers: { 'content-type': 'application/json', ...event.headers },
    payload: JSON.stringify(event.body),
  });
  expect(answer.statusCode).toBe(200);
  const subject = { about: 'payment' as const, id: payment, paymentId: payment, orderId: order._id };
  const handled = await handleEvent(shop.db, shop.tools, { subject, at: new Date() });
  expect(isRefused(handled)).toBe(false);
}

async function expectAllowedEnd(given: Case): Promise<void> {
  const state = await stateOf(given);
  const intent = await sandbox.stripe.paymentIntents.retrieve(given.payment);
  const refunds = await shop.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', given.order._id)
    .execute();
  for (const { id } of refunds) await finishRefund(shop.db, shop.tools, { refundId: id, at: new Date() });
  if (intent.status === 'succeeded') expect(['paid', 'refunded']).toContain(state);
  else expect(['unpaid', 'cancelled', 'expired']).toContain(state);
  if (state === 'cancelled' || state === 'expired') expect(intent.status).toBe('canceled');
  const { data } = await sandbox.stripe.charges.list({ payment_intent: given.payment });
  expect(data.filter(({ status }) => status === 'succeeded').length).toBe(state === 'paid' ? 1 : 0);
}

async function stateOf({ order }: Case): Promise<OrderState> {
  return (await buyer.ask('GET', `/api/my_order/${order._id}`)).body.status;
}

function expectOneOf({ status, body }: { status: number; body: unknown }, statuses: number[]): void {
  expect(statuses, JSON.stringify(body)).toContain(status);
}

/** Each different order of the items; items that are equal are not told apart. */
function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((first) => {
    const rest = items.toSpliced(items.indexOf(first), 1);
    return permutationsOf(rest).map((others) => [first, ...others]);
  });
}

/** Does the work for each item, `width` of them at the same time. */
async function inTurns<Item>(
  items: Item[],
  width: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  async function takeTurns(): Promise<void> {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  }
  await Promise.all(Array.from({ length: width }, takeTurns));
}
