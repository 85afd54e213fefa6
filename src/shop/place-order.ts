/** A buyer orders a quantity of one part. */
import { randomUUIDv7 } from 'node:crypto';
import { announceCatalogueChange } from '#database/catalogue-version.ts';
import type { Database } from '#database/connect.ts';
import { type Claim, claimKey, keepAnswer } from '#database/idempotency.ts';
import { countUnpaid, findOrderOf, insertOrder, type OrderRow, recordMove } from '#database/orders.ts';
import { findPart, findPartOnSale, type PartRow } from '#database/parts.ts';
import { lockPerson } from '#database/people.ts';
import { takeStock } from '#database/stock.ts';
import { inTransaction } from '#database/transaction.ts';
import { checkUnpaidOrders, decideOrder, expiryHoursOf, expiryOf } from '#domain/orders.ts';
import { partImage } from '#domain/part-image.ts';
import type { Viewer } from '#domain/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { Enqueue } from '#shop/tools.ts';

export type OrderRequest = {
  viewer: Viewer;
  partId: string;
  quantity: number;
  location: string;
  phone: string;
  /** The unit price in cents that the buyer saw, if the request says. */
  seenPrice: number | undefined;
  claim: Claim | undefined;
  /** For how long the order is kept unpaid. */
  expiryHours: number;
  /** How many unpaid orders the viewer may have; 0: no limit, whoever they are. */
  unpaidOrdersPerPerson: number;
  at: Date;
};

/**
 * Places the order and takes its units from the stock in one transaction: after a crash there are both or neither.
 * The same claim again answers the order as it was placed.
 * Refuses: part-not-found, part-not-for-sale, price-changed, below-minimum-order, out-of-stock, total-too-small,
 * total-too-large, too-many-unpaid-orders, confirm-address-first, idempotency-key-reused.
 */
export async function placeOrder(
  db: Database,
  enqueue: Enqueue,
  request: OrderRequest,
): Promise<OrderRow | Refusal> {
  const answer = await inTransaction(db, async (transaction) => {
    const earlier = request.claim && (await claimKey(transaction, request.claim));
    if (earlier === 'reused') return { refused: 'idempotency-key-reused' };
    if (earlier && earlier !== 'new') return await orderOfAnswer(transaction, request.viewer, earlier.answer);

    // before the part's row, and in every order alike, so that no two wait for each other
    const buyer =
      request.unpaidOrdersPerPerson > 0 ? await lockPerson(transaction, request.viewer.id) : undefined;
    const part = await findPart(transaction, request.partId);
    if (!part) return { refused: 'part-not-found' };
    const decision = decideOrder(orderable(part), request.quantity, request.seenPrice);
    if (isRefused(decision)) return decision;
    const limited = buyer && (await checkLimits(transaction, request, part, buyer));
    if (limited) return limited;

    const expiryHours = expiryHoursOf(buyer?.isConfirmed ?? true, request.expiryHours);
    const order = await insertOrder(transaction, newOrder({ ...request, expiryHours }, part, decision));
    await recordMove(transaction, {
      id: randomUUIDv7(),
      order_id: order.id,
      from_state: null,
      to_state: 'unpaid',
      actor_id: request.viewer.id,
      moved_at: request.at,
    });
    await enqueue(transaction, { name: 'mail-order', change: 'placed', orderId: order.id });
    if (request.claim) await keepAnswer(transaction, request.claim, { orderId: order.id });
    // last, because the part's row stays locked from here to the commit and others are waiting for it
    const units = { partId: part.id, orderId: order.id, units: request.quantity, at: request.at };
    if (await takeStock(transaction, units)) return order;
    return { refused: 'out-of-stock', available: (await findPartOnSale(transaction, part.id))?.stock ?? 0 };
  });
  if (!isRefused(answer)) await announceCatalogueChange(db);
  return answer;
}

/** The buyer is locked, so that of several orders at the same moment each counts those before it. */
async function checkLimits(
  transaction: Database,
  { viewer, quantity, unpaidOrdersPerPerson }: OrderRequest,
  part: PartRow,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Refusal | undefined> {
  const unpaid = await countUnpaid(transaction, viewer.id, part.id);
  return checkUnpaidOrders(orderable(part), quantity, { unpaid, isConfirmed }, unpaidOrdersPerPerson);
}

function orderable(part: PartRow) {
  return {
    unitPrice: part.price_cents,
    stock: part.stock,
    minimumOrder: part.minimum_order,
    offSale: part.off_sale_at !== null,
  };
}

function newOrder(
  { viewer, quantity, location, phone, expiryHours, at }: OrderRequest,
  part: PartRow,
  { total, unitPrice }: { total: number; unitPrice: number },
) {
  return {
    id: randomUUIDv7(),
    part_id: part.id,
    buyer_id: viewer.id,
    buyer_name: viewer.name,
    buyer_email: viewer.email,
    location,
    phone,
    part_name: part.name,
    part_image: partImage(part),
    unit_price_cents: unitPrice,
    quantity,
    total_cents: total,
    state: 'unpaid' as const,
    placed_at: at,
    updated_at: at,
    expires_at: expiryOf(at, expiryHours),
  };
}

/** The order of an earlier answer as it was when it was placed, whatever has become of it. */
async function orderOfAnswer(db: Database, viewer: Viewer, answer: unknown): Promise<OrderRow | Refusal> {
  const { orderId } = answer as { orderId: string };
  const order = await findOrderOf(db, viewer, orderId);
  if (!order) return { refused: 'order-not-found' };
  return {
    ...order,
    state: 'unpaid',
    transaction_id: null,
    carrier: null,
    tracking: null,
    refunded_cents: 0,
    updated_at: order.placed_at,
  };
}
