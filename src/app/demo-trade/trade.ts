/** Makes the past of a demo by the shop's own use cases, each at the time at which it happened; begun anew, it goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#app/config.ts';
import { demoAccounts, readCatalogue } from '#app/demo.ts';
import { openPastProvider } from '#app/demo-trade/past-provider.ts';
import { customerAddresses, reviewTexts, traders } from '#app/demo-trade/people.ts';
import { findTradeBeginning, type PlannedPurchase, planTrade, tradeDays } from '#app/demo-trade/plan.ts';
import { findTrade, finishTrade, holdTradeLock } from '#app/demo-trade/state.ts';
import { addToBasket } from '#basket/use-cases/put-into-basket.ts';
import { selectParts, selectPartsOnSale } from '#catalogue/database/parts.ts';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import type { Address } from '#delivery/rules/address-fields.ts';
import type { DeliveryRules } from '#delivery/rules/rules.ts';
import { findZone } from '#delivery/rules/zones.ts';
import { saveAddress } from '#delivery/use-cases/save-address.ts';
import { saveDeliveryRules } from '#delivery/use-cases/save-delivery-rules.ts';
import { findInstant } from '#kernel/calendar.ts';
import { choosePersonImage, type Viewer } from '#kernel/people.ts';
import { explainRefusal, isRefused, type Refusal } from '#kernel/refusals.ts';
import { noDetails } from '#orders/api/purchases.ts';
import { deliverOrder } from '#orders/use-cases/deliver-orders.ts';
import { shipOrder } from '#orders/use-cases/ship-orders.ts';
import type { StripeSettings } from '#payments/provider/stripe.ts';
import { cancelOrder } from '#payments/use-cases/close-order.ts';
import { expireOrders } from '#payments/use-cases/expire-orders.ts';
import { handleEvent } from '#payments/use-cases/handle-event.ts';
import { requestRefund } from '#payments/use-cases/request-refund.ts';
import { settleOrder } from '#payments/use-cases/settle-order.ts';
import { startPayment } from '#payments/use-cases/start-payment.ts';
import { findPersonByEmail } from '#people/database/people.ts';
import { type Accounts, makeVerifiedAccount } from '#people/identity/accounts.ts';
import type { Database, DatabaseAddress } from '#platform/database/connect.ts';
import type { Log } from '#platform/system/log.ts';
import { findOrdersOfPurchase, type OrderRow } from '#purchases/database/orders.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';
import { placePurchase } from '#purchases/use-cases/place-purchase.ts';
import { writeReview } from '#reviews/use-cases/write-review.ts';

export type TradeSettings = {
  address: DatabaseAddress;
  db: Database;
  accounts: Accounts;
  provider: StripeSettings;
  reviewsFrom: Config['reviewsFrom'];
  /** Visitors come first. */
  untilIdle: () => Promise<void>;
  onFinished: () => Promise<unknown>;
  log: Log;
  onFailure: (error: unknown) => void;
};

const retryPauseMs = 10_000;

/** Nothing to do in a shop without it, and when it is finished. What fails is tried again. */
export function startTrade(settings: TradeSettings): { close(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      try {
        return await trade(settings, signal);
      } catch (error) {
        if (signal.aborted) return;
        settings.onFailure(error);
        await sleep(retryPauseMs, undefined, { signal }).catch(() => {});
      }
    }
  };
  const done = work();
  return {
    async close() {
      stopping.abort();
      await done;
    },
  };
}

async function trade(settings: TradeSettings, signal: AbortSignal): Promise<void> {
  const { address, db, log } = settings;
  const lock = await holdTradeLock(address);
  if (!lock) return;
  try {
    const state = await findTrade(db);
    if (!state || state.finished_at) return;
    const until = state.begun_at;
    log(`Demo: ${tradeDays} days of trade are being made in the background.`);
    const { parts } = await readCatalogue();
    const past = await openPast(settings, until);
    const count = await live(planTrade(parts, until), past, { log, signal });
    await wantSoldOutParts(past);
    await finishTrade(db, { begun_at: until, at: new Date() });
    await settings.onFinished();
    log(
      `Demo: the trade of ${tradeDays} days is there, with ${count} purchases of ${traders.length + 1} people.`,
    );
  } finally {
    await lock.release();
  }
}

/** All purchases at once, step by step in the order of time: what would happen after the end does not. */
async function live(
  plan: readonly PlannedPurchase[],
  past: Past,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<number> {
  const waiting = plan.map((planned, index) => ({
    at: planned.placedAt,
    course: livePurchase(past, planned, index),
    isNew: true,
  }));
  let placed = 0;
  for (;;) {
    const [next] = waiting.toSorted((one, other) => one.at.getTime() - other.at.getTime());
    if (!next || next.at > past.until) return placed;
    signal.throwIfAborted();
    await past.untilIdle();
    past.at = next.at;
    if (next.isNew) placed += 1;
    if (next.isNew && placed % 50 === 0) log(`Demo: ${placed} of ${plan.length} purchases are there.`);
    next.isNew = false;
    past.provider.setClock({ at: next.at, outcomeAfterSeconds: 0 });
    const step = await next.course.next();
    if (step.done) waiting.splice(waiting.indexOf(next), 1);
    else next.at = step.value;
  }
}

async function wantSoldOutParts({ dependencies, traders, until: at }: Past): Promise<void> {
  const { db } = dependencies;
  const soldOut = selectPartsOnSale(db).select('id').whereRef('stock', '<', 'minimum_order');
  const parts = await soldOut.orderBy('sku').limit(2).execute();
  for (const [index, { viewer }] of traders.slice(0, 5).entries()) {
    const part = parts[index % 3] ?? parts[0];
    const owner = { personId: viewer.id, basketId: undefined, network: '' };
    if (part) check(await addToBasket({ db }, { owner, partId: part.id, quantity: undefined, at }));
  }
}

type Past = Awaited<ReturnType<typeof openPast>>;

async function openPast(settings: TradeSettings, until: Date) {
  const { db, accounts, reviewsFrom, untilIdle } = settings;
  const begun = findTradeBeginning(until);
  const admin = await findViewer(db, demoAccounts[0].email);
  const customer = await findViewer(db, demoAccounts[1].email);
  const people = [];
  for (const trader of traders) {
    const { name, email } = trader;
    if (!(await findPersonByEmail(db, email)))
      await makeVerifiedAccount(accounts, { name, email, at: begun });
    people.push({ ...trader, viewer: await findViewer(db, email) });
  }
  for (const address of customerAddresses) {
    const named = { ...address, name: customer.name };
    check(
      await saveAddress(
        { db },
        { viewer: customer, id: undefined, address: named, isDefault: false, at: begun },
      ),
    );
  }
  const provider = openPastProvider(settings.provider);
  const rows = await selectParts(db).select(['id', 'sku']).execute();
  return {
    ...{ at: begun, until, provider, admin, customer, traders: people, reviewsFrom, untilIdle },
    // the mails of a past were read long ago
    dependencies: { db, enqueue: async () => {}, gateway: provider.gateway },
    rules: await offerExpress(db, begun),
    partIds: new Map(rows.map(({ id, sku }) => [sku, id])),
  };
}

async function findViewer(db: Database, email: string): Promise<Viewer> {
  const person = await findPersonByEmail(db, email);
  if (!person) throw new Error(`The demo has no account ${email}`);
  const { email_verified: isConfirmed, ...viewer } = person;
  return { ...viewer, isConfirmed };
}

/** Rules that an administrator has changed meanwhile stay. */
async function offerExpress(db: Database, at: Date): Promise<DeliveryRules> {
  const { version, rules } = await findDeliveryRules(db);
  if (version > 0) return rules;
  const zones = rules.zones.map((zone) => ({
    ...zone,
    methods: [...zone.methods, expressMethods[zone.id] ?? []].flat(),
  }));
  return check(
    await saveDeliveryRules(
      { db },
      { viewer: undefined, rules: { ...rules, zones }, seenVersion: version, at },
    ),
  ).rules;
}

const express = {
  id: 'express',
  name: 'Express',
  pricedBy: 'value',
  freeFromCents: null,
  maxGrams: null,
} as const;
const expressMethods: Readonly<Record<string, DeliveryRules['zones'][number]['methods'][number]>> = {
  town: { ...express, prices: [{ from: 0, priceCents: 490 }], days: { from: 0, to: 1 } },
  country: { ...express, prices: [{ from: 0, priceCents: 1290 }], days: { from: 1, to: 2 } },
};

/** Each `yield` is the time at which it goes on. What is done already, before a crash, is left as it is. */
async function* livePurchase(
  past: Past,
  planned: PlannedPurchase,
  index: number,
): AsyncGenerator<Date, void> {
  const { dependencies, admin, until } = past;
  const { fate, shippedAt, review } = planned;
  const { viewer } = findBuyer(past, planned);
  const later = (hours: number) => new Date(past.at.getTime() + hours * hourMs);
  const purchaseId = await place(past, planned, index);
  if (!purchaseId || fate === 'unpaid') return;
  const readOrders = async (...states: OrderRow['state'][]) => {
    const orders = await findOrdersOfPurchase(past.dependencies.db, purchaseId);
    return states.length === 0 ? orders : orders.filter(({ state }) => states.includes(state));
  };

  if (fate === 'expired') {
    yield later(unpaidHours);
    await expireOrders(dependencies, { at: past.at });
    return;
  }
  if (fate === 'cancelled') {
    yield later(5);
    for (const { id } of await readOrders('unpaid'))
      check(await cancelOrder(dependencies, { viewer, orderId: id, at: past.at }));
    return;
  }
  yield later(0.1);
  for (const order of (await readOrders('unpaid')).slice(0, 1)) await pay(past, planned, order);
  if (fate === 'waiting') return;

  yield shippedAt;
  for (const { id } of await readOrders('paid')) {
    const parcel = { carrier: undefined, tracking: undefined, despiteDispute: false };
    check(await shipOrder(dependencies, { viewer: admin, orderId: id, ...parcel, at: past.at }));
  }
  const [order] = await readOrders();
  if (!order) return;
  const promised = findInstant(order.promised_by ?? '', 13, past.rules.calendar.timeZone);
  yield new Date(Math.max(promised.getTime(), later(2).getTime()));
  for (const { id } of await readOrders('shipped'))
    check(await deliverOrder(dependencies, { viewer: admin, orderId: id, at: past.at }));

  if (fate === 'disputed') {
    yield new Date(until.getTime() - outcomeBeforeMs.disputed + hourMs);
    await hearOfOutcome(past, order);
  }
  if (fate === 'refund-failed') yield later(30);
  if (fate === 'returned' || fate === 'allowance' || fate === 'refunded') yield later(70);
  const refund = makeRefund(fate, order);
  if (refund) {
    if (fate === 'refund-failed') setOutcome(past, outcomeBeforeMs[fate]);
    const claim = { personId: admin.id, key: `demo-trade-refund-${index}`, request: 'refund', at: past.at };
    const request = { viewer: admin, orderId: order.id, ...refund, claim, at: past.at };
    const answer = await requestRefund(dependencies, request);
    if (isRefused(answer) && answer.refused !== 'refund-failed') check(answer);
  }
  if (fate === 'refund-failed') {
    yield new Date(until.getTime() - outcomeBeforeMs[fate] + hourMs);
    await hearOfOutcome(past, order);
  }
  if (review === undefined) return;
  yield later(36);
  await writeReviewOfPart(past, { planned, order, review });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const unpaidHours = 24;

/** How long before the end the card's bank says so. */
const outcomeBeforeMs = { disputed: 2 * dayMs, 'refund-failed': 3 * dayMs };

function setOutcome(past: Past, beforeMs: number): void {
  const afterMs = past.until.getTime() - beforeMs - past.at.getTime();
  past.provider.setClock({ at: past.at, outcomeAfterSeconds: Math.max(0, Math.floor(afterMs / 1000)) });
}

function findBuyer({ traders, customer }: Past, { trader, fate }: PlannedPurchase) {
  const address = customerAddresses[fate === 'returned' ? 1 : 0];
  return traders[trader ?? -1] ?? { viewer: customer, name: customer.name, avatar: undefined, address };
}

/** The same purchase when it is placed already; undefined: it cannot be, because somebody has changed the parts meanwhile. */
async function place(past: Past, planned: PlannedPurchase, index: number): Promise<string | undefined> {
  const { dependencies, partIds, rules, at } = past;
  const { viewer, name, ...buyer } = findBuyer(past, planned);
  const address: Address = { ...buyer.address, name };
  const method = planned.isExpress ? `${findZone(rules, address)?.id}.express` : undefined;
  const orders = await placePurchase(
    // nobody of these builds a computer of what chance has put together
    { ...dependencies, keepFit: () => undefined },
    {
      viewer,
      lines: planned.lines.map(({ sku, quantity }) => ({
        partId: partIds.get(sku) ?? '',
        quantity,
        seenPrice: undefined,
      })),
      isFromBasket: false,
      wantedDelivery: { address, location: undefined, method, seenPrice: undefined },
      phone: address.phone,
      details: noDetails,
      claim: { personId: viewer.id, key: `demo-trade-${index}`, request: 'purchase', at },
      expiryHours: unpaidHours,
      unpaidOrdersPerPerson: 0,
      at,
    },
  );
  return isRefused(orders) ? undefined : orders[0]?.purchase_id;
}

async function pay(past: Past, planned: PlannedPurchase, { id: orderId }: OrderRow): Promise<void> {
  const { dependencies, provider, at } = past;
  const { viewer } = findBuyer(past, planned);
  const request = { viewer, orderId, seenTotal: undefined, claim: undefined, at };
  const started = await startPayment(dependencies, request);
  // its card was charged before a crash
  if (isRefused(started) && started.refused === 'order-not-unpaid') return;
  const [transactionId = ''] = check(started).clientSecret.split('_secret_');
  if (planned.fate === 'disputed') setOutcome(past, outcomeBeforeMs.disputed);
  await provider.confirm({ id: transactionId, card: cards[planned.fate] ?? 'pm_card_visa' });
  check(await settleOrder(dependencies, { viewer, orderId, transactionId, at }));
}

const cards: Partial<Record<PlannedPurchase['fate'], string>> = {
  disputed: 'pm_card_createDisputeProductNotReceived',
  'refund-failed': 'pm_card_refundFail',
};

/** As the provider's events tell the shop. */
async function hearOfOutcome({ dependencies, at }: Past, order: OrderRow): Promise<void> {
  const events = check(await dependencies.gateway.listEvents(new Date(at.getTime() - 2 * hourMs)));
  for (const { subject } of events) {
    if (subject && subject.about !== 'payment' && subject.paymentId === order.transaction_id)
      check(await handleEvent(dependencies, { subject, at }));
  }
}

function makeRefund(fate: PlannedPurchase['fate'], order: OrderRow) {
  const { unit_price_cents, quantity } = order;
  const allowance = Math.round(computeTotal(order) * 0.15);
  if (fate === 'returned')
    return { amount: unit_price_cents, returnedUnits: 1, reason: 'One of the two was not needed.' };
  if (fate === 'allowance')
    return { amount: allowance, returnedUnits: 0, reason: 'Its box was damaged on the way.' };
  if (fate === 'refund-failed')
    return { amount: allowance, returnedUnits: 0, reason: 'It came later than promised.' };
  if (fate === 'refunded')
    return { amount: undefined, returnedUnits: quantity, reason: 'Sent back within fourteen days.' };
  return undefined;
}

async function writeReviewOfPart(
  past: Past,
  { planned, order, review }: { planned: PlannedPurchase; order: OrderRow; review: number },
): Promise<void> {
  const { dependencies, reviewsFrom: from, at } = past;
  const { rating = 5, text = '' } = reviewTexts[review % reviewTexts.length] ?? {};
  const { viewer, avatar } = findBuyer(past, planned);
  const image = avatar ? `/pictures/avatar-${avatar}-128.webp` : choosePersonImage(null);
  check(
    await writeReview(dependencies, { viewer, partId: order.part_id, review: text, rating, image, from, at }),
  );
}

function check<Answer>(answer: Answer): Exclude<Answer, Refusal> {
  if (isRefused(answer)) throw new Error(`The demo’s trade: ${explainRefusal(answer)}`);
  return answer as Exclude<Answer, Refusal>;
}
