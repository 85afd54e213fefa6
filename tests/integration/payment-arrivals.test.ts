/**
 * Each of a buyer's request, the provider's events, a cancellation and the end of its time arrives at an order after each
 * set of the others: over HTTP or by the queue, at two shops beside a third that does the jobs.
 */
import fc from 'fast-check';
import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { givenSandbox } from '#sandbox/testing/given-sandbox.ts';
import { CARDS, type CardFields, confirmInBrowser, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { confirmCard, givenOrder, givenPart, givenPerson, type Person } from '../support/given.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { countEventJobs, untilJobsAreDone } from '../support/jobs.ts';
import { readKinds, readOrder } from '../support/orders.ts';
import { givenShop } from '../support/shop.ts';
import { givenSignedEvent } from '../support/signed-events.ts';

const sandbox = await givenSandbox();
const shop = givenShop({ stripeUrl: sandbox.origin });
const secondShop = givenShop({ stripeUrl: sandbox.origin, beside: shop });
/** Its clock is turned, so that the time of some orders is up and that of others is not. */
const worker = givenShop({ stripeUrl: sandbox.origin, beside: shop, runsJobs: true });

/** What chose the random arrivals; the same seed chooses the same. */
const seed = Number(process.env.ARRIVALS_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** `late`: the event of a try that was declined, before the one that succeeded. */
type Arrival = 'patch' | 'succeeded' | 'late' | 'cancel' | 'expiry' | 'sweep' | 'confirm';
/** Moments, one after the other; at each of them something arrives at once. */
type Plan = Arrival[][];
type Pay = (card?: CardFields) => Promise<{ status: number }>;
type Case = { plan: Plan; order: Order; payment: string; pay: Pay };

/** When the first orders of a test were placed, and how far their moments are apart, in milliseconds. */
let placedFrom = 0;
const apart = 10_000;
const day = 24 * 3_600_000;
const price = 1_000;

let buyer: Person;
let part: string;

beforeAll(async () => {
  part = await givenPart(shop, { stock: 100_000, price });
});

describe(`of a charged card, seed ${seed}`, () => {
  const plans = coverSteps(['patch', 'succeeded', 'succeeded', 'late', 'cancel', 'expiry'] as const);

  test('each arrival after each set of others ends in a paid order, charged once, each event counted once', async () => {
    const cases = await givenCases(plans.map(oneByOne), givenStarted);
    await inTurns(cases, async ({ pay }) => {
      expect((await pay(CARDS.declined)).status).toBe(402);
      expect((await pay()).status).toBe(200);
    });
    await play(cases);
    const [states, charged, events] = [
      await readStates(),
      await chargedAtProvider(),
      await countEventJobs(shop.db),
    ];
    await inTurns(cases, async ({ plan, order, payment }) => {
      const kinds = await readKinds(buyer, order);
      const end = {
        plan: plan.flat(),
        status: states.get(order._id),
        charges: charged.get(payment),
        events: events.get(payment),
        kinds: kinds.toSorted(),
      };
      expect(end).toEqual({
        plan: plan.flat(),
        status: 'paid',
        charges: 1,
        events: 2, // the late one, and the one that came twice
        kinds: ['paid', 'payment-declined', 'placed'],
      });
    });
  }, 600_000);
});

describe(`of a charge that the shop can only hear of by its events, seed ${seed}`, () => {
  const plans = coverSteps(['patch', 'succeeded', 'succeeded', 'cancel', 'expiry'] as const);

  test('each arrival after each set of others ends paid if it was first, else refunded, charged once', async () => {
    const cases = await givenCases(plans.map(oneByOne), givenChargedElsewhere);
    await play(cases);
    const charged = await chargedAtProvider();
    await inTurns(cases, async ({ plan, order, payment }) => {
      const first = plan.flat().find((arrival) => arrival !== 'patch');
      const { status, refunded } = await readOrder(buyer, order);
      const isPaid = first === 'succeeded';
      expect({ plan: plan.flat(), status, refunded, charges: charged.get(payment) }).toEqual({
        plan: plan.flat(),
        status: isPaid ? 'paid' : 'refunded',
        refunded: isPaid ? 0 : price / 100,
        charges: 1,
      });
    });
  }, 300_000);
});

describe(`of a card that is charged somewhere in between, seed ${seed}`, () => {
  const arrival = fc.constantFrom<Arrival[]>('patch', 'succeeded', 'late', 'cancel', 'expiry', 'sweep');
  const plan = fc
    .tuple(
      fc.array(fc.array(arrival, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.nat(),
    )
    .map(([moments, at]): Plan => {
      const charging = at % moments.length;
      return moments.map((moment, index) => (index === charging ? ['confirm', ...moment] : moment));
    });

  test('whatever arrives before, after and at the same moment, the end is an allowed one', async () => {
    const cases = await givenCases(fc.sample(plan, { seed, numRuns: 40 }), givenStarted);
    await inTurns(cases.slice(0, 20), async ({ pay }) => void (await pay(CARDS.declined)));
    await play(cases);
    worker.clock.now = new Date(placedFrom + 2 * day); // whatever is open is asked about again
    await worker.dependencies.enqueue(worker.db, { name: 'sweep' });
    await untilMoneyIsDone();
    const charged = await chargedAtProvider();
    await inTurns(cases, async ({ plan, order, payment }) => {
      const { status } = await readOrder(buyer, order);
      const intent = await sandbox.stripe.paymentIntents.retrieve(payment);
      const isCharged = intent.status === 'succeeded';
      const allowed = isCharged ? ['paid'] : ['unpaid', 'cancelled', 'expired'];
      expect(allowed, JSON.stringify({ plan, status })).toContain(status);
      expect(charged.get(payment) ?? 0).toBe(isCharged ? 1 : 0);
      if (status === 'cancelled' || status === 'expired') expect(intent.status).toBe('canceled');
    });
  }, 400_000);
});

test('after all of this, stock and money add up: the audit finds no difference', async () => {
  expect(await findTransitionFaults(shop.db)).toEqual([]);
  const { stock, held } = await sumUnits(shop.db, part);
  expect(stock + held).toBe(100_000);
  expect(await findDifferences(shop)).toEqual([]);
});

function oneByOne(arrivals: Arrival[]): Plan {
  return arrivals.map((arrival) => [arrival]);
}

type Given = Pick<Case, 'payment' | 'pay'>;

/** An order for each plan, its time up in the first moment in which that is to happen. */
async function givenCases(plans: Plan[], give: (order: Order) => Promise<Given>): Promise<Case[]> {
  const findMoment = (plan: Plan) => plan.findIndex((moment) => moment.includes('expiry'));
  const longest = Math.max(...plans.map((plan) => plan.length));
  const cases: Case[] = [];
  placedFrom = Date.now() - 120_000;
  await atTime(placedFrom, async () => {
    buyer = await givenPerson(shop); // whose token must last from there until the test is over
  });
  for (let moment = -1; moment < longest; moment += 1) {
    // what never expires expires after all others
    const at = placedFrom + (moment === -1 ? longest : moment) * apart;
    await atTime(at, () =>
      inTurns(
        plans.filter((plan) => findMoment(plan) === moment),
        async (plan) => {
          const order = await givenOrder(shop, buyer, part);
          cases.push({ plan, order, payment: '', pay: async () => ({ status: 0 }) });
        },
      ),
    );
  }
  await inTurns(cases, async (given) => void Object.assign(given, await give(given.order)));
  return cases;
}

/** With a payment under way. */
async function givenStarted(order: Order): Promise<Given> {
  const { body: secret } = await buyer.ask('POST', '/api/create-payment-intent', { orderId: order._id });
  return { payment: parsePaymentId(secret), pay: (card) => confirmCard(shop, secret, card) };
}

/** Charged at the provider for a payment that the shop does not know, as after a restored backup. */
async function givenChargedElsewhere({ _id }: Order): Promise<Given> {
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: price,
    currency: 'usd',
    metadata: { orderId: _id },
    allowed_payment_method_types: ['card'],
  });
  const pay: Pay = (card = CARDS.good) => confirmInBrowser(sandbox, intent, card);
  expect((await pay()).status).toBe(200);
  return { payment: intent.id, pay };
}

/** Lets everything arrive, moment by moment; a moment is over when the jobs are done that it has asked for. */
async function play(cases: Case[]): Promise<void> {
  const longest = Math.max(...cases.map(({ plan }) => plan.length));
  for (let moment = 0; moment < longest; moment += 1) {
    worker.clock.now = new Date(placedFrom + moment * apart + day);
    const arriving = cases.flatMap((given) =>
      (given.plan[moment] ?? []).map((arrival) => ({ ...given, arrival })),
    );
    const has = (wanted: Arrival) => arriving.some(({ arrival }) => arrival === wanted);
    if (has('expiry')) await worker.dependencies.enqueue(worker.db, { name: 'expire-orders' });
    if (has('sweep')) await worker.dependencies.enqueue(worker.db, { name: 'sweep' });
    await inTurns(arriving, arrive);
    await untilMoneyIsDone();
  }
}

async function arrive({ order, payment, pay, arrival }: Case & { arrival: Arrival }): Promise<void> {
  if (arrival === 'expiry' || arrival === 'sweep') return; // one job for all
  if (arrival === 'confirm') return expectStatusAmong(await pay(), [200, 400]);
  if (arrival === 'succeeded') return await tell(order, payment, 'payment_intent.succeeded');
  if (arrival === 'late') return await tell(order, payment, 'payment_intent.payment_failed');
  const asBuyer = { authorization: `Bearer ${buyer.token}` };
  if (arrival === 'cancel') {
    return expectStatusAmong(await send('DELETE', `/api/manage_order/${order._id}`, asBuyer), [200, 409]);
  }
  const settle = { orderId: order._id, transactionId: payment };
  return expectStatusAmong(await send('PATCH', `/api/my_order/${order._id}`, asBuyer, settle), [200, 409]);
}

/** The provider's event comes in; whether or not it is true yet, what counts is asked for. */
async function tell({ _id }: Order, payment: string, type: Stripe.Event['type']): Promise<void> {
  const object = { object: 'payment_intent', id: payment, metadata: { orderId: _id } };
  const event = givenSignedEvent({ id: `evt_${payment}_${type}`, type, object });
  expectStatusAmong(await send('POST', event.url, event.headers, event.body), [200]);
}

let sent = 0;

/** Over HTTP, to the one and the other process in turn. */
async function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  sent += 1;
  const { url } = sent % 2 ? shop : secondShop;
  const content = body && { body: JSON.stringify(body), type: { 'content-type': 'application/json' } };
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...content?.type },
    ...(content ? { body: content.body } : {}),
  });
  return { status: answer.status, body: await answer.json() };
}

function expectStatusAmong({ status, body }: { status: number; body?: unknown }, statuses: number[]): void {
  expect(statuses, JSON.stringify(body)).toContain(status);
}

function untilMoneyIsDone(): Promise<void> {
  return untilJobsAreDone(worker.db, 'handle-event', 'finish-refund', 'expire-orders', 'sweep');
}

async function readStates(): Promise<Map<string, string>> {
  const orders = await shop.db.selectFrom('orders').select(['id', 'state']).execute();
  return new Map(orders.map(({ id, state }) => [id, state]));
}

/** How many charges of each payment took money, as the provider says. */
async function chargedAtProvider(): Promise<Map<string, number>> {
  const charged = new Map<string, number>();
  for await (const { status, payment_intent } of sandbox.stripe.charges.list({ limit: 100 })) {
    const payment = String(payment_intent);
    if (status === 'succeeded') charged.set(payment, (charged.get(payment) ?? 0) + 1);
  }
  return charged;
}

/** Does the work while the doors' clock stands there. */
async function atTime(time: number, work: () => Promise<void>): Promise<void> {
  shop.clock.now = new Date(time);
  await work();
  shop.clock.now = undefined;
}

/**
 * Orders of arrival in which each arrival comes at least once after each set of others: what becomes of an order depends
 * on what has arrived, and on what arrives next. Which of the possible orders, the seed chooses.
 */
function coverSteps<Item extends string>(items: readonly Item[]): Item[][] {
  const permutations = listPermutations(items);
  const shuffled = fc.sample(fc.shuffledSubarray(permutations, { minLength: permutations.length }), {
    seed,
    numRuns: 1,
  })[0] as Item[][];
  const open = new Set(permutations.flatMap(listSteps));
  const countOpen = (order: Item[]) => listSteps(order).filter((step) => open.has(step)).length;
  const chosen: Item[][] = [];
  while (open.size > 0) {
    const best = shuffled.reduce((one, other) => (countOpen(other) > countOpen(one) ? other : one));
    for (const step of listSteps(best)) open.delete(step);
    chosen.push(best);
  }
  return chosen;
}

/** Each arrival with the set of those before it. */
function listSteps(arrivals: readonly string[]): string[] {
  return arrivals.map((arrival, index) => `${arrivals.slice(0, index).toSorted()} then ${arrival}`);
}

/** Each different order of the items; items that are equal are not told apart. */
function listPermutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((first) => {
    const rest = items.toSpliced(items.indexOf(first), 1);
    return listPermutations(rest).map((others) => [first, ...others]);
  });
}

/** Does the work for each item, eight of them at the same time. */
async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  async function takeTurns(): Promise<void> {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  }
  await Promise.all(Array.from({ length: 8 }, takeTurns));
}
