/** The history of an order, from its transitions, payment attempts, refunds and disputes. */
import type { HistoryActor, HistoryEntry, HistoryKind } from '#orders/rules/order-history.ts';
import { type DisputeRow, findDisputesOfOrder } from '#payments/database/disputes.ts';
import {
  findDeclines,
  findLatePayments,
  findPaymentsOfPurchase,
  type PaymentRow,
} from '#payments/database/payments.ts';
import { findRefundsOfOrder, type OrderRefund } from '#payments/database/refunds.ts';
import { describeDecline } from '#payments/rules/declines.ts';
import { findNames } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { findAddressCorrections } from '#purchases/database/addresses.ts';
import { findOrdersOfPurchase, type OrderRow } from '#purchases/database/orders.ts';
import { findPurchase } from '#purchases/database/purchases.ts';
import { findShipmentDetails, findTransitions } from '#purchases/database/shipments.ts';
import { restoreShares } from '#purchases/rules/order-deliveries.ts';
import { computeTotal } from '#purchases/rules/purchases.ts';

export async function findHistory(db: Database, order: OrderRow): Promise<HistoryEntry[]> {
  const [transitions, shipments, corrections, refunds, disputes, payments, orders, purchase] =
    await Promise.all([
      findTransitions(db, order.id),
      findShipmentDetails(db, order.id),
      findAddressCorrections(db, order.id),
      findRefundsOfOrder(db, order.id),
      findDisputesOfOrder(db, order.id),
      findPaymentsOfPurchase(db, order.purchase_id),
      findOrdersOfPurchase(db, order.purchase_id),
      findPurchase(db, order.purchase_id),
    ]);
  const ids = selectPaymentsOfOrder(order, { payments, transitions }).map(({ id }) => id);
  const [declines, latePayments] = await Promise.all([findDeclines(db, ids), findLatePayments(db, ids)]);
  const administrators = refunds.flatMap(({ requested_by }) => requested_by ?? []);
  const names = await findNames(db, administrators);
  const paidAt = transitions.find(({ to_state }) => to_state === 'paid')?.moved_at ?? order.placed_at;
  const placed = restoreShares(orders, purchase).find(({ id }) => id === order.id) ?? order;
  const entries: HistoryEntry[] = [
    ...transitions.flatMap((transition) =>
      makeTransitionEntries({ order, placed }, transition, shipments[0]),
    ),
    ...makeShipmentEntries(shipments),
    ...corrections.map(({ before, after, corrected_at, corrected_by, name }) => ({
      kind: 'address-corrected' as const,
      at: corrected_at,
      ...(corrected_by === order.buyer_id
        ? { by: 'buyer' as const }
        : { by: 'administrator' as const, byName: name }),
      reason: `${joinLines(before)} → ${joinLines(after)}`,
    })),
    ...declines.map(({ tried_at, code }) => ({
      kind: 'payment-declined' as const,
      at: pickLater(order.placed_at, tried_at),
      by: 'provider' as const,
      reason: describeDecline(code),
    })),
    ...latePayments.map(({ moved_at, amount_cents, provider_id }) => ({
      kind: 'late-payment' as const,
      at: moved_at,
      by: 'buyer' as const,
      amount: amount_cents,
      transactionId: provider_id,
    })),
    ...refunds.flatMap((refund) =>
      makeRefundEntries(refund, {
        byName: names.get(refund.requested_by ?? ''),
        transactionId: payments.find(({ id }) => id === refund.payment_id)?.provider_id ?? null,
      }),
    ),
    ...disputes.flatMap((dispute) => makeDisputeEntries(dispute, paidAt)),
  ];
  return entries.sort((one, other) => one.at.getTime() - other.at.getTime());
}

function joinLines(text: string): string {
  return text.replaceAll('\n', ', ');
}

/** Corrects times of the provider, whose clock differs and has whole seconds. */
function pickLater(earliest: Date, time: Date): Date {
  return time < earliest ? earliest : time;
}

/** Of the purchase's payments those that name the order, or started before it was paid, cancelled or expired. */
function selectPaymentsOfOrder(
  order: OrderRow,
  { payments, transitions }: { payments: PaymentRow[]; transitions: { to_state: string; moved_at: Date }[] },
): PaymentRow[] {
  const leftUnpaidAt = transitions.find(({ to_state }) => to_state !== 'unpaid')?.moved_at;
  return payments.filter(
    ({ order_id, created_at }) =>
      order_id === order.id || leftUnpaidAt === undefined || created_at <= leftUnpaidAt,
  );
}

type ShipmentDetails = Awaited<ReturnType<typeof findShipmentDetails>>[number];

/** `placed`: with its share of delivery of then. */
function makeTransitionEntries(
  { order, placed }: { order: OrderRow; placed: OrderRow },
  transition: Awaited<ReturnType<typeof findTransitions>>[number],
  shipment: ShipmentDetails | undefined,
): HistoryEntry[] {
  const { to_state, actor_id, noticed_through, reason, moved_at, name } = transition;
  if (to_state === 'refunded') return []; // shown by the entries of refunds
  const kind: HistoryKind = to_state === 'unpaid' ? 'placed' : to_state;
  const isBuyer = actor_id === order.buyer_id || kind === 'paid';
  const by: HistoryActor = isBuyer ? 'buyer' : actor_id === null ? 'shop' : 'administrator';
  const entry: HistoryEntry = { kind, at: moved_at, by };
  if (by === 'administrator') entry.byName = name ?? undefined;
  if (kind === 'placed') entry.amount = computeTotal(placed);
  if (kind === 'paid') {
    const { transaction_id: transactionId } = order;
    Object.assign(entry, { amount: computeTotal(order), transactionId, noticedThrough: noticed_through });
  }
  if (kind !== 'paid' && reason !== null) entry.reason = reason; // of a payment it is its id
  if (kind === 'shipped') Object.assign(entry, { carrier: shipment?.carrier, tracking: shipment?.tracking });
  return [entry];
}

function makeShipmentEntries(shipments: ShipmentDetails[]): HistoryEntry[] {
  const firstTracked = shipments.findIndex(({ tracking }) => tracking !== null);
  return shipments
    .map(({ carrier, tracking, told_at, name }, index) => ({
      kind: index === firstTracked ? ('tracking-given' as const) : ('shipment-corrected' as const),
      at: told_at,
      by: 'administrator' as const,
      byName: name,
      carrier,
      tracking,
    }))
    .slice(1);
}

function makeRefundEntries(
  refund: OrderRefund,
  details: { byName: string | undefined; transactionId: string | null },
): HistoryEntry[] {
  const { amount_cents: amount, reason, returned_units: units, failure } = refund;
  const { transactionId } = details;
  const request = { by: findRefundActor(refund), ...details, amount, reason, units };
  const failed = { by: 'provider' as const, amount, reason: failure, transactionId };
  const entries: HistoryEntry[] = [];
  if (refund.status === 'pending')
    entries.push({ ...request, kind: 'refund-pending', at: refund.created_at });
  if (refund.succeeded_at) entries.push({ ...request, kind: 'refunded', at: refund.succeeded_at });
  if (refund.failed_at) {
    const kind = refund.succeeded_at ? 'refund-sent-back' : 'refund-failed';
    entries.push({ ...failed, kind, at: refund.failed_at });
  }
  return entries;
}

function findRefundActor({ requested_by, made_at_provider }: OrderRefund): HistoryActor {
  if (requested_by) return 'administrator';
  return made_at_provider ? 'provider' : 'shop';
}

function makeDisputeEntries(dispute: DisputeRow, paidAt: Date): HistoryEntry[] {
  const { amount_cents: amount, reason, status, opened_at, closed_at } = dispute;
  const by = 'provider' as const;
  return [
    { kind: 'dispute-opened', at: pickLater(paidAt, opened_at), by, amount, reason },
    ...(closed_at ? [{ kind: 'dispute-closed' as const, at: closed_at, by, amount, reason: status }] : []),
  ];
}
