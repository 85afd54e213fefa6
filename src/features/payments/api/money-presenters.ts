/** Presents rows about money: dollars and ISO times. */

import type { PurchaseRefund } from '#app/contract/purchases.ts';
import type { HistoryEntry as PresentedEntry } from '#features/orders/contract/order-history.ts';
import type { HistoryEntry } from '#features/orders/rules/order-history.ts';
import type { Dispute } from '#features/payments/contract/disputes.ts';
import type { Refund } from '#features/payments/contract/refunds.ts';
import type { ConcernedOrder, ListedDispute } from '#features/payments/database/disputes.ts';
import type { ListedRefund, RefundLineRow, RefundRow } from '#features/payments/database/refunds.ts';
import type { Refundable } from '#features/payments/rules/refunds.ts';
import { centsToDollars } from '#kernel/money.ts';
import type { Viewer } from '#kernel/people.ts';
import { explainRefusal } from '#kernel/refusals.ts';

/** It names the order of its first line. */
export function presentRefund(refund: RefundRow, lines: RefundLineRow[]): Refund {
  return {
    _id: refund.id,
    orderId: lines[0]?.order_id ?? '',
    amount: centsToDollars(refund.amount_cents),
    reason: refund.reason,
    returnedUnits: lines.reduce((sum, { returned_units }) => sum + returned_units, 0),
    status: refund.status,
    failure: refund.failure,
    inAnotherAccount: refund.status === 'pending' && refund.elsewhere_at !== null,
    createdAt: refund.created_at.toISOString(),
    updatedAt: refund.updated_at.toISOString(),
  };
}

export function presentListedRefund(refund: ListedRefund, lines: RefundLineRow[]) {
  return {
    ...presentRefund(refund, lines),
    ...presentBuyer(refund),
    orders: lines.map(presentConcernedOrder),
  };
}

export function presentPurchaseRefund(
  refund: RefundRow & { transaction_id: string | null },
  lines: RefundLineRow[],
): PurchaseRefund {
  return {
    _id: refund.id,
    amount: centsToDollars(refund.amount_cents),
    reason: refund.reason,
    status: refund.status,
    transactionId: refund.transaction_id,
    requestedAt: refund.created_at.toISOString(),
    succeededAt: refund.succeeded_at?.toISOString() ?? null,
    failedAt: refund.failed_at?.toISOString() ?? null,
    orders: lines.map(presentConcernedOrder),
  };
}

export function presentDispute(dispute: ListedDispute, orders: ConcernedOrder[]): Dispute {
  return {
    _id: dispute.id,
    orderId: dispute.order_id,
    ...presentBuyer(dispute),
    orders: orders.map(presentConcernedOrder),
    amount: centsToDollars(dispute.amount_cents),
    reason: dispute.reason,
    status: dispute.status,
    open: dispute.closed_at === null,
    respondBy: dispute.respond_by?.toISOString() ?? null,
    openedAt: dispute.opened_at.toISOString(),
    closedAt: dispute.closed_at?.toISOString() ?? null,
  };
}

export function presentHistory(entry: HistoryEntry, viewer: Viewer): PresentedEntry {
  return {
    kind: entry.kind,
    at: entry.at.toISOString(),
    by: entry.by,
    byName: viewer.role === 'admin' ? (entry.byName ?? null) : null,
    amount: entry.amount === undefined ? null : centsToDollars(entry.amount),
    reason: entry.reason ?? null,
    units: entry.units ?? null,
    carrier: entry.carrier ?? null,
    tracking: entry.tracking ?? null,
    transactionId: entry.transactionId ?? null,
    noticedThrough: entry.noticedThrough ?? null,
  };
}

export function presentRefundable(refundable: Refundable | undefined) {
  const { amount = 0, units = 0, isDisputed = false } = refundable ?? {};
  if (amount > 0 && isDisputed)
    return { amount: 0, units: 0, refusal: explainRefusal({ refused: 'order-disputed' }) };
  return { amount: centsToDollars(amount), units, refusal: null };
}

function presentBuyer(row: { part_name: string; buyer_name: string; buyer_email: string }) {
  return { partsName: row.part_name, name: row.buyer_name, email: row.buyer_email };
}

function presentConcernedOrder({ order_id, part_name, amount_cents }: ConcernedOrder) {
  return { orderId: order_id, partsName: part_name, amount: centsToDollars(amount_cents) };
}
