/** A buyer orders units of one or several parts: all lines or none. */
import { randomUUIDv7 } from 'node:crypto';
import { takeFromBasket } from '#basket/use-cases/take-from-basket.ts';
import { findPartsByIds, lockParts, type PartRow } from '#catalogue/database/parts.ts';
import { takeStock } from '#catalogue/database/stock.ts';
import { makeOrderablePart, type OrderDecision } from '#catalogue/rules/orderable-part.ts';
import { recordStockAlerts } from '#catalogue/use-cases/record-stock-alerts.ts';
import { agreeDelivery, type DeliveryRequest } from '#delivery/use-cases/agree-delivery.ts';
import type { Viewer } from '#kernel/people.ts';
import { type ImpossibleLine, isRefused, type Refusal } from '#kernel/refusals.ts';
import { lockPerson } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import { type Claim, withIdempotency } from '#platform/database/idempotency.ts';
import { ChangedMeanwhile, inRepeatedTransaction } from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import {
  countUnpaidPurchases,
  findOrder,
  findOrdersOfPurchase,
  type OrderRow,
  type PurchaseDetails,
  restorePlacedOrder,
  sumUnpaidUnits,
} from '#purchases/database/orders.ts';
import { findPurchase } from '#purchases/database/purchases.ts';
import { shareDelivery } from '#purchases/rules/order-deliveries.ts';
import { checkUnpaidPurchases, chooseExpiryHours, type OrderMailJob } from '#purchases/rules/orders.ts';
import {
  checkTotal,
  decideLine,
  describeImpossibleLine,
  type PurchaseLine,
  type RequestedLine,
  sumLines,
} from '#purchases/rules/purchases.ts';
import { createOrders, type KeepFit } from '#purchases/use-cases/transition-order.ts';

export type PurchaseRequest = {
  viewer: Viewer;
  phone: string;
  details: PurchaseDetails;
  lines: RequestedLine[];
  /** Takes the lines out of the buyer's basket. */
  isFromBasket: boolean;
  wantedDelivery: DeliveryRequest;
  claim: Claim | undefined;
  expiryHours: number;
  /** 0: no limit. */
  unpaidOrdersPerPerson: number;
  at: Date;
};

export type PlacingDependencies = Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'> & { keepFit: KeepFit };

/**
 * Its orders, by their ids. Refuses: as checkUnpaidPurchases, checkTotal and agreeDelivery, basket-changed,
 * lines-impossible, idempotency-key-reused.
 */
export async function placePurchase(
  { db, ...others }: PlacingDependencies,
  request: PurchaseRequest,
): Promise<OrderRow[] | Refusal> {
  const lines = sumLines(request.lines);
  const ids = { purchaseId: randomUUIDv7(), orderIds: lines.map(() => randomUUIDv7()).sort() };
  return await inRepeatedTransaction(db, (transaction) =>
    withIdempotency<PlacedIds, OrderRow[]>(transaction, {
      claim: request.claim,
      answer: { purchaseId: ids.purchaseId },
      run: () => orderLines({ db: transaction, ...others }, { ...request, ...ids, lines }),
      repeat: (earlier) => findPlacedOrders(transaction, earlier),
    }),
  );
}

/** Keys of release 0.3.0 have only the order of a call that was of one part. */
type PlacedIds = { purchaseId?: string; orderId?: string };

type WantedPurchase = Omit<PurchaseRequest, 'lines'> & {
  lines: PurchaseLine[];
  purchaseId: string;
  orderIds: string[];
};

/**
 * Locks the person, then the basket, then the parts, so that nobody deadlocks; and the parts last, because everybody else who
 * orders them waits until the commit.
 */
async function orderLines(
  { db, ...others }: TransactionDependencies<OrderMailJob> & PlacingDependencies,
  { lines, ...request }: WantedPurchase,
): Promise<OrderRow[] | Refusal> {
  const { viewer, orderIds, at } = request;
  const buyer = request.unpaidOrdersPerPerson > 0 ? await lockPerson(db, viewer.id) : undefined;
  const isConfirmed = buyer?.isConfirmed ?? true;
  const limitRefusal =
    buyer &&
    checkUnpaidPurchases(await countUnpaidPurchases(db, viewer.id), {
      isConfirmed,
      limit: request.unpaidOrdersPerPerson,
    });
  const changed = request.isFromBasket && (await takeFromBasket({ db }, { personId: viewer.id, lines, at }));
  if (isRefused(changed)) return changed;

  const units = isConfirmed || limitRefusal ? undefined : await sumUnpaidUnits(db, viewer.id);
  const decided = decideLines(lines, { parts: await findPartsByIds(db, listPartIds(lines)), units });
  if (isRefused(decided)) return decided;
  if (limitRefusal) return limitRefusal;
  const agreement = await agreeDelivery({ db }, { wanted: request.wantedDelivery, lines: decided, at });
  if (isRefused(agreement)) return agreement;
  const value = decided.reduce((sum, { total }) => sum + total, 0);
  const refusal = checkTotal(value + agreement.delivery.priceCents);
  if (refusal) return refusal;

  const orders = await createOrders(
    { db, ...others },
    {
      ...request,
      ...agreement,
      buyer: viewer,
      // in the order in which the orders of a purchase are read and locked
      lines: decided.map((line, index) => ({ ...line, orderId: orderIds[index] ?? '' })),
      expiryHours: chooseExpiryHours(isConfirmed, request.expiryHours),
    },
  );
  return (await takeUnits({ db }, { orders, lines, units, at })) ?? orders;
}

type WantedLine = OrderDecision & { part: PartRow; quantity: number };

function decideLines(
  lines: PurchaseLine[],
  { parts, units }: { parts: readonly PartRow[]; units: Map<string, number> | undefined },
): WantedLine[] | Refusal {
  const decided: WantedLine[] = [];
  const impossible: ImpossibleLine[] = [];
  for (const line of lines) {
    const part = parts.find(({ id }) => id === line.partId);
    const decision = part
      ? decideLine(makeOrderablePart(part), line, units && (units.get(part.id) ?? 0))
      : { refused: 'part-not-found' as const };
    if (part && !isRefused(decision)) decided.push({ ...decision, part, quantity: line.quantity });
    else if (isRefused(decision)) impossible.push(describeImpossibleLine(line.partId, decision));
  }
  return impossible.length > 0 ? { refused: 'lines-impossible', lines: impossible } : decided;
}

/** Refuses: lines-impossible. A part that has changed since it was read is looked at again, and at another price the work begins anew. */
async function takeUnits(
  { db }: Pick<TransactionDependencies, 'db'>,
  {
    orders,
    lines,
    units,
    at,
  }: { orders: OrderRow[]; lines: PurchaseLine[]; units: Map<string, number> | undefined; at: Date },
): Promise<Refusal | undefined> {
  // one alone is locked as it is taken
  let taken = orders.length === 1 ? await takeStock(db, orders, at) : [];
  if (taken.length === 0) {
    const decided = decideLines(lines, { parts: await lockParts(db, listPartIds(lines)), units });
    if (isRefused(decided)) return decided;
    if (decided.some(({ unitPrice }, index) => unitPrice !== orders[index]?.unit_price_cents))
      throw new ChangedMeanwhile();
    taken = await takeStock(db, orders, at);
  }
  if (taken.length < orders.length) throw new Error('Locked parts are not as they were');
  const changes = taken.map(({ units: sold, ...after }) => ({
    before: { ...after, stock: after.stock + sold },
    after,
  }));
  await recordStockAlerts({ db }, { changes, at });
  return undefined;
}

function listPartIds(lines: readonly PurchaseLine[]): string[] {
  return lines.map(({ partId }) => partId);
}

/** As they were when they were placed, whatever became of them since. */
async function findPlacedOrders(db: Database, { orderId, ...ids }: PlacedIds): Promise<OrderRow[] | Refusal> {
  const purchaseId = ids.purchaseId ?? (orderId && (await findOrder(db, orderId))?.purchase_id);
  if (!purchaseId) return { refused: 'order-not-found' };
  const orders = await findOrdersOfPurchase(db, purchaseId);
  const { delivery } = await findPurchase(db, purchaseId);
  const shares = shareDelivery(
    delivery?.priceCents ?? 0,
    orders.map(({ total_cents }) => total_cents),
  );
  return orders.map((order, index) => restorePlacedOrder({ ...order, delivery_cents: shares[index] ?? 0 }));
}
