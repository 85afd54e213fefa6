/** An administrator gets the papers to pack some orders by: a pick list, or a slip for each parcel. */
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { describeOrderPromise } from '#delivery/rules/promise-wording.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { findPackedOrders, type PackedOrder } from '#orders/database/packing.ts';
import type { PackedParcel, PickedPart } from '#orders/papers/packing.ts';
import { drawPackingSlipsTask, drawPickListTask } from '#orders/use-cases/isolated-tasks.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import { runIsolated } from '#platform/system/isolation/run-isolated.ts';
import { findDeliveries, type OrderDelivery } from '#purchases/database/order-deliveries.ts';
import { readSettings } from '#settings/database/settings.ts';

export type PackingPapersRequest = {
  viewer: Viewer;
  orderIds: readonly string[];
  kind: 'pick-list' | 'slips';
  at: Date;
};

/** As PDF. Orders of one purchase are one parcel. Refuses: order-not-found (none of them is paid or shipped and has units to send), work-busy, work-too-costly. */
export async function drawPackingPapers(
  { db, isolation }: Pick<Dependencies, 'db' | 'isolation'>,
  { viewer, orderIds, kind, at }: PackingPapersRequest,
): Promise<Buffer | Refusal> {
  const orders = await findPackedOrders(db, orderIds);
  if (orders.length === 0) return { refused: 'order-not-found' };
  const { name, companyName, postalAddress } = await readSettings(db);
  const { timeZone } = (await findDeliveryRules(db)).rules.calendar;
  const sender = [companyName, postalAddress].filter(Boolean).join('\n');
  const papers = { shopName: name, sender, at, timeZone };
  // those that had left before the address was corrected went elsewhere
  const grouped = Map.groupBy(orders, ({ purchase_id, location }) => `${purchase_id} ${location}`);
  const deliveries = await findDeliveries(db, orders, at);
  const parcels = [...grouped.values()].flatMap((parcel) => makeParcel(parcel, deliveries));
  if (kind === 'slips')
    return await runIsolated({ isolation }, { task: drawPackingSlipsTask, args: [papers, parcels], viewer });
  const picked = { parts: sumParts(orders), parcels: parcels.length };
  return await runIsolated({ isolation }, { task: drawPickListTask, args: [papers, picked], viewer });
}

function makeParcel(
  orders: PackedOrder[],
  deliveries: ReadonlyMap<string, OrderDelivery>,
): PackedParcel | [] {
  const [first] = orders;
  if (!first) return [];
  const { method = null, promise = null } = deliveries.get(first.id) ?? {};
  return {
    numbers: orders.map(({ id }) => formatOrderNumber(id)),
    placedAt: first.placed_at,
    address: addRecipient(first),
    phone: first.phone,
    notes: method && promise ? [`${method}, ${describeOrderPromise(promise)}`] : [],
    parts: orders.map(({ sku, part_name, parcel_units }) => ({
      sku,
      name: part_name,
      quantity: parcel_units,
    })),
  };
}

/** Only an address by fields names who gets the parcel. */
function addRecipient({ purchase, location, buyer_name }: PackedOrder): string {
  return purchase.address || location.startsWith(buyer_name) ? location : `${buyer_name}\n${location}`;
}

/** By SKU, as the shelves are. */
function sumParts(orders: readonly PackedOrder[]): PickedPart[] {
  const parts = [...Map.groupBy(orders, ({ sku }) => sku)].map(([sku, ofPart]) => ({
    sku,
    name: ofPart[0]?.part_name ?? sku,
    quantity: ofPart.reduce((sum, { parcel_units }) => sum + parcel_units, 0),
    orders: ofPart.length,
  }));
  return parts.sort((one, other) => one.sku.localeCompare(other.sku, 'en'));
}
