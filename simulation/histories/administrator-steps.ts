/** What administrators do: ship, refund, and edit stocks and prices. */
import { editPart } from '#catalogue/use-cases/edit-part.ts';
import { shipOrder } from '#orders/use-cases/ship-orders.ts';
import { requestRefund } from '#payments/use-cases/request-refund.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';
import { findOrder } from './buyer-steps.ts';
import { act, type Client, send } from './client.ts';
import type { KnownOrder } from './journal.ts';
import type { StepTo } from './plan.ts';
import { waitUntil } from './scheduler.ts';

export async function ship(client: Client, { intent, line, despiteDispute }: StepTo<'ship'>): Promise<void> {
  const { world, name } = client;
  const order = await findPaidOrder(client, intent, line);
  if (!order) return;
  const tracking = `tracking ${name}`;
  const shipment = { orderId: order.id, carrier: 'Post', tracking, despiteDispute };
  const { ending } = await send(client, `ships ${intent}`, (dependencies, at) =>
    shipOrder(dependencies, { ...shipment, viewer: world.admin, at }),
  );
  world.journal.shipments.push({ orderId: order.id, tracking, ending });
}

export async function refund(
  client: Client,
  { intent, line, share, units }: StepTo<'refund'>,
): Promise<void> {
  const { world, name: reason } = client;
  const order = await findPaidOrder(client, intent, line);
  if (!order) return;
  const amount = share === undefined ? undefined : Math.max(1, Math.floor(computeTotal(order) * share));
  const wanted = { reason, orderId: order.id, amount, returnedUnits: units };
  const { ending, answer } = await send(
    client,
    `refunds ${amount ?? 'the rest'} of ${intent}`,
    (dependencies, at) => {
      const claim = { personId: world.admin.id, key: reason, request: JSON.stringify(wanted), at };
      return requestRefund(dependencies, { ...wanted, viewer: world.admin, claim, at });
    },
    { isIdempotent: true },
  );
  const made = answer && { refundId: answer.id, paid: answer.amount_cents };
  world.journal.refunds.push({ reason, orderId: order.id, amount, units, ending, ...made });
}

/** Waits until the shop knows that its card is charged; undefined when that will never be. */
async function findPaidOrder(client: Client, intent: string, line: number): Promise<KnownOrder | undefined> {
  const { world, name } = client;
  const order = await findOrder(client, intent, line);
  if (!order) return undefined;
  const ids = world.journal.purchases.get(intent)?.orders.map(({ id }) => id) ?? [];
  const isPaid = await waitUntil(world.run.scheduler, `${name} paid`, () =>
    world.run.provider.payments.some(
      ({ id, orderId }) => world.journal.settled.has(id) && ids.includes(orderId),
    ),
  );
  return isPaid ? order : undefined;
}

/** Once: after a lost answer the stock may have returned to the value that was seen. */
export async function editStock(client: Client, { part, by }: StepTo<'edit-stock'>): Promise<void> {
  const { world } = client;
  const { admin, journal } = world;
  const partId = world.partIds[part] ?? '';
  const { stock } = await act(client, 'looks at the stock', () => readPart(client, partId));
  let sentAt: Date | undefined;
  const { ending } = await send(
    client,
    `edits the stock of part ${part} from ${stock} to ${stock + by}`,
    (dependencies, at) => {
      sentAt = at;
      const changes = { stock: stock + by };
      return editPart(dependencies, { viewer: admin, partId, changes, seenStock: stock, at });
    },
    { attempts: 1 },
  );
  if (sentAt) journal.stockEdits.push({ partId, by, at: sentAt, ending });
}

export async function editPrice(client: Client, { part, by }: StepTo<'edit-price'>): Promise<void> {
  const { world } = client;
  const partId = world.partIds[part] ?? '';
  const { price } = await act(client, 'looks at the price', () => readPart(client, partId));
  await send(client, `edits the price of part ${part}`, (dependencies, at) =>
    editPart(dependencies, {
      viewer: world.admin,
      partId,
      changes: { price_cents: price + by },
      seen: { price_cents: price },
      at,
    }),
  );
}

async function readPart({ world }: Client, partId: string): Promise<{ stock: number; price: number }> {
  const { rows } = await world.run.connections.observer.query<{ stock: number; price: number }>(
    'select stock, price_cents as price from parts where id = $1',
    [partId],
  );
  return rows[0] ?? { stock: 0, price: 0 };
}
