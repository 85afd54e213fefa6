/** Creates orders and changes their state; every use case does it here. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import { recordAlerts } from '#database/administration/alerts.ts';
import {
  insertOrders,
  type NewOrder,
  type NewPurchase,
  type OrderPatch,
  type OrderRow,
  updateOrderState,
} from '#database/orders/orders.ts';
import { checkTransition, findTransitionMail, type Transition } from '#domain/orders/orders.ts';
import type { PaymentNotice } from '#domain/payments/payments.ts';
import type { Viewer } from '#domain/people/people.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { TransactionDependencies } from '#shop/dependencies.ts';

export type OrderTransition = {
  order: OrderRow;
  to: Transition;
  viewer?: Viewer | undefined;
  /** Id of the person whose earlier request this completes; that request has its own audit entry. */
  requestedBy?: string | null;
  reason?: string;
  noticedThrough?: PaymentNotice;
  patch?: OrderPatch;
  at: Date;
};

/** Refuses: order-not-unpaid, order-not-paid, order-not-on-its-way, order-not-refundable (not allowed). */
export async function transitionOrder(
  { db, enqueue }: TransactionDependencies,
  { order, to, viewer, requestedBy = null, reason, noticedThrough, patch = {}, at }: OrderTransition,
): Promise<OrderRow | Refusal> {
  const refusal = checkTransition(order.state, to);
  if (refusal) return refusal;
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
  const mail = findTransitionMail(to);
  if (mail) await enqueue(db, { name: 'mail-order', change: mail, orderId: order.id });
  const transition = {
    to,
    actorId: viewer?.id ?? requestedBy,
    reason: reason ?? null,
    noticedThrough: noticedThrough ?? null,
    at,
  };
  return await updateOrderState(db, order, transition, patch);
}

/** The orders of one purchase. */
export async function createOrders(
  { db, enqueue }: TransactionDependencies,
  { purchase, orders }: { purchase: NewPurchase; orders: NewOrder[] },
): Promise<OrderRow[]> {
  const created = await insertOrders(db, purchase, orders);
  for (const { id } of created) await enqueue(db, { name: 'mail-order', change: 'placed', orderId: id });
  await recordAlerts(
    db,
    created.map(({ id, placed_at }) => ({ kind: 'order', subjectId: id, at: placed_at })),
  );
  return created;
}
