/** What buyers do: fill a basket, buy, pay, cancel, and say that an order has arrived. */
import { setBasketQuantity } from '#basket/use-cases/put-into-basket.ts';
import { makeKeptFit } from '#fit/rules/make-kept-fit.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { noDetails } from '#orders/api/purchases.ts';
import { deliverOrder } from '#orders/use-cases/deliver-orders.ts';
import { cancelOrder } from '#payments/use-cases/close-order.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { settleOrder } from '#payments/use-cases/settle-order.ts';
import { startPayment } from '#payments/use-cases/start-payment.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import { placePurchase } from '#purchases/use-cases/place-purchase.ts';
import { act, type Client, send } from './client.ts';
import type { Bought, KnownOrder } from './journal.ts';
import type { Intent, StepTo } from './plan.ts';
import { confirmCard } from './provider.ts';
import { findPurchaseGroup } from './run.ts';
import { waitUntil } from './scheduler.ts';
import type { World } from './world.ts';

const expiryHours = 24;

export async function fillBasket(client: Client, { intent: id }: StepTo<'fill-basket'>): Promise<void> {
  const { buyers, partIds } = client.world;
  const intent = findIntent(client.world, id);
  for (const { part, units } of intent.lines) {
    const owner = { personId: buyers[intent.buyer]?.id, basketId: undefined, network: '' };
    await send(client, `puts part ${part} into the basket`, (dependencies, at) =>
      setBasketQuantity(dependencies, { owner, partId: partIds[part] ?? '', quantity: units, at }),
    );
  }
  client.world.journal.filledBaskets.add(id);
}

export async function buy(client: Client, { intent: id }: StepTo<'buy'>): Promise<void> {
  const { world } = client;
  const intent = findIntent(world, id);
  const bought = world.journal.purchases.get(id);
  if (!bought) return;
  if (intent.way === 'basket')
    await waitUntil(world.run.scheduler, `${client.name} filled`, () => world.journal.filledBaskets.has(id));
  if (intent.namesPrice && !hasSeenPrices(bought)) {
    const prices = await act(client, 'looks at the prices', () => readPrices(world, intent));
    // all tabs name the same prices, or the key would be of another request
    if (!hasSeenPrices(bought)) bought.seenPrices = prices;
  }
  const sent = await send(
    client,
    `buys ${id}`,
    (dependencies, at) => placeIntent(client, intent, { dependencies, at }),
    { isIdempotent: true },
  );
  bought.endings.push(sent.ending);
  if (sent.answer) compareAnswers(world, id, sent.answer);
}

function hasSeenPrices({ seenPrices }: Bought): boolean {
  return seenPrices.some((price) => price !== undefined);
}

/** All requests for one purchase get the same answer. */
function compareAnswers({ journal }: World, id: string, orders: KnownOrder[]): void {
  const bought = journal.purchases.get(id);
  if (!bought) return;
  const describe = (known: KnownOrder[]) =>
    JSON.stringify(known.map((order) => [order.id, order.part_id, order.quantity, order.total_cents]));
  if (bought.orders.length > 0 && describe(bought.orders) !== describe(orders))
    journal.findings.push(
      `${id} was acknowledged as ${describe(bought.orders)}, and as ${describe(orders)}.`,
    );
  bought.orders = orders;
}

async function placeIntent(
  { world, actor }: Client,
  { id, buyer, lines, way }: Intent,
  { dependencies, at }: { dependencies: PaymentDependencies; at: Date },
): Promise<OrderRow[] | Refusal> {
  const { plan, buyers, partIds, journal } = world;
  const viewer = buyers[buyer];
  const seenPrices = journal.purchases.get(id)?.seenPrices ?? [];
  const wanted = lines.map(({ part, units }, index) => ({
    partId: partIds[part] ?? '',
    quantity: units,
    seenPrice: seenPrices[index],
  }));
  if (!viewer || wanted.length === 0) return [];
  // the tabs that show a basket do not know each other
  const key = way === 'basket' ? `${id} of ${actor.name}` : id;
  return await placePurchase(
    { ...dependencies, keepFit: makeKeptFit, group: findPurchaseGroup(world.run, actor.process) },
    {
      viewer,
      lines: wanted,
      isFromBasket: way === 'basket',
      wantedDelivery: { address: undefined, location: 'Dhaka', method: undefined, seenPrice: undefined },
      phone: id,
      details: noDetails,
      claim: { personId: viewer.id, key, request: JSON.stringify(wanted), at },
      expiryHours,
      unpaidOrdersPerPerson: plan.unpaidOrdersPerPerson,
      at,
    },
  );
}

async function readPrices({ run, partIds }: World, { lines }: Intent): Promise<(number | undefined)[]> {
  const { rows } = await run.connections.observer.query<{ id: string; price: number }>(
    'select id, price_cents as price from parts',
  );
  return lines.map(({ part }) => rows.find(({ id }) => id === partIds[part])?.price);
}

/** By the last order of the purchase; the provider has the card, the shop never. */
export async function pay(client: Client, { intent: id, card, returns }: StepTo<'pay'>): Promise<void> {
  const { world } = client;
  const { run, journal } = world;
  const viewer = world.buyers[findIntent(world, id).buyer];
  const order = journal.purchases.get(id)?.orders.at(-1);
  if (!viewer || !order) return;
  const started = await send(client, `starts to pay ${id}`, (dependencies, at) =>
    startPayment(dependencies, { viewer, orderId: order.id, seenTotal: undefined, claim: undefined, at }),
  );
  const payment = run.provider.payments.find(({ secret }) => secret === started.answer?.clientSecret);
  if (!payment) return;
  const isCharged = await act(client, 'gives a card', () => {
    const charged = confirmCard(run.provider, payment, card);
    run.history.add(client.actor.name, `gives a ${card} card for ${payment.id}: ${payment.status}`);
    return charged;
  });
  if (!isCharged || !returns) return;
  const settled = await send(client, `has paid ${id}`, (dependencies, at) =>
    settleOrder(dependencies, { viewer, orderId: order.id, transactionId: payment.id, at }),
  );
  if (!settled.answer) return;
  journal.paid.push({ orderId: order.id, paymentId: payment.id });
  journal.settled.add(payment.id);
}

export async function cancel(client: Client, { intent: id, line }: StepTo<'cancel'>): Promise<void> {
  const { world, actor } = client;
  const order = await findOrder(client, id, line);
  const viewer = actor.name.startsWith('admin') ? world.admin : world.buyers[findIntent(world, id).buyer];
  if (!viewer || !order) return;
  const { ending } = await send(client, `cancels ${id}`, (dependencies, at) =>
    cancelOrder(dependencies, { viewer, orderId: order.id, at }),
  );
  world.journal.closings.push({ orderId: order.id, ending });
}

export async function deliver(client: Client, { intent: id, line }: StepTo<'deliver'>): Promise<void> {
  const { world } = client;
  const order = await findOrder(client, id, line);
  const viewer = world.buyers[findIntent(world, id).buyer];
  if (!viewer || !order) return;
  await send(client, `has received ${id}`, (dependencies, at) =>
    deliverOrder(dependencies, { viewer, orderId: order.id, at }),
  );
}

/** Waits until somebody knows it; undefined when that will never be. */
export async function findOrder(client: Client, id: string, line: number): Promise<KnownOrder | undefined> {
  const { world, name } = client;
  const orders = () => world.journal.purchases.get(id)?.orders ?? [];
  await waitUntil(world.run.scheduler, `${name} order`, () => orders().length > 0);
  return orders()[line % Math.max(1, orders().length)];
}

function findIntent({ plan }: World, id: string): Intent {
  const intent = plan.intents.find((each) => each.id === id);
  if (!intent) throw new Error(`The plan has no ${id}.`);
  return intent;
}
