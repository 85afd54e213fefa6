/** A buyer orders a quantity of one part. */
import { randomUUIDv7 } from 'node:crypto';
import { findPart, findPartOnSale, type PartRow } from '#database/catalogue/parts.ts';
import { takeStock } from '#database/catalogue/stock.ts';
import type { Database } from '#database/connect.ts';
import { type Claim, withIdempotency } from '#database/idempotency.ts';
import {
  countUnpaidPurchases,
  findVisibleOrder,
  type OrderRow,
  restorePlacedOrder,
  sumUnpaidUnits,
} from '#database/orders/orders.ts';
import { lockPerson } from '#database/people/people.ts';
import { inRepeatedTransaction } from '#database/transaction.ts';
import type { Billing } from '#domain/invoices/billing.ts';
import {
  checkUnconfirmedUnits,
  checkUnpaidPurchases,
  chooseExpiryHours,
  decideUnits,
  makeOrderablePart,
} from '#domain/orders/orders.ts';
import { checkTotal } from '#domain/orders/purchases.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { recordStockAlerts } from '#shop/administration/record-stock-alerts.ts';
import { agreeDelivery, type DeliveryRequest } from '#shop/delivery/agree-delivery.ts';
import type { Dependencies, TransactionDependencies } from '#shop/dependencies.ts';
import { createOrders } from '#shop/orders/transition-order.ts';

export type OrderRequest = {
  viewer: Viewer;
  partId: string;
  quantity: number;
  wantedDelivery: DeliveryRequest;
  phone: string;
  billing: Billing | undefined;
  /** The unit price in cents that the buyer saw. */
  seenPrice: number | undefined;
  claim: Claim | undefined;
  expiryHours: number;
  /** 0: no limit. */
  unpaidOrdersPerPerson: number;
  at: Date;
};

/** A purchase of one. Refuses: as checkUnpaidPurchases, decideUnits, checkTotal and agreeDelivery, part-not-found, idempotency-key-reused. */
export async function placeOrder(
  { db, enqueue }: Pick<Dependencies, 'db' | 'enqueue'>,
  request: OrderRequest,
): Promise<OrderRow | Refusal> {
  const orderId = randomUUIDv7();
  return await inRepeatedTransaction(db, (transaction) =>
    withIdempotency(transaction, {
      claim: request.claim,
      answer: { orderId },
      run: () => orderUnits({ db: transaction, enqueue }, { ...request, orderId }),
      repeat: (earlier) => findPlacedOrder(transaction, request.viewer, earlier.orderId),
    }),
  );
}

async function orderUnits(
  { db, enqueue }: TransactionDependencies,
  request: OrderRequest & { orderId: string },
): Promise<OrderRow | Refusal> {
  const { viewer, partId, orderId, quantity, at } = request;
  // always before the part's row, so that two orders cannot deadlock
  const buyer = request.unpaidOrdersPerPerson > 0 ? await lockPerson(db, viewer.id) : undefined;
  const part = await findPart(db, partId);
  if (!part) return { refused: 'part-not-found' };
  const decision = decideUnits(makeOrderablePart(part), quantity, request.seenPrice);
  if (isRefused(decision)) return decision;
  const limitRefusal = buyer && (await checkLimits(db, request, part, buyer));
  if (limitRefusal) return limitRefusal;

  const agreement = await agreeDelivery(
    { db },
    { wanted: request.wantedDelivery, lines: [{ ...decision, part, quantity }], at },
  );
  if (isRefused(agreement)) return agreement;
  const totalRefusal = checkTotal(decision.total + agreement.delivery.priceCents, 'total');
  if (totalRefusal) return totalRefusal;
  const [order] = await createOrders(
    { db, enqueue },
    {
      ...request,
      ...agreement,
      purchaseId: randomUUIDv7(),
      buyer: viewer,
      lines: [{ ...decision, orderId, part, quantity }],
      expiryHours: chooseExpiryHours(buyer?.isConfirmed ?? true, request.expiryHours),
    },
  );
  if (!order) throw new Error('An order was not written');
  // last, because it locks the part's row until the commit
  const left = await takeStock(db, { partId, orderId, units: quantity, at });
  if (!left) return { refused: 'out-of-stock', available: (await findPartOnSale(db, partId))?.stock ?? 0 };
  const before = { ...left, stock: left.stock + quantity };
  await recordStockAlerts({ db }, { changes: [{ before, after: left }], at });
  return order;
}

async function checkLimits(
  transaction: Database,
  { viewer, quantity, unpaidOrdersPerPerson: limit }: OrderRequest,
  part: PartRow,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Refusal | undefined> {
  const unpaid = await countUnpaidPurchases(transaction, viewer.id);
  const refusal = checkUnpaidPurchases(unpaid, { isConfirmed, limit });
  if (refusal || isConfirmed) return refusal;
  const units = await sumUnpaidUnits(transaction, viewer.id);
  return checkUnconfirmedUnits(makeOrderablePart(part), quantity, units.get(part.id) ?? 0);
}

async function findPlacedOrder(db: Database, viewer: Viewer, orderId: string): Promise<OrderRow | Refusal> {
  const order = await findVisibleOrder(db, viewer, orderId);
  return order ? restorePlacedOrder(order) : { refused: 'order-not-found' };
}
