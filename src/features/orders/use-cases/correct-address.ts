/** The buyer or an administrator corrects where a purchase goes, for its orders that have not left. */
import { findRulesOfVersion } from '#delivery/database/delivery-rules.ts';
import type { Address } from '#delivery/rules/address-fields.ts';
import { formatLocation } from '#delivery/rules/addresses.ts';
import { findZone, isPostcodeMissing, postcodeMissing } from '#delivery/rules/zones.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { recordAdminChange } from '#platform/database/record-admin-changes.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import { recordAddressCorrections, updatePurchaseAddress } from '#purchases/database/addresses.ts';
import {
  findVisibleOrder,
  lockOrdersOfPurchase,
  type OrderRow,
  updateOrder,
} from '#purchases/database/orders.ts';
import { findVisiblePurchase, type PurchaseRow } from '#purchases/database/purchases.ts';

/**
 * The order, and how many of its purchase have another address now. What delivery costs and when it comes stays.
 * Refuses: invalid-input (address.postcode), order-not-found, order-left-already, order-is-collected, other-delivery-zone.
 */
export async function correctAddress(
  { db }: Pick<Dependencies, 'db'>,
  { viewer, orderId, address, at }: { viewer: Viewer; orderId: string; address: Address; at: Date },
): Promise<{ order: OrderRow; corrected: number } | Refusal> {
  return await inTransaction(db, async (transaction) => {
    const visible = await findVisibleOrder(transaction, viewer, orderId);
    if (!visible) return { refused: 'order-not-found' };
    const orders = await lockOrdersOfPurchase(transaction, visible.purchase_id);
    const order = orders.find(({ id }) => id === orderId) ?? visible;
    if (!canCorrect(order)) return { refused: 'order-left-already', state: order.state };
    const purchase = await findVisiblePurchase(transaction, viewer, order.purchase_id);
    const refusal = purchase && (await checkZone({ db: transaction }, { viewer, purchase, address }));
    if (isRefused(refusal)) return refusal;
    const location = formatLocation(address);
    const after = describe({ location, phone: address.phone });
    const changed = orders.filter((one) => canCorrect(one) && describe(one) !== after);
    if (changed.length === 0) return { order, corrected: 0 };
    await updatePurchaseAddress(transaction, { purchaseId: order.purchase_id, address });
    for (const { id } of changed) {
      await updateOrder(transaction, id, { location, phone: address.phone, updated_at: at });
    }
    await recordCorrections({ db: transaction }, { viewer, changed, after, at });
    const corrected = { ...order, location, phone: address.phone, updated_at: at };
    return { order: corrected, corrected: changed.length };
  });
}

function canCorrect({ state }: Pick<OrderRow, 'state'>): boolean {
  return state === 'unpaid' || state === 'paid';
}

/** By the rules that the purchase was quoted by; a purchase of before has no zone to keep to. */
async function checkZone(
  { db }: Pick<TransactionDependencies, 'db'>,
  { viewer, purchase, address }: { viewer: Viewer; purchase: PurchaseRow; address: Address },
): Promise<Refusal | undefined> {
  const { delivery, pick_up_at, address: before } = purchase;
  if (!delivery) return undefined;
  if (pick_up_at !== null) return { refused: 'order-is-collected' };
  const rules = await findRulesOfVersion(db, delivery.rulesVersion);
  // an address of before may have none, and stays without
  const wasWithout = before && !before.postcode && before.country === address.country;
  if (!wasWithout && isPostcodeMissing(rules, address)) return postcodeMissing;
  if (findZone(rules, address)?.id === delivery.zone.id) return undefined;
  const isBuyer = viewer.id === purchase.buyer_id;
  return { refused: 'other-delivery-zone', zone: delivery.zone.name, isBuyer };
}

async function recordCorrections(
  { db }: Pick<TransactionDependencies, 'db'>,
  { viewer, changed, after, at }: { viewer: Viewer; changed: OrderRow[]; after: string; at: Date },
): Promise<void> {
  const corrections = changed.map((order) => ({ order_id: order.id, before: describe(order), after }));
  await recordAddressCorrections(
    db,
    corrections.map((correction) => ({ ...correction, corrected_by: viewer.id, corrected_at: at })),
  );
  if (viewer.role !== 'admin') return;
  for (const { order_id, before } of corrections) {
    await recordAdminChange(db, {
      ...{ adminId: viewer.id, subject: 'orders', subjectId: order_id },
      ...{ before: { address: before }, after: { address: after }, at },
    });
  }
}

function describe({ location, phone }: { location: string; phone: string }): string {
  return `${location}\n${phone}`;
}
