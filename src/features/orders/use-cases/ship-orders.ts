/** An administrator ships paid orders, one or many at once. */
import { findCarriers } from '#delivery/database/delivery-rules.ts';
import { checkTracking } from '#delivery/rules/carriers.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';
import { findNamedOrders } from '#orders/database/packing.ts';
import { describeParcel, type ParcelLine } from '#orders/rules/packing.ts';
import { findDisputesOfOrders } from '#payments/database/disputes.ts';
import { findParcelUnits, findRefundable } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import { inTransaction, runTransaction } from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import { lockOrdersOfPurchase, lockVisibleOrder, type OrderRow } from '#purchases/database/orders.ts';
import { recordShipmentDetails } from '#purchases/database/shipments.ts';
import { checkTransition, isShippedOrDelivered, type OrderMailJob } from '#purchases/rules/orders.ts';
import { transitionOrders } from '#purchases/use-cases/transition-order.ts';

export type Shipment = {
  viewer: Viewer;
  orderId: string;
  carrier?: string | undefined;
  tracking?: string | undefined;
  at: Date;
};

/** Refuses: invalid-input (tracking), order-not-found, order-not-paid, dispute-unconfirmed, order-being-refunded, nothing-to-ship. */
export async function shipOrder(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  shipment: Shipment & { despiteDispute: boolean },
): Promise<OrderRow | Refusal> {
  const { viewer, orderId, carrier = null } = shipment;
  return await inTransaction(db, async (transaction) => {
    const tracking = checkTracking(await findCarriers(transaction), shipment);
    if (isRefused(tracking)) return tracking;
    const order = await lockVisibleOrder(transaction, viewer, orderId);
    if (!order) return { refused: 'order-not-found' };
    const parcel = { ...shipment, orders: [order], carrier, tracking, isPreview: false };
    const shipped = await shipLockedOrders({ db: transaction, enqueue }, parcel);
    return isRefused(shipped) ? shipped : (shipped[0] ?? order);
  });
}

export type ShipOrdersRequest = {
  viewer: Viewer;
  lines: { order: string; tracking?: string | undefined }[];
  carrier?: string | undefined;
  /** A parcel has all paid orders of its order's purchase. */
  wholePurchases: boolean;
  isPreview: boolean;
  at: Date;
};

/** What cannot be shipped is said with its line, and does not keep the others. One mail for each purchase. */
export async function shipOrders(
  { db, enqueue }: Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'>,
  { lines, ...request }: ShipOrdersRequest,
): Promise<ParcelLine[]> {
  const named = [];
  for (const line of lines) named.push({ ...line, orders: await findNamedOrders(db, line.order) });
  const answers = new Map<(typeof named)[number], ParcelLine>();
  for (const ofPurchase of Map.groupBy(named, ({ orders }) => orders[0]?.purchase_id).values()) {
    await runTransaction(db, async (transaction) => {
      const earlier: EarlierLines = new Map();
      const orderIds: string[] = [];
      const enqueueLater = async (_: Database, mail: OrderMailJob) => void orderIds.push(...mail.orderIds);
      for (const line of ofPurchase) {
        const parcel = { ...request, ...line, earlier };
        const answer = await shipParcel({ db: transaction, enqueue: enqueueLater }, parcel);
        answers.set(line, isRefused(answer) ? describeParcel(line.order, answer) : answer);
      }
      if (orderIds.length > 0)
        await enqueue(transaction, { name: 'mail-order', change: 'shipped', orderIds });
    });
  }
  return named.flatMap((line) => answers.get(line) ?? []);
}

/** By order: the number with which an earlier line of this request ships it, or why it cannot. */
type EarlierLines = Map<string, string | null | Refusal>;

type ParcelRequest = Omit<ShipOrdersRequest, 'lines'> &
  ShipOrdersRequest['lines'][number] & { orders: OrderRow[]; earlier: EarlierLines };

/** Refuses before it has written anything. */
async function shipParcel(
  { db, enqueue }: TransactionDependencies<OrderMailJob>,
  { order, orders: [named, ambiguous], earlier, wholePurchases, ...request }: ParcelRequest,
): Promise<ParcelLine | Refusal> {
  const carrier = request.carrier || undefined;
  const details = { carrier, tracking: request.tracking || undefined };
  if (!named || ambiguous) return { refused: 'order-not-found' };
  const ofPurchase = await lockOrdersOfPurchase(db, named.purchase_id);
  const first = ofPurchase.find(({ id }) => id === named.id) ?? named;
  const repeated: ParcelLine = { order, outcome: 'repeated', orders: [first], detail: undefined };
  const tracking = checkTracking(await findCarriers(db), details);
  const before = earlier.get(first.id);
  // a line without a number must not ship what the one with the number could not
  if (before !== undefined && details.tracking === undefined) return isRefused(before) ? before : repeated;
  if (before !== undefined && !isRefused(before))
    return before === tracking ? repeated : refuseSecondNumber(before, details.tracking);
  const isSame = first.carrier === (carrier ?? null) && first.tracking === tracking;
  if (isShippedOrDelivered(first.state) && isSame) return repeated;
  const units = wholePurchases ? await findParcelUnits(db, ofPurchase) : undefined;
  const others = units
    ? ofPurchase.filter(({ id, state }) => id !== first.id && state === 'paid' && units.get(id) !== 0)
    : [];
  const parcel = [first, ...others];
  const { viewer, isPreview, at } = request;
  const shipment = { viewer, carrier: carrier ?? null, despiteDispute: false, isPreview, at };
  const orders = isRefused(tracking)
    ? tracking
    : await shipLockedOrders({ db, enqueue }, { ...shipment, orders: parcel, tracking });
  if (details.tracking !== undefined || !isRefused(orders)) {
    for (const { id } of parcel) earlier.set(id, isRefused(orders) ? orders : tracking);
  }
  return isRefused(orders) ? orders : { order, outcome: 'done', orders, detail: undefined };
}

function refuseSecondNumber(first: string | null, second: string | undefined): Refusal {
  const shipped = first === null ? 'without a tracking number' : `with ${first}`;
  const message = `Another line ships it ${shipped}, so it cannot have ${second}: an order has one tracking number`;
  return refuseField('tracking', message);
}

type LockedShipment = {
  /** Of one purchase. */
  orders: OrderRow[];
  viewer: Viewer;
  carrier: string | null;
  tracking: string | null;
  despiteDispute: boolean;
  /** Checks them only. */
  isPreview: boolean;
  at: Date;
};

/** In one parcel, with one mail: all of them or none. Refuses: order-not-paid, dispute-unconfirmed, order-being-refunded, nothing-to-ship. */
async function shipLockedOrders(
  { db, enqueue }: TransactionDependencies<OrderMailJob>,
  { orders, viewer, carrier, tracking, despiteDispute, isPreview, at }: LockedShipment,
): Promise<OrderRow[] | Refusal> {
  const disputes = await findDisputesOfOrders(db, orders);
  const units = await findParcelUnits(db, orders);
  for (const order of orders) {
    const refusal = checkTransition(order.state, 'shipped');
    if (refusal) return refusal;
    const dispute = disputes.get(order.id);
    if (dispute && !despiteDispute) return { refused: 'dispute-unconfirmed', dispute };
    const refundable = await findRefundable(db, order);
    if (refundable && refundable.amount + refundable.ofOtherMerchants <= 0)
      return { refused: 'order-being-refunded' };
    if (units.get(order.id) === 0) return { refused: 'nothing-to-ship' };
  }
  if (isPreview) return orders;
  const details = { carrier, tracking, told_by: viewer.id, told_at: at };
  for (const { id } of orders) await recordShipmentDetails(db, { order_id: id, ...details });
  return await transitionOrders(
    { db, enqueue },
    { orders, to: 'shipped', viewer, patch: { carrier, tracking }, at },
  );
}
