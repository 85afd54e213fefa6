/** An administrator ships many paid orders at once: a line that cannot be shipped does not keep the others. */
import { findCarriers } from '#database/delivery-rules.ts';
import { lockOrdersOfPurchase, type OrderRow } from '#database/orders/orders.ts';
import { findNamedOrders } from '#database/orders/packing.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTracking } from '#domain/delivery/carriers.ts';
import { isShippedOrDelivered } from '#domain/orders/orders.ts';
import { describeParcel, type ParcelLine } from '#domain/orders/packing.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Dependencies, TransactionDependencies } from '#shop/dependencies.ts';
import { shipLockedOrders } from '#shop/orders/ship-locked-orders.ts';

export type ShipOrdersRequest = {
  viewer: Viewer;
  lines: { order: string; tracking: string | undefined }[];
  carrier: string | undefined;
  /** A parcel has all paid orders of its order's purchase. */
  wholePurchases: boolean;
  isPreview: boolean;
  at: Date;
};

/** What cannot be shipped is said with its line. */
export async function shipOrders(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { lines, ...request }: ShipOrdersRequest,
): Promise<ParcelLine[]> {
  const shipped: ParcelLine[] = [];
  const earlier: EarlierLines = new Map();
  for (const { order, tracking } of lines) {
    const answer = await inTransaction(db, (transaction) =>
      shipParcel({ db: transaction, enqueue }, { ...request, order, tracking, earlier }),
    );
    shipped.push(isRefused(answer) ? describeParcel(order, answer) : answer);
  }
  return shipped;
}

/** By order: what became of an earlier line of this request, whose parcel it is in. */
type EarlierLines = Map<string, OrderRow[] | Refusal>;

type ParcelRequest = Omit<ShipOrdersRequest, 'lines'> &
  ShipOrdersRequest['lines'][number] & { earlier: EarlierLines };

async function shipParcel(
  { db, enqueue }: TransactionDependencies,
  { order, earlier, wholePurchases, ...request }: ParcelRequest,
): Promise<ParcelLine | Refusal> {
  const carrier = request.carrier || undefined;
  const details = { carrier, tracking: request.tracking || undefined };
  const [named, ambiguous] = await findNamedOrders(db, order);
  if (!named || ambiguous) return { refused: 'order-not-found' };
  const ofPurchase = await lockOrdersOfPurchase(db, named.purchase_id);
  const first = ofPurchase.find(({ id }) => id === named.id) ?? named;
  const repeated: ParcelLine = { order, outcome: 'repeated', orders: [first], detail: undefined };
  // a line without a number must not ship what the one with the number could not
  const before = details.tracking === undefined ? earlier.get(first.id) : undefined;
  if (before) return isRefused(before) ? before : repeated;
  const tracking = checkTracking(await findCarriers(db), details);
  const isSame = first.carrier === (carrier ?? null) && first.tracking === tracking;
  if (isShippedOrDelivered(first.state) && isSame) return repeated;
  const others = wholePurchases
    ? ofPurchase.filter(({ id, state }) => id !== first.id && state === 'paid')
    : [];
  const parcel = [first, ...others];
  const { viewer, isPreview, at } = request;
  const shipment = { viewer, carrier: carrier ?? null, despiteDispute: false, isPreview, at };
  const orders = isRefused(tracking)
    ? tracking
    : await shipLockedOrders({ db, enqueue }, { ...shipment, orders: parcel, tracking });
  if (details.tracking !== undefined || !isRefused(orders)) {
    for (const { id } of parcel) earlier.set(id, orders);
  }
  return isRefused(orders) ? orders : { order, outcome: 'done', orders, detail: undefined };
}
