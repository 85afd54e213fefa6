/** Creates orders and changes their state; every use case does it here. */
import { nameParts, type PartRow } from '#catalogue/database/parts.ts';
import type { OrderDecision } from '#catalogue/rules/orderable-part.ts';
import { choosePartImage } from '#catalogue/rules/part-image.ts';
import { type NamedPart, showName } from '#catalogue/rules/shown-names.ts';
import type { DeliveryAgreement } from '#delivery/rules/agree-delivery.ts';
import type { Viewer } from '#kernel/people.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { recordAdminChange, recordAlerts } from '#platform/database/record-admin-changes.ts';
import type { TransactionDependencies } from '#platform/jobs/dependencies.ts';
import {
  insertOrders,
  type OrderPatch,
  type OrderRow,
  type PurchaseDetails,
  updateOrderState,
} from '#purchases/database/orders.ts';
import { type PurchaseRow, writeTax } from '#purchases/database/purchases.ts';
import { shareDelivery } from '#purchases/rules/order-deliveries.ts';
import {
  checkTransition,
  computeExpiry,
  findTransitionMail,
  type OrderChange,
  type OrderMailJob,
  type PaymentNotice,
  type Transition,
} from '#purchases/rules/orders.ts';

type TransitionDetails = {
  to: Transition;
  viewer?: Viewer | undefined;
  /** Id of the person whose earlier request this completes; that request has its own audit entry. */
  requestedBy?: string | null;
  reason?: string;
  noticedThrough?: PaymentNotice;
  patch?: OrderPatch;
  at: Date;
};

/**
 * Of orders of one purchase, with one mail. Refuses (and then the transaction ends): order-not-unpaid, order-not-paid,
 * order-not-on-its-way, order-not-refundable (not allowed).
 */
export async function transitionOrders(
  { db, enqueue }: TransactionDependencies<OrderMailJob>,
  { orders, ...details }: TransitionDetails & { orders: OrderRow[] },
): Promise<OrderRow[] | Refusal> {
  const changed: OrderRow[] = [];
  for (const order of orders) {
    const refusal = checkTransition(order.state, details.to);
    if (refusal) return refusal;
    changed.push(await changeState(db, order, details));
  }
  const mail = findTransitionMail(details.to);
  if (mail && changed.length > 0) await enqueue(db, makeMailJob(mail, changed));
  return changed;
}

async function changeState(
  db: TransactionDependencies['db'],
  order: OrderRow,
  { to, viewer, requestedBy = null, reason, noticedThrough, patch = {}, at }: TransitionDetails,
): Promise<OrderRow> {
  if (viewer?.role === 'admin') {
    const changed = Object.keys(patch) as (keyof OrderPatch)[];
    await recordAdminChange(db, {
      adminId: viewer.id,
      subject: 'orders',
      subjectId: order.id,
      before: { state: order.state, ...Object.fromEntries(changed.map((column) => [column, order[column]])) },
      after: { state: to, ...patch },
      at,
    });
  }
  const transition = {
    to,
    actorId: viewer?.id ?? requestedBy,
    reason: reason ?? null,
    noticedThrough: noticedThrough ?? null,
    at,
  };
  return await updateOrderState(db, order, transition, patch);
}

export type NewOrders = DeliveryAgreement & {
  purchaseId: string;
  buyer: Viewer;
  phone: string;
  details: PurchaseDetails;
  /** In the order of the ids of their parts. */
  lines: (OrderDecision & { orderId: string; part: PartRow; quantity: number })[];
  expiryHours: number;
  at: Date;
};

/** What a purchase keeps of how its parts fit together, undefined: nothing. */
export type KeepFit = (
  lines: readonly { part: PartRow; quantity: number }[],
) => PurchaseRow['fit'] | undefined;

/** Purchases with their orders, each with one mail. */
export async function createOrders(
  { db, enqueue, keepFit }: TransactionDependencies<OrderMailJob> & { keepFit: KeepFit },
  { purchases }: { purchases: readonly NewOrders[] },
): Promise<{ purchase: PurchaseRow; orders: OrderRow[] }[]> {
  const parts = purchases.flatMap(({ lines }) => lines.map(({ part }) => part));
  const named = new Map((await nameParts(db, parts)).map((part) => [part.id, part]));
  const made = purchases.map((purchase) => makePurchase(purchase, { named, fit: keepFit(purchase.lines) }));
  const created = await insertOrders(db, made);
  const byPurchase = Map.groupBy(created, ({ purchase_id }) => purchase_id);
  const placed = made.map(({ purchase }) => ({ purchase, orders: byPurchase.get(purchase.id) ?? [] }));
  await enqueue(db, ...placed.map(({ orders }) => makeMailJob('placed', orders)));
  await recordAlerts(
    db,
    created.map(({ id, placed_at }) => ({ kind: 'order', subjectId: id, at: placed_at })),
  );
  return placed;
}

function makePurchase(
  { purchaseId, lines, ...request }: NewOrders,
  { named, fit }: { named: ReadonlyMap<string, PartRow & NamedPart>; fit: PurchaseRow['fit'] | undefined },
) {
  const { buyer, at, address, pickUpAt, delivery, details, tax } = request;
  const totals = lines.map(({ total }) => total);
  const shares = shareDelivery(delivery.priceCents, totals);
  const purchase: PurchaseRow = {
    id: purchaseId,
    buyer_id: buyer.id,
    order_count: lines.length,
    placed_at: at,
    ...{ address: address ?? null, delivery, fit: fit ?? null, pick_up_at: pickUpAt },
    delivery_cents: delivery.priceCents,
    ...writeTax(tax),
    ...details,
  };
  return {
    purchase,
    orders: lines.map((line, index) =>
      makeOrder(request, { ...line, part: named.get(line.part.id) ?? line.part, share: shares[index] ?? 0 }),
    ),
  };
}

function makeOrder(
  { buyer, location, delivery, phone, expiryHours, at }: Omit<NewOrders, 'purchaseId' | 'lines'>,
  { orderId, part, ...line }: NewOrders['lines'][number] & { part: PartRow & NamedPart; share: number },
) {
  return {
    id: orderId,
    part_id: part.id,
    buyer_id: buyer.id,
    buyer_name: buyer.name,
    buyer_email: buyer.email,
    location,
    phone,
    part_name: showName(part),
    part_image: choosePartImage(part),
    unit_price_cents: line.unitPrice,
    quantity: line.quantity,
    total_cents: line.total,
    delivery_cents: line.share,
    state: 'unpaid' as const,
    placed_at: at,
    updated_at: at,
    promised_by: delivery.to,
    expires_at: computeExpiry(at, expiryHours),
  };
}

function makeMailJob(change: OrderChange, orders: readonly OrderRow[]): OrderMailJob {
  return { name: 'mail-order', change, orderIds: orders.map(({ id }) => id) };
}
