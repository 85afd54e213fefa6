/** Random purchases, payments, refunds and disputes against a model in memory: ledgers, provider and audit agree with it after each step. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { dollarsToCents } from '#kernel/money.ts';
import type { EventSubject } from '#payments/rules/payments.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { finishRefund } from '#payments/use-cases/finish-refund.ts';
import { handleEvent } from '#payments/use-cases/handle-event.ts';
import { reconcilePayments } from '#payments/use-cases/reconcile-payments.ts';
import { CARDS, confirmInBrowser, givenSandbox, parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { givenPart, purchaseBody, readRows } from '../support/given.ts';
import { givenBuyerAndAdmin } from '../support/given-people.ts';
import { findDifferences, findTransitionFaults } from '../support/invariants.ts';
import { listProviderRefunds } from '../support/provider.ts';
import * as model from '../support/purchase-model.ts';
import { makePurchaseActions } from '../support/purchases.ts';
import { givenShop } from '../support/shop.ts';

const sandbox = await givenSandbox({ environment: { SANDBOX_OUTCOME_PAUSE: '1' } });
const shop = givenShop({ stripeUrl: sandbox.origin });
const { buyer, admin } = givenBuyerAndAdmin(shop);
const { start: startPayment, read } = makePurchaseActions(shop, buyer);

beforeAll(async () => {
  await admin.ask('PUT', '/api/delivery-rules', { version: 0, rules: model.makeDeliveryRules() });
});

/** How often each is tried. */
const weights = {
  place: 1,
  start: 2,
  confirm: 3,
  settle: 2,
  cancel: 2,
  expire: 1,
  event: 2,
  'false event': 1,
  reconcile: 1,
  'charge unknown': 1,
  ship: 1,
  refund: 3,
  'refund at provider': 2,
  'dispute event': 1,
};
type Kind = keyof typeof weights;
const kinds = Object.entries(weights).map(([kind, weight]) => ({
  weight,
  arbitrary: fc.constant(kind as Kind),
}));

/** Numbers choose among what there is at that moment. */
type Step = { do: Kind; which: number; other: number; amount: number; lines: number[][] };
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.oneof(...kinds),
  which: fc.nat(20),
  other: fc.nat(20),
  amount: fc.integer({ min: 1, max: 400 }),
  lines: fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 5 }),
});

const prices = [30, 100, 250, 40];
const startStock = 12;

type Run = { parts: string[]; stock: number[]; purchases: model.ModelPurchase[]; step: number };

test('of purchases that are placed, cancelled, paid, expired, refunded, disputed and reported late, twice or falsely', async () => {
  // not fast-check's own limit, which would leave the last run going on behind what follows
  const end = Date.now() + 5_000;
  let played = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
    if (played > 0 && Date.now() > end) return;
    played += 1;
    const run = await startRun();
    for (const each of [place, ...steps]) {
      run.step += 1;
      await actions[each.do](run, each);
      await finishRefunds();
      await expectAgreement(run);
    }
    await expectEnd(run);
  });
  // what a failed run leaves would fail each shorter one, too
  await fc.assert(property, { numRuns: 100, examples: [[example]], endOnFailure: true });
  expect(await findTransitionFaults(shop.db)).toEqual([]);
}, 120_000);

const first = { which: 0, other: 0, amount: 1, lines: [] };
const place: Step = {
  ...{ ...first, do: 'place' },
  lines: [
    [0, 1],
    [1, 2],
    [3, 1],
  ],
};

/** Whatever the others are: parts of a purchase are cancelled, paid, refunded by both sides, and paid too late. */
const example: Step[] = [
  { ...first, do: 'cancel' },
  { ...first, do: 'confirm', other: 1 },
  { ...first, do: 'event' },
  { ...first, do: 'charge unknown', amount: 2 },
  { ...first, do: 'event', other: 1 },
  { ...first, do: 'refund at provider', amount: 250 },
  { ...first, do: 'refund', other: 2, amount: 9 },
  { ...place, lines: [[2, 1]] },
  { ...first, do: 'expire', amount: 3 },
];

async function startRun(): Promise<Run> {
  const parts = await Array.fromAsync(prices, (price) => givenPart(shop, { price, stock: startStock }));
  return { parts, stock: prices.map(() => startStock), purchases: [], step: 0 };
}

const actions: Record<Kind, (run: Run, step: Step) => Promise<void>> = {
  place: async (run, { lines }) => {
    if (run.purchases.length === 2) return; // few, so that much happens to each
    const wanted = prices.map((_, part) =>
      lines.filter(([line]) => line === part).reduce((sum, [, quantity = 0]) => sum + quantity, 0),
    );
    const partIds = lines.map(([part = 0]) => run.parts[part] ?? '');
    const quantities = lines.map(([, quantity = 0]) => quantity);
    const body = purchaseBody(partIds, quantities);
    const { status, body: answer } = await buyer.ask('POST', '/api/purchases', body);
    const impossible = run.parts.filter((_, part) => (wanted[part] ?? 0) > (run.stock[part] ?? 0));
    const total = wanted.reduce((sum, quantity, part) => sum + quantity * (prices[part] ?? 0), 0);
    if (impossible.length > 0) {
      const { lines: refused } = answer as unknown as { lines: { partsId: string }[] };
      expect(refused.map(({ partsId }) => partsId).sort()).toEqual(impossible.sort());
      return;
    }
    const delivery = model.computeDelivery(total);
    expect(status).toBe(total + delivery < model.minPayment ? 409 : 201);
    if (status !== 201) return;
    const orders = answer.orders.map(({ _id, partsId, quantity }) => {
      const part = run.parts.indexOf(partsId);
      run.stock[part] = (run.stock[part] ?? 0) - quantity;
      expect(quantity).toBe(wanted[part]);
      const value = quantity * (prices[part] ?? 0);
      return {
        ...{ id: _id, part, quantity, value, delivery: 0, total: value, state: 'unpaid' as const },
        ...{ closedAt: 0, refunded: 0, returnedUnits: 0, paidBy: undefined },
      };
    });
    model.spreadDelivery(orders, delivery);
    expect(answer).toMatchObject({ total: (total + delivery) / 100, delivery: { price: delivery / 100 } });
    run.purchases.push({ id: answer._id, orders, payments: [] });
  },

  start: async (run, { which, other }) => {
    const { purchase, order } = pick(run, which, other);
    if (!purchase || !order) return;
    const answer = await startPayment({ _id: order.id });
    const expected = startInModel(purchase, order);
    expect([answer.status, (answer.body as { refused?: string }).refused]).toEqual(expected);
    if (answer.status !== 200) return;
    const id = parsePaymentId(answer.body);
    const open = model.findOpen(purchase);
    if (open) expect(open.id).toBe(id);
    else addPayment(purchase, { id, secret: answer.body.clientSecret, isKnown: true });
  },

  confirm: async (run, step) => {
    const { which, other, amount } = step;
    const { purchase } = pick(run, which, other);
    if (purchase && !model.findOpen(purchase)) await actions.start(run, step);
    const payment = amount % 4 > 0 ? purchase?.payments.at(-1) : pickPayment(run, which, other).payment;
    if (!payment) return;
    const name = amount % 5 === 0 ? 'declined' : amount % 7 === 0 ? 'disputed' : 'good';
    const secret = { id: payment.id, client_secret: payment.secret };
    const { status } = await confirmInBrowser(sandbox, secret, CARDS[name]);
    const isWaiting = payment.atProvider === 'waiting';
    expect(status).toBe(!isWaiting ? 400 : name === 'declined' ? 402 : 200);
    if (status !== 200) return;
    payment.atProvider = 'charged';
    payment.isDisputed = name === 'disputed';
    if (payment.isDisputed) await expect.poll(() => findDispute(payment)).toBeDefined();
  },

  settle: async (run, { which, other }) => {
    const { purchase, payment } = pickPayment(run, which, other);
    const order = purchase?.orders[which % (purchase?.orders.length ?? 1)];
    if (!purchase || !payment || !order) return;
    const body = { orderId: order.id, transactionId: payment.id };
    const answer = await buyer.ask('PATCH', `/api/my_order/${order.id}`, body);
    if (payment.isKnown && order.paidBy !== payment) model.settle(purchase, payment);
    expect(answer.status).toBe(payment.isKnown && order.paidBy === payment ? 200 : 409);
  },

  cancel: async (run, { which, other, amount }) => {
    const { purchase, order } = pick(run, which, other);
    if (!purchase || !order) return;
    const isByBuyer = amount % 3 > 0;
    const { status, body } = await (isByBuyer ? buyer : admin).ask('DELETE', `/api/manage_order/${order.id}`);
    const orders = order.state === 'unpaid' ? [order] : [];
    const closing = { state: 'cancelled' as const, isByBuyer, step: run.step };
    const returned = model.closeOrders(purchase, orders, closing);
    returnUnits(run, returned);
    expect(status).toBe(returned.length > 0 ? 200 : 409);
    if (status !== 200) return;
    const rest = model.selectUnpaid(purchase);
    const delivery = rest.reduce((sum, each) => sum + each.delivery, 0);
    const left = { toPay: dollarsToCents(body.toPay), delivery: dollarsToCents(body.delivery) };
    expect(left).toEqual({ toPay: model.sumTotals(rest), delivery });
  },

  expire: async (run, { amount }) => {
    if (amount % 3 > 0) return; // seldom: it ends all that is unpaid
    await expireOrders(shop.dependencies, { at: inHours(25) });
    for (const purchase of run.purchases) {
      const closing = { state: 'expired' as const, isByBuyer: false, step: run.step };
      returnUnits(run, model.closeOrders(purchase, model.selectUnpaid(purchase), closing));
    }
  },

  event: async (run, { which, other }) => {
    const { purchase, payment } = pickPayment(run, which, other);
    if (!purchase || !payment) return;
    await reportPayment(purchase, payment);
  },

  'false event': async (run, { which, other }) => {
    const { order } = pick(run, which, other);
    const false_ = { id: 'pi_false', paymentId: 'pi_false', orderId: order?.id };
    expect(await handle({ about: 'payment', ...false_ })).toBe('foreign');
    expect(await handle({ about: 'refund', ...false_ })).toBe('foreign');
  },

  reconcile: async (run) => {
    // each is due again, although the last time was in an hour, too
    await shop.db.updateTable('payments').set({ asked_at: null }).execute();
    await reconcilePayments(shop.dependencies, { at: inHours(1) });
    for (const purchase of run.purchases) {
      const open = model.findOpen(purchase);
      if (!open) continue;
      if (model.selectUnpaid(purchase).length === 0) model.closeOpenPayment(purchase);
      else model.settle(purchase, open);
    }
  },

  'charge unknown': async (run, { which, other, amount }) => {
    const { purchase, order } = pick(run, which, other);
    if (!purchase || !order || amount % 2 > 0) return;
    const rest = model.sumTotals(model.selectUnpaid(purchase));
    const cents = rest >= model.minPayment && amount % 3 > 0 ? rest : model.minPayment + amount;
    const { id, client_secret } = await sandbox.stripe.paymentIntents.create({
      ...{ amount: cents, currency: 'usd', metadata: { orderId: order.id } },
      allowed_payment_method_types: ['card'],
    });
    await confirmInBrowser(sandbox, { id, client_secret: client_secret ?? '' }, CARDS.good);
    const details = { id, secret: client_secret ?? '', isKnown: false, amount: cents, orderId: order.id };
    addPayment(purchase, { ...details, atProvider: 'charged' });
  },

  ship: async (run, { which, other }) => {
    const { order } = pick(run, which, other);
    if (!order) return;
    const body = { status: 'shipped', despiteDispute: true };
    const { status } = await admin.ask('PATCH', `/api/manage_order/${order.id}`, body);
    expect(status).toBe(order.state === 'paid' && order.returnedUnits < order.quantity ? 200 : 409);
    if (status === 200) order.state = 'shipped';
  },

  refund: async (run, { which, other, amount }) => {
    const { order } = pick(run, which, other);
    if (!order) return;
    const wish = { amount: amount % 3 === 0 ? undefined : amount, units: amount % 4 };
    const send = () =>
      admin.ask('POST', '/api/refunds', {
        ...{ orderId: order.id, reason: 'Why not.', returnedUnits: wish.units },
        ...(wish.amount === undefined ? {} : { amount: wish.amount / 100 }),
      });
    // by two administrators at the same moment, unless what fails at the provider would decide what the other one may
    const times = amount % 2 > 0 && !order.paidBy?.isDisputed ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, send));
    const expected = answers.map(() => {
      const refusal = model.refund(order, wish);
      if (!refusal) returnUnits(run, [[order.part, wish.units]]);
      return refusal ? `409 ${refusal}` : '201 undefined';
    });
    const outcomes = answers.map(({ status, body }) => `${status} ${(body as { refused?: string }).refused}`);
    expect(outcomes.sort()).toEqual(expected.sort());
  },

  'refund at provider': async (run, { which, other, amount }) => {
    const { purchase, payment } = pickPayment(run, which, other);
    if (!purchase || payment?.status !== 'succeeded' || payment.isDisputed) return;
    const left = payment.amount - payment.refundedAtProvider;
    const cents = amount % 3 === 0 ? left : Math.min(amount, left);
    if (cents === 0) return;
    const { id } = await sandbox.stripe.refunds.create({ payment_intent: payment.id, amount: cents });
    const subject = { about: 'refund' as const, id, paymentId: payment.id, orderId: undefined };
    for (let times = 0; times < 2; times += 1) await handle(subject);
    model.shareProviderRefund(purchase, payment, cents);
  },

  'dispute event': async (run, { which, other }) => {
    const { payment } = pickPayment(run, which, other);
    if (!payment?.isDisputed || !payment.isKnown) return;
    const id = (await findDispute(payment)) ?? '';
    await handle({ about: 'dispute', id, paymentId: payment.id, orderId: undefined });
    payment.isDisputeKnown = true;
  },
};

/** What the buyer is told, and what that settles. */
function startInModel(purchase: model.ModelPurchase, order: model.ModelOrder): [number, string | undefined] {
  if (order.state !== 'unpaid') return [409, 'order-not-unpaid'];
  if (model.sumTotals(model.selectUnpaid(purchase)) < model.minPayment) return [409, 'rest-too-small'];
  const open = model.findOpen(purchase);
  return open && model.settle(purchase, open) ? [409, 'order-not-unpaid'] : [200, undefined];
}

function addPayment(
  purchase: model.ModelPurchase,
  payment: Partial<model.ModelPayment> & Pick<model.ModelPayment, 'id' | 'secret' | 'isKnown'>,
): void {
  const unpaid = model.selectUnpaid(purchase);
  purchase.payments.push({
    ...{ orderId: unpaid[0]?.id ?? '', amount: model.sumTotals(unpaid), atProvider: 'waiting' },
    ...{ isDisputed: false, isDisputeKnown: false, status: 'open', refundedAtProvider: 0 },
    ...payment,
  });
}

function pick({ purchases }: Run, which: number, other: number) {
  const purchase = purchases[which % Math.max(purchases.length, 1)];
  return { purchase, order: purchase?.orders[other % purchase.orders.length] };
}

function pickPayment({ purchases }: Run, which: number, other: number) {
  const paid = purchases.filter(({ payments }) => payments.length > 0);
  const purchase = paid[which % Math.max(paid.length, 1)];
  return { purchase, payment: purchase?.payments[other % purchase.payments.length] };
}

function returnUnits({ stock }: Run, units: [part: number, units: number][]): void {
  for (const [part, count] of units) stock[part] = (stock[part] ?? 0) + count;
}

function handle(subject: EventSubject) {
  return handleEvent(shop.dependencies, { subject, at: new Date() });
}

/** Two events of the payment, at the same moment. */
async function reportPayment(purchase: model.ModelPurchase, payment: model.ModelPayment): Promise<void> {
  const { id, orderId } = payment;
  const subject = { about: 'payment' as const, id, paymentId: id, orderId };
  await Promise.all([handle(subject), handle(subject)]);
  model.settle(purchase, payment);
}

async function findDispute({ id }: model.ModelPayment): Promise<string | undefined> {
  return (await sandbox.stripe.disputes.list({ payment_intent: id })).data[0]?.id;
}

/** As the job does. */
async function finishRefunds(): Promise<void> {
  const pending = await shop.db.selectFrom('refunds').select('id').where('status', '=', 'pending').execute();
  for (const { id } of pending) await finishRefund(shop.dependencies, { refundId: id, at: new Date() });
}

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 3_600_000);
}

async function expectAgreement({ parts, stock, purchases }: Run): Promise<void> {
  // the audit compares stocks with their movements
  const rows = await shop.db.selectFrom('parts').select(['id', 'stock']).where('id', 'in', parts).execute();
  const stocks = new Map(rows.map((row) => [row.id, row.stock]));
  expect(parts.map((part) => stocks.get(part))).toEqual(stock);
  for (const purchase of purchases) {
    const { id, orders } = purchase;
    const [body, known] = await Promise.all([
      read({ _id: id }),
      readRows(shop, 'payments', { purchase_id: id }),
    ]);
    expect(dollarsToCents(body.toPay)).toBe(model.sumTotals(model.selectUnpaid(purchase)));
    const shown = body.orders.map(({ _id, status, refunded, transactionId, delivery }) => {
      return {
        ...{ id: _id, state: status, refunded: dollarsToCents(refunded), paidBy: transactionId },
        delivery: dollarsToCents(delivery),
      };
    });
    expect(shown).toEqual(
      orders.map((order) => {
        return {
          ...{ id: order.id, state: order.state, refunded: order.refunded, delivery: order.delivery },
          paidBy: order.paidBy?.id ?? null,
        };
      }),
    );
    expect(known.map((payment) => `${payment.provider_id} ${payment.status}`).sort()).toEqual(
      purchase.payments
        .filter(({ isKnown }) => isKnown)
        .map((payment) => `${payment.id} ${payment.status}`)
        .sort(),
    );
  }
  const payments = purchases.flatMap((purchase) => purchase.payments);
  // what the shop has not heard of yet, or cannot send back, is a difference; nothing else is
  const expected = payments.filter(
    ({ atProvider, status, isDisputed }) =>
      (atProvider === 'charged' && (status === 'open' || status === 'cancelled')) ||
      (status === 'late' && isDisputed),
  );
  const explained = [...keptByDispute, ...expected.map(({ id }) => id)];
  const unexplained = (await findDifferences(shop)).filter(
    (difference) => !explained.some((id) => difference.includes(id)),
  );
  expect(unexplained).toEqual([]);
}

/** Payments of earlier runs that came late and cannot go back. */
const keptByDispute: string[] = [];

/** Everything is heard of: each purchase was charged at most once, and all other money went back or is disputed. */
async function expectEnd(run: Run): Promise<void> {
  for (const purchase of run.purchases) {
    for (const payment of purchase.payments) await reportPayment(purchase, payment);
  }
  await actions.reconcile(run, place);
  await finishRefunds();
  await expectAgreement(run);
  for (const { payments } of run.purchases) {
    expect(payments.filter(({ status }) => status === 'succeeded').length).toBeLessThanOrEqual(1);
    for (const { id, status, isDisputed, refundedAtProvider } of payments) {
      if (status === 'late' && isDisputed) keptByDispute.push(id);
      const sum = (await listProviderRefunds(sandbox.stripe, id)).reduce(
        (total, amount) => total + amount,
        0,
      );
      expect({ id, status, sum }).toEqual({ id, status, sum: isDisputed ? sum : refundedAtProvider });
    }
  }
}
