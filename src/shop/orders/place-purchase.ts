/** A buyer orders several parts at once: all lines or none. */
import { randomUUIDv7 } from 'node:crypto';
import { lockParts, type PartRow } from '#database/catalogue/parts.ts';
import { takeStockOfOrders } from '#database/catalogue/stock.ts';
import type { Database } from '#database/connect.ts';
import { type Claim, withIdempotency } from '#database/idempotency.ts';
import {
  countUnpaidPurchases,
  findOrdersOfPurchase,
  type OrderRow,
  restorePlacedOrder,
  sumUnpaidUnits,
} from '#database/orders/orders.ts';
import { findPurchase, isOlderReleaseConnected } from '#database/orders/purchases.ts';
import { lockPerson } from '#database/people/people.ts';
import { inRepeatedTransaction } from '#database/transaction.ts';
import { shareDelivery } from '#domain/delivery/agreed-delivery.ts';
import type { Billing } from '#domain/invoices/billing.ts';
import {
  checkUnpaidPurchases,
  chooseExpiryHours,
  makeOrderablePart,
  type OrderDecision,
} from '#domain/orders/orders.ts';
import {
  checkTotal,
  decideLine,
  describeImpossibleLine,
  type PurchaseLine,
  sumLines,
} from '#domain/orders/purchases.ts';
import type { Viewer } from '#domain/people/people.ts';
import { type ImpossibleLine, isRefused, type Refusal } from '#domain/refusals.ts';
import { recordStockAlerts } from '#shop/administration/record-stock-alerts.ts';
import { takeFromBasket } from '#shop/basket/take-from-basket.ts';
import { agreeDelivery, type DeliveryRequest } from '#shop/delivery/agree-delivery.ts';
import type { Dependencies, TransactionDependencies } from '#shop/dependencies.ts';
import { createOrders } from '#shop/orders/transition-order.ts';

export type PurchaseRequest = {
  viewer: Viewer;
  lines: { partId: string; quantity: number; seenPrice: number | undefined }[];
  /** Takes the lines out of the buyer's basket. */
  isFromBasket: boolean;
  wantedDelivery: DeliveryRequest;
  phone: string;
  billing: Billing | undefined;
  claim: Claim | undefined;
  expiryHours: number;
  /** 0: no limit. */
  unpaidOrdersPerPerson: number;
  at: Date;
};

/**
 * Its orders, by their ids. Refuses: as checkUnpaidPurchases, checkTotal and agreeDelivery, basket-changed,
 * lines-impossible, older-release-connected, idempotency-key-reused.
 */
export async function placePurchase(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  request: PurchaseRequest,
): Promise<OrderRow[] | Refusal> {
  const purchaseId = randomUUIDv7();
  return await inRepeatedTransaction(db, (transaction) =>
    withIdempotency(transaction, {
      claim: request.claim,
      answer: { purchaseId },
      run: () => orderLines({ db: transaction, enqueue }, { ...request, purchaseId }),
      repeat: async (earlier) => {
        const orders = await findOrdersOfPurchase(transaction, earlier.purchaseId);
        const { delivery } = await findPurchase(transaction, earlier.purchaseId);
        const shares = shareDelivery(
          delivery?.priceCents ?? 0,
          orders.map(({ total_cents }) => total_cents),
        );
        return orders.map((order, index) =>
          restorePlacedOrder({ ...order, delivery_cents: shares[index] ?? 0 }),
        );
      },
    }),
  );
}

type WantedPurchase = PurchaseRequest & { purchaseId: string };

async function orderLines(
  { db, enqueue }: TransactionDependencies,
  request: WantedPurchase,
): Promise<OrderRow[] | Refusal> {
  const { viewer, at } = request;
  const lines = sumLines(request.lines);
  if (lines.length > 1 && (await isOlderReleaseConnected(db))) return { refused: 'older-release-connected' };
  // always before the rows of parts, as in placeOrder
  const buyer = request.unpaidOrdersPerPerson > 0 ? await lockPerson(db, viewer.id) : undefined;
  const isConfirmed = buyer?.isConfirmed ?? true;
  const limitRefusal =
    buyer &&
    checkUnpaidPurchases(await countUnpaidPurchases(db, viewer.id), {
      isConfirmed,
      limit: request.unpaidOrdersPerPerson,
    });
  if (limitRefusal) return limitRefusal;

  // before the parts, as whoever changes a basket
  const changed = request.isFromBasket && (await takeFromBasket({ db }, { personId: viewer.id, lines, at }));
  if (isRefused(changed)) return changed;

  const units = isConfirmed ? undefined : await sumUnpaidUnits(db, viewer.id);
  const decided = decideLines(lines, { parts: await findLockedParts(db, lines), units });
  if (isRefused(decided)) return decided;
  const agreement = await agreeDelivery({ db }, { wanted: request.wantedDelivery, lines: decided, at });
  if (isRefused(agreement)) return agreement;
  const value = decided.reduce((sum, { total }) => sum + total, 0);
  const refusal = checkTotal(value + agreement.delivery.priceCents, 'purchase');
  if (refusal) return refusal;

  const expiryHours = chooseExpiryHours(isConfirmed, request.expiryHours);
  const orders = await createOrders(
    { db, enqueue },
    { ...request, ...agreement, buyer: viewer, lines: giveIds(decided), expiryHours },
  );
  await takeStockOfOrders(db, orders, at);
  const changes = decided.map(({ part, quantity }) => ({
    before: part,
    after: { ...part, stock: part.stock - quantity },
  }));
  await recordStockAlerts({ db }, { changes, at });
  return orders;
}

async function findLockedParts(db: Database, lines: PurchaseLine[]): Promise<Map<string, PartRow>> {
  const parts = await lockParts(
    db,
    lines.map(({ partId }) => partId),
  );
  return new Map(parts.map((part) => [part.id, part]));
}

type WantedLine = OrderDecision & { part: PartRow; quantity: number };

function decideLines(
  lines: PurchaseLine[],
  { parts, units }: { parts: Map<string, PartRow>; units: Map<string, number> | undefined },
): WantedLine[] | Refusal {
  const decided: WantedLine[] = [];
  const impossible: ImpossibleLine[] = [];
  for (const line of lines) {
    const part = parts.get(line.partId);
    const decision = part
      ? decideLine(makeOrderablePart(part), line, units && (units.get(part.id) ?? 0))
      : { refused: 'part-not-found' as const };
    if (part && !isRefused(decision)) decided.push({ ...decision, part, quantity: line.quantity });
    else if (isRefused(decision)) impossible.push(describeImpossibleLine(line.partId, decision));
  }
  return impossible.length > 0 ? { refused: 'lines-impossible', lines: impossible } : decided;
}

/** In the order in which the orders of a purchase are read and locked. */
function giveIds(lines: WantedLine[]) {
  const ids = lines.map(() => randomUUIDv7()).sort();
  return lines.map((line, index) => ({ ...line, orderId: ids[index] ?? '' }));
}
