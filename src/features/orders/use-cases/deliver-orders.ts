/** Shipped orders have arrived, as a buyer, an administrator or a carrier says. */
import { findShopDay } from '#delivery/database/delivery-rules.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { findLastShippedAt, findNamedOrders, findTrackedOrders } from '#orders/database/packing.ts';
import {
  checkDeliveredDay,
  describeDeliveredDay,
  describeParcel,
  type ParcelLine,
} from '#orders/rules/packing.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import { lockOrder, lockVisibleOrder, type OrderPatch, type OrderRow } from '#purchases/database/orders.ts';
import { checkTransition, type OrderMailJob } from '#purchases/rules/orders.ts';
import { transitionOrders } from '#purchases/use-cases/transition-order.ts';

/** A repeated request changes nothing. Refuses: order-not-found, order-not-on-its-way. */
export async function deliverOrder(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  { viewer, orderId, at }: { viewer: Viewer; orderId: string; at: Date },
): Promise<{ order: OrderRow; isChanged: boolean } | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    if (order.state === 'delivered') return { order, isChanged: false };
    const patch = { delivered_on: await findShopDay(transaction, at) };
    const delivery = { orders: [order], to: 'delivered' as const, viewer, patch, at };
    const delivered = await transitionOrders({ db: transaction, enqueue }, delivery);
    return isRefused(delivered) ? delivered : { order: delivered[0] ?? order, isChanged: true };
  });
}

export type DeliverOrdersRequest = {
  viewer: Viewer;
  /** `order`: also a tracking number, which several orders may have. */
  lines: { order: string; deliveredOn?: string | undefined }[];
  isPreview: boolean;
  at: Date;
};

/** What cannot be delivered is said with its line. */
export async function deliverOrders(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  { lines, ...request }: DeliverOrdersRequest,
): Promise<ParcelLine[]> {
  return await Array.fromAsync(lines, async (line) => {
    const answer = await inTransaction(db, (transaction) =>
      deliverParcel({ db: transaction, enqueue }, { ...request, ...line }),
    );
    return isRefused(answer) ? describeParcel(line.order, answer) : answer;
  });
}

type ParcelRequest = Omit<DeliverOrdersRequest, 'lines'> & DeliverOrdersRequest['lines'][number];

async function deliverParcel(
  { db, enqueue }: TransactionDependencies<OrderMailJob>,
  { viewer, order, deliveredOn, isPreview, at }: ParcelRequest,
): Promise<ParcelLine | Refusal> {
  const orders = await lockParcel(db, order);
  if (orders.length === 0) return { refused: 'order-not-found' };
  const open = orders.filter(({ state }) => state !== 'delivered');
  if (open.length === 0) return { order, outcome: 'repeated', orders, detail: undefined };
  const refusal = open.map(({ state }) => checkTransition(state, 'delivered')).find((each) => each);
  if (refusal) return refusal;
  const report = await describeReport(db, { deliveredOn, orders: open, at });
  if (isRefused(report)) return report;
  if (!isPreview) {
    const delivered = await transitionOrders(
      { db, enqueue },
      { orders: open, to: 'delivered', viewer, ...report, at },
    );
    if (isRefused(delivered)) return delivered;
  }
  return { order, outcome: 'done', orders: open, detail: undefined };
}

async function describeReport(
  db: TransactionDependencies['db'],
  { deliveredOn, orders, at }: { deliveredOn: string | undefined; orders: OrderRow[]; at: Date },
): Promise<{ reason?: string; patch: OrderPatch } | Refusal> {
  const today = await findShopDay(db, at);
  if (deliveredOn === undefined) return { patch: { delivered_on: today } };
  const shippedOn = await findShopDay(db, (await findLastShippedAt(db, orders)) ?? at);
  const refusal = checkDeliveredDay(deliveredOn, { shippedOn, today });
  return (
    refusal ?? { reason: describeDeliveredDay(deliveredOn, today), patch: { delivered_on: deliveredOn } }
  );
}

async function lockParcel(db: TransactionDependencies['db'], order: string): Promise<OrderRow[]> {
  const named = await findNamedOrders(db, order);
  const parcel = named.length > 0 ? named : await findTrackedOrders(db, order);
  if (named.length > 1) return [];
  const locked = await Array.fromAsync(parcel, ({ id }) => lockOrder(db, id));
  return locked.filter((row) => row !== undefined);
}
