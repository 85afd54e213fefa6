/** The one way in which an order begins and moves from state to state. */
import { recordAdminChange } from '#database/administration/admin-changes.ts';
import {
  insertOrder,
  type NewOrder,
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
  /** Its row is locked. */
  order: OrderRow;
  to: Transition;
  /** Who does it now; undefined when the shop does it by itself. */
  viewer?: Viewer | undefined;
  /** Who has requested earlier what the shop does now; that request has an audit entry of its own. */
  requestedBy?: string | null;
  /** Why, in words that a person or the shop gave; the state alone says it when there are none. */
  reason?: string;
  /** Through what the shop learned of a payment. */
  noticedThrough?: PaymentNotice;
  /** What changes with the state. */
  patch?: OrderPatch;
  at: Date;
};

/**
 * Moves the order if the table of transitions allows it: records who moved it and why, adds the audit entry when an
 * administrator did, enqueues the mail of the change and updates the row. Answers the row as it is then.
 * Refuses: order-not-unpaid, order-not-paid, order-not-shipped, order-not-refundable (the transition is not allowed).
 */
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

/** Writes a new, unpaid order with the beginning of its record, and enqueues the mail to its buyer. */
export async function createOrder(
  { db, enqueue }: TransactionDependencies,
  order: NewOrder,
): Promise<OrderRow> {
  const created = await insertOrder(db, order);
  await enqueue(db, { name: 'mail-order', change: 'placed', orderId: created.id });
  return created;
}
