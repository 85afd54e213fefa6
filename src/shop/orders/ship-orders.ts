/** An administrator ships many paid orders at once: a line that cannot be shipped does not keep the others. */
import { findCarriers } from '#database/delivery-rules.ts';
import { lockOrdersOfPurchase } from '#database/orders/orders.ts';
import { findNamedOrders } from '#database/orders/parcels.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkTracking } from '#domain/delivery/carriers.ts';
import { isShippedOrDelivered } from '#domain/orders/orders.ts';
import { describeParcel, type ParcelLine } from '#domain/orders/parcels.ts';
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

/** Refuses: not-allowed. What cannot be shipped is said with its line. */
export async function shipOrders(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  { lines, ...request }: ShipOrdersRequest,
): Promise<ParcelLine[] | Refusal> {
  if (request.viewer.role !== 'admin') return { refused: 'not-allowed' };
  const shipped: ParcelLine[] = [];
  /** By earlier lines of this request. */
  const packedIds = new Set<string>();
  for (const { order, tracking } of lines) {
    const answer = await inTransaction(db, (transaction) =>
      shipParcel({ db: transaction, enqueue }, { ...request, order, tracking, packedIds }),
    );
    const line = isRefused(answer) ? describeParcel(order, answer) : answer;
    for (const { id } of line.orders) packedIds.add(id);
    shipped.push(line);
  }
  return shipped;
}

type ParcelRequest = Omit<ShipOrdersRequest, 'lines'> &
  ShipOrdersRequest['lines'][number] & { packedIds: ReadonlySet<string> };

async function shipParcel(
  { db, enqueue }: TransactionDependencies,
  { viewer, order, packedIds, wholePurchases, isPreview, at, ...wanted }: ParcelRequest,
): Promise<ParcelLine | Refusal> {
  const carrier = wanted.carrier || undefined;
  const tracking = checkTracking(await findCarriers(db), { carrier, tracking: wanted.tracking || undefined });
  if (isRefused(tracking)) return tracking;
  const [named, ambiguous] = await findNamedOrders(db, order);
  if (!named || ambiguous) return { refused: 'order-not-found' };
  const ofPurchase = await lockOrdersOfPurchase(db, named.purchase_id);
  const first = ofPurchase.find(({ id }) => id === named.id) ?? named;
  const isSame = first.carrier === (carrier ?? null) && first.tracking === tracking;
  const isInParcel = packedIds.has(first.id) && tracking === null;
  if (isInParcel || (isShippedOrDelivered(first.state) && isSame)) {
    return { order, outcome: 'repeated', orders: [first], detail: undefined };
  }
  const others = wholePurchases
    ? ofPurchase.filter(({ id, state }) => id !== first.id && state === 'paid')
    : [];
  const orders = await shipLockedOrders(
    { db, enqueue },
    {
      orders: [first, ...others],
      ...{ viewer, carrier: carrier ?? null, tracking, despiteDispute: false, isPreview, at },
    },
  );
  return isRefused(orders) ? orders : { order, outcome: 'done', orders, detail: undefined };
}
