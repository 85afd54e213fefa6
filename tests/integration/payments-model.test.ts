/** Whatever buyers, an administrator and the card provider do, in whatever order and with lost answers: the invariants hold. */

import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { givenSandbox } from '#sandbox/testing/given-sandbox.ts';
import { CARDS, confirmInBrowser, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { type ApiResponse, ask, givenPart, givenPerson, orderBody, type Person } from '../support/given.ts';
import { findDifferences, findTransitionFaults, sumUnits } from '../support/invariants.ts';
import { givenShop } from '../support/shop.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const sandbox = await givenSandbox();
const wire = await startTcpProxy(sandbox.port);
const shop = givenShop({ stripeUrl: wire.url });

let buyers: [Person, Person];
let admin: Person;

beforeAll(async () => {
  buyers = [await givenPerson(shop), await givenPerson(shop)];
  admin = await givenPerson(shop, { role: 'admin' });
});
afterAll(async () => {
  await wire.close();
});

/** `order` and `buyer` count round what there is at that moment. */
type Action =
  | { do: 'place'; buyer: number; quantity: number }
  | { do: 'start' | 'settle' | 'cancel'; order: number; by: 'owner' | 'admin' }
  | { do: 'confirm'; order: number; card: 'good' | 'declined' }
  | { do: 'ship'; order: number };

/** Actions at the same moment, while at most one answer of the provider is lost. */
type Round = { actions: Action[]; lost: boolean };

const order = fc.nat(3);
const by = fc.constantFrom('owner' as const, 'admin' as const);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('place'),
      buyer: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('start'), order, by }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('confirm'),
      order,
      card: fc.constantFrom('good', 'good', 'declined'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle'), order, by }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), order, by }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('ship'), order }) },
) as fc.Arbitrary<Action>;
const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({ actions: fc.array(action, { minLength: 1, maxLength: 4 }), lost: fc.boolean() }),
  { minLength: 4, maxLength: 16 },
);

test('stock adds up, nobody pays twice or for nothing, and no order moves backwards', async () => {
  // not fast-check's own limit, which would leave the last run going on behind what follows
  const end = Date.now() + 5_000;
  let played = 0;
  const property = fc.asyncProperty(rounds, async (wanted) => {
    if (played > 0 && Date.now() > end) return;
    played += 1;
    const run = await startRun();
    // so that the first actions find something to act on
    for (const buyer of [0, 1]) await act(run, { do: 'place', buyer, quantity: 1 });
    for (const { actions, lost } of wanted) {
      if (lost) wire.cut('within the answer', 1);
      const answers = await Promise.all(actions.map((each) => act(run, each)));
      wire.heal();
      expect(answers.filter((answer) => answer && !expected.has(answer.status))).toEqual([]);
    }
    await expectInvariants(run);
  });
  await fc.assert(property, { numRuns: 60 });
  expect(await findDifferences(shop)).toEqual([]);
}, 120_000);

/** Whatever happens, a buyer gets what was asked for or a sentence; 402 is the provider's answer to a bad card. */
const expected = new Set([200, 201, 400, 402, 409, 503]);
const startStock = 8;

type Run = {
  part: string;
  orders: { placed: Order; owner: Person }[];
  /** What buyers' browsers were given to pay with, old and new. */
  secrets: Map<string, string[]>;
};

async function startRun(): Promise<Run> {
  return { part: await givenPart(shop, { stock: startStock, price: 1_234 }), orders: [], secrets: new Map() };
}

async function act(run: Run, action: Action): Promise<{ status: number } | undefined> {
  if (action.do === 'place') {
    const owner = buyers[action.buyer as 0 | 1];
    const placed = await owner.ask('POST', '/api/order', orderBody(run.part, action.quantity));
    if (placed.status === 201) run.orders.push({ placed: placed.body, owner });
    return placed;
  }
  const chosen = run.orders[action.order % Math.max(run.orders.length, 1)];
  if (!chosen) return undefined;
  const { placed, owner } = chosen;
  if (action.do === 'confirm') return await confirm(run, placed, action.card);
  if (action.do === 'ship') {
    return await admin.ask('PATCH', `/api/manage_order/${placed._id}`, { status: 'shipped' });
  }
  const person = action.by === 'admin' ? admin : owner;
  if (action.do === 'cancel') return await person.ask('DELETE', `/api/manage_order/${placed._id}`);
  if (action.do === 'settle') return await settle(run, placed, person);
  return await start(run, placed, person);
}

async function start(run: Run, { _id }: Order, person: Person): Promise<ApiResponse> {
  const started = await person.ask('POST', '/api/create-payment-intent', { orderId: _id });
  if (started.status === 200) {
    run.secrets.set(_id, [...(run.secrets.get(_id) ?? []), started.body.clientSecret]);
  }
  return started;
}

async function confirm(run: Run, { _id }: Order, card: 'good' | 'declined') {
  const client_secret = run.secrets.get(_id)?.at(-1);
  if (!client_secret) return undefined;
  return await confirmInBrowser(sandbox, { id: readId(client_secret), client_secret }, CARDS[card]);
}

async function settle(run: Run, { _id }: Order, person: Person): Promise<ApiResponse | undefined> {
  const secret = run.secrets.get(_id)?.at(-1);
  if (!secret) return undefined;
  return await person.ask('PATCH', `/api/my_order/${_id}`, { orderId: _id, transactionId: readId(secret) });
}

async function expectInvariants(run: Run): Promise<void> {
  for (const { placed } of run.orders) {
    for (const { id } of (await readPayments(run, placed)).filter(isCharged)) {
      const transaction = { orderId: placed._id, transactionId: id };
      await admin.ask('PATCH', `/api/my_order/${placed._id}`, transaction);
    }
    const { status } = (await admin.ask('GET', `/api/my_order/${placed._id}`)).body;
    if (status === 'cancelled') await expectNothingToPay(run, placed);
    const charged = (await readPayments(run, placed)).filter(isCharged);
    const amounts = charged.map(({ amount_received }) => amount_received);
    const isPaid = ['paid', 'shipped'].includes(status);
    expect({ status, amounts }).toEqual({ status, amounts: isPaid ? [placed.quantity * 1_234] : [] });
  }
  const { stock, held } = await sumUnits(shop.db, run.part);
  expect(stock).toBeGreaterThanOrEqual(0);
  expect(stock + held).toBe(startStock);
  expect((await ask(shop, 'GET', `/api/parts/${run.part}`)).body.available_quantity).toBe(stock);
  expect(await findTransitionFaults(shop.db)).toEqual([]);
}

/** A browser that was left open on the payment page of a cancelled order charges nobody. */
async function expectNothingToPay(run: Run, { _id }: Order): Promise<void> {
  for (const client_secret of run.secrets.get(_id) ?? []) {
    const confirmed = await confirmInBrowser(
      sandbox,
      { id: readId(client_secret), client_secret },
      CARDS.good,
    );
    expect(confirmed.status).toBe(400);
  }
}

/** The provider's payments of an order; those of this run are its newest. */
async function readPayments(run: Run, { _id }: Order): Promise<Stripe.PaymentIntent[]> {
  const intents: Stripe.PaymentIntent[] = [];
  for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 20 })) {
    if (!run.orders.some(({ placed }) => placed._id === intent.metadata.orderId)) break;
    if (intent.metadata.orderId === _id) intents.push(intent);
  }
  return intents;
}

function isCharged({ status }: Stripe.PaymentIntent): boolean {
  return status === 'succeeded';
}

function readId(clientSecret: string): string {
  return parsePaymentId({ clientSecret });
}
