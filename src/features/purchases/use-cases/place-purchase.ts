/** A buyer orders units of one or several parts: all lines or none. What several order at once is placed together. */
import { randomUUIDv7 } from 'node:crypto';
import { deleteOrderedLines, lockBasketUnits } from '#basket/database/basket.ts';
import { findPartsByIds, lockParts, type PartRow } from '#catalogue/database/parts.ts';
import { takeStock } from '#catalogue/database/stock.ts';
import type { StockedPart } from '#catalogue/rules/low-stock.ts';
import { makeOrderablePart, type OrderDecision } from '#catalogue/rules/orderable-part.ts';
import { recordStockAlerts, type StockChange } from '#catalogue/use-cases/record-stock-alerts.ts';
import { findDeliveryRules } from '#delivery/database/delivery-rules.ts';
import { agreeDelivery, type DeliveryRequest } from '#delivery/rules/agree-delivery.ts';
import type { DeliveryRules, StoredRules } from '#delivery/rules/rules.ts';
import type { Viewer } from '#kernel/people.ts';
import { type ImpossibleLine, isRefused, type Refusal } from '#kernel/refusals.ts';
import { lockPeople } from '#people/database/people.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Group } from '#platform/database/group-commit.ts';
import { type Claim, claimKeys, type EarlierClaim, releaseKeys } from '#platform/database/idempotency.ts';
import {
  ChangedMeanwhile,
  inRepeatedTransaction,
  limitLockWaits,
  runTransaction,
} from '#platform/database/transaction.ts';
import type { Dependencies, TransactionDependencies } from '#platform/jobs/dependencies.ts';
import type { OrderDelivery } from '#purchases/database/order-deliveries.ts';
import {
  countUnpaidPurchases,
  findOrder,
  findOrdersOfPurchase,
  type OrderRow,
  type PurchaseDetails,
  restorePlacedOrder,
  sumUnpaidUnits,
} from '#purchases/database/orders.ts';
import { findPurchase, type PurchaseRow } from '#purchases/database/purchases.ts';
import { promiseOrder, restoreShares } from '#purchases/rules/order-deliveries.ts';
import { checkUnpaidPurchases, chooseExpiryHours, type OrderMailJob } from '#purchases/rules/orders.ts';
import {
  checkTotal,
  decideLine,
  describeImpossibleLine,
  type PurchaseLine,
  type RequestedLine,
  sumLines,
} from '#purchases/rules/purchases.ts';
import { createOrders, type KeepFit, type NewOrders } from '#purchases/use-cases/transition-order.ts';

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

export type PlacingDependencies = Pick<Dependencies<OrderMailJob>, 'db' | 'enqueue'> & {
  keepFit: KeepFit;
  /** Of this process; undefined: each purchase is placed alone. */
  group?: PurchaseGroup | undefined;
};

export type PurchaseGroup = Group<WantedPurchase, Placed>;

/**
 * Its orders, by their ids. Refuses: as checkUnpaidPurchases, checkTotal and agreeDelivery, basket-changed,
 * lines-impossible, idempotency-key-reused. What arrives while another purchase is placed is placed together with others
 * (docs/decisions/112-group-commit.md).
 */
export async function placePurchase(
  { db, group, ...others }: PlacingDependencies,
  request: PurchaseRequest,
): Promise<Placed> {
  const lines = sumLines(request.lines);
  const ids = { purchaseId: randomUUIDv7(), orderIds: lines.map(() => randomUUIDv7()).sort() };
  const wanted: WantedPurchase = { ...request, lines, ...ids };
  const alone = () =>
    inRepeatedTransaction(db, async (transaction) => {
      const [placed = []] = await placeTogether({ db: transaction, ...others }, [wanted]);
      return placed;
    });
  if (!group) return await alone();
  const { claim } = request;
  return await group.run(wanted, {
    key: claim && `${claim.personId} ${claim.key}`,
    alone,
    together: (all) =>
      runTransaction(db, async (transaction) => {
        await limitLockWaits(transaction, group.lockTimeoutMs);
        return await placeTogether({ db: transaction, ...others }, all);
      }),
  });
}

/** `agreed`: how it is delivered; of an order that was placed before it has to be read. */
export type PlacedOrder = OrderRow & { purchase: PurchaseRow; agreed?: OrderDelivery };
type Placed = PlacedOrder[] | Refusal;

/** Keys of release 0.3.0 have only the order of a call that was of one part. */
type PlacedIds = { purchaseId?: string; orderId?: string };

type WantedPurchase = Omit<PurchaseRequest, 'lines'> & {
  lines: PurchaseLine[];
  purchaseId: string;
  orderIds: string[];
};

/**
 * An answer for each, by index. Of what is refused nothing is left, but of one alone: its transaction is rolled back. Locks
 * the keys, then the people, then the baskets, then the parts, each by their ids, so that nobody deadlocks; and the parts last,
 * because everybody else who orders them waits until the commit.
 */
async function placeTogether(
  { db, ...others }: TransactionDependencies<OrderMailJob> & Pick<PlacingDependencies, 'keepFit'>,
  all: readonly WantedPurchase[],
): Promise<Placed[]> {
  const answers = new Map<WantedPurchase, Placed>();
  for (const [wanted, earlier] of await claimAll(db, all))
    answers.set(wanted, await repeatAnswer(db, wanted, earlier));

  const accepted: Accepted[] = [];
  const fresh = all.filter((wanted) => !answers.has(wanted));
  for (const [wanted, decision] of fresh.length > 0 ? await decideAll({ db }, fresh) : []) {
    if (isRefused(decision)) answers.set(wanted, decision);
    else accepted.push({ wanted, ...decision });
  }
  if (all.length > 1) {
    const refused = fresh.filter((wanted) => answers.has(wanted));
    const claims = refused.flatMap(({ claim }) => claim ?? []);
    await releaseKeys(db, claims);
  }
  if (accepted.length > 0) {
    const purchases = accepted.map(({ purchase }) => purchase);
    const placed = await createOrders({ db, ...others }, { purchases });
    for (const [index, made] of placed.entries()) {
      const each = accepted[index];
      if (each) answers.set(each.wanted, nameDeliveries(made, each));
    }
    const only = all.length === 1 ? accepted[0] : undefined;
    const refusal = await takeUnits({ db }, { only, orders: placed.flatMap(({ orders }) => orders) });
    if (refusal) return [refusal];
  }
  return all.map((wanted) => answers.get(wanted) ?? []);
}

/** The keys that were claimed before, with their answers. */
async function claimAll(
  db: Database,
  all: readonly WantedPurchase[],
): Promise<Map<WantedPurchase, EarlierClaim>> {
  const keyed = all.flatMap((wanted) => (wanted.claim ? [{ wanted, claim: wanted.claim }] : []));
  const claims = keyed.map(({ wanted: { purchaseId }, claim }) => ({ claim, answer: { purchaseId } }));
  const earlier = await claimKeys(db, claims);
  return new Map(keyed.flatMap(({ wanted }, index) => (earlier[index] ? [[wanted, earlier[index]]] : [])));
}

async function repeatAnswer(db: Database, { claim }: WantedPurchase, earlier: EarlierClaim): Promise<Placed> {
  if (earlier.request !== claim?.request) return { refused: 'idempotency-key-reused' };
  return await findPlacedOrders(db, earlier.answer as PlacedIds);
}

type Decision = { purchase: NewOrders; units: Units | undefined; rules: DeliveryRules };
type Accepted = Decision & { wanted: WantedPurchase };

/** What an unconfirmed buyer holds, by part. */
type Units = ReadonlyMap<string, number>;

/** In their order: what one is granted, the next ones find gone. */
async function decideAll(
  { db }: Pick<TransactionDependencies, 'db'>,
  all: readonly WantedPurchase[],
): Promise<Map<WantedPurchase, Decision | Refusal>> {
  const buyers = await lockBuyers(db, all);
  const fromBasket = all.filter(({ isFromBasket }) => isFromBasket);
  const ownerIds = fromBasket.map(({ viewer }) => viewer.id);
  const baskets = await lockBasketUnits(db, ownerIds);
  const parts = new Map((await findPartsByIds(db, listPartIds(all))).map((part) => [part.id, part]));
  const rules = await findDeliveryRules(db);
  const decisions = new Map<WantedPurchase, Decision | Refusal>();
  const taken: { personId: string; partId: string }[] = [];
  for (const wanted of all) {
    const personId = wanted.viewer.id;
    const buyer = buyers.get(personId);
    const basket = wanted.isFromBasket ? baskets.get(personId) : undefined;
    const decision =
      (basket && checkBasket(basket, wanted)) ?? decidePurchase(wanted, { buyer, parts, rules });
    decisions.set(wanted, decision);
    if (isRefused(decision)) continue;
    for (const { part, quantity } of decision.purchase.lines) {
      parts.set(part.id, { ...part, stock: part.stock - quantity });
      if (basket?.delete(part.id)) taken.push({ personId, partId: part.id });
    }
    if (buyer) buyers.set(personId, addUnpaid(buyer, wanted));
  }
  const [first] = fromBasket;
  if (first && taken.length > 0) await deleteOrderedLines(db, taken, first.at);
  return decisions;
}

/** Refuses: basket-changed (so that what another tab has ordered is not ordered again). */
function checkBasket(
  basket: ReadonlyMap<string, number>,
  { lines }: Pick<WantedPurchase, 'lines'>,
): Refusal | undefined {
  const isChanged = lines.some(({ partId, quantity }) => basket.get(partId) !== quantity);
  return isChanged ? { refused: 'basket-changed' } : undefined;
}

type Buyer = { isConfirmed: boolean; unpaid: number; units: Units };

/** Those whose unpaid purchases are limited, by id. */
async function lockBuyers(db: Database, all: readonly WantedPurchase[]): Promise<Map<string, Buyer>> {
  const limited = all.filter(({ unpaidOrdersPerPerson }) => unpaidOrdersPerPerson > 0);
  const ids = [...new Set(limited.map(({ viewer }) => viewer.id))];
  if (ids.length === 0) return new Map();
  const people = await lockPeople(db, ids);
  const unpaid = await countUnpaidPurchases(db, ids);
  const unconfirmed = ids.filter((id) => !people.get(id));
  const units = unconfirmed.length > 0 ? await sumUnpaidUnits(db, unconfirmed) : new Map<string, Units>();
  return new Map(
    ids.map((id) => [
      id,
      {
        isConfirmed: people.get(id) ?? false,
        unpaid: unpaid.get(id) ?? 0,
        units: units.get(id) ?? new Map(),
      },
    ]),
  );
}

function addUnpaid({ units, ...buyer }: Buyer, { lines }: WantedPurchase): Buyer {
  const added = lines.map(({ partId, quantity }) => [partId, (units.get(partId) ?? 0) + quantity] as const);
  return { ...buyer, unpaid: buyer.unpaid + 1, units: new Map([...units, ...added]) };
}

function decidePurchase(
  { lines, ...request }: WantedPurchase,
  { buyer, parts, rules }: { buyer: Buyer | undefined; parts: Parts; rules: StoredRules },
): Decision | Refusal {
  const isConfirmed = buyer?.isConfirmed ?? true;
  const limit = request.unpaidOrdersPerPerson;
  const limitRefusal = buyer && checkUnpaidPurchases(buyer.unpaid, { isConfirmed, limit });
  const units = isConfirmed || limitRefusal ? undefined : buyer?.units;
  const decided = decideLines(lines, { parts, units });
  if (isRefused(decided)) return decided;
  if (limitRefusal) return limitRefusal;
  const { wantedDelivery: wanted, at } = request;
  const agreement = agreeDelivery(rules, { wanted, lines: decided, at });
  if (isRefused(agreement)) return agreement;
  const value = decided.reduce((sum, { total }) => sum + total, 0);
  const refusal = checkTotal(value + agreement.delivery.priceCents);
  if (refusal) return refusal;
  const purchase = {
    ...request,
    ...agreement,
    buyer: request.viewer,
    // in the order in which the orders of a purchase are read and locked
    lines: decided.map((line, index) => ({ ...line, orderId: request.orderIds[index] ?? '' })),
    expiryHours: chooseExpiryHours(isConfirmed, request.expiryHours),
  };
  return { purchase, units, rules: rules.rules };
}

function nameDeliveries(
  { purchase, orders }: { purchase: PurchaseRow; orders: OrderRow[] },
  { rules, purchase: { delivery, pickUpAt, at } }: Accepted,
): PlacedOrder[] {
  const promised = { delivery, isPickUp: pickUpAt !== null, rules };
  return orders.map((order) => {
    const promise = promiseOrder(order, promised, at);
    return { ...order, purchase, agreed: { method: delivery.name, pickUpAt, promise, orders } };
  });
}

type Parts = ReadonlyMap<string, PartRow>;
type WantedLine = OrderDecision & { part: PartRow; quantity: number };

function decideLines(
  lines: readonly PurchaseLine[],
  { parts, units }: { parts: Parts; units: Units | undefined },
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

/**
 * Refuses one alone: lines-impossible. A part that has changed since it was read is looked at again, and at another price, or
 * when there are several purchases, the work begins anew.
 */
async function takeUnits(
  { db }: Pick<TransactionDependencies, 'db'>,
  { only, orders }: { only: Accepted | undefined; orders: readonly OrderRow[] },
): Promise<Refusal | undefined> {
  const partIds = [...new Set(orders.map(({ part_id }) => part_id))];
  // one alone is locked as it is taken
  let taken = partIds.length === 1 ? await takeStock(db, orders) : [];
  if (taken.length === 0) {
    const parts = new Map((await lockParts(db, partIds)).map((part) => [part.id, part]));
    const decided = only && decideLines(only.wanted.lines, { parts, units: only.units });
    if (isRefused(decided)) return decided;
    if (decided?.some(({ unitPrice }, index) => unitPrice !== orders[index]?.unit_price_cents))
      throw new ChangedMeanwhile();
    taken = await takeStock(db, orders);
  }
  if (taken.length < partIds.length) throw new ChangedMeanwhile();
  const changes = taken.flatMap((after) => listStockChanges(after, orders));
  await recordStockAlerts({ db }, { changes, at: orders[0]?.placed_at ?? new Date() });
  return undefined;
}

/** One for each order, as if each had been placed after the other. */
function listStockChanges(
  { units, ...after }: StockedPart & { units: number },
  orders: readonly OrderRow[],
): StockChange[] {
  let stock = after.stock + units;
  return orders
    .filter(({ part_id }) => part_id === after.id)
    .map(({ quantity }) => {
      const before = { ...after, stock };
      stock -= quantity;
      return { before, after: { ...after, stock } };
    });
}

function listPartIds(all: readonly Pick<WantedPurchase, 'lines'>[]): string[] {
  return [...new Set(all.flatMap(({ lines }) => lines.map(({ partId }) => partId)))];
}

/** As they were when they were placed, whatever became of them since. */
async function findPlacedOrders(db: Database, { orderId, ...ids }: PlacedIds): Promise<Placed> {
  const purchaseId = ids.purchaseId ?? (orderId && (await findOrder(db, orderId))?.purchase_id);
  if (!purchaseId) return { refused: 'order-not-found' };
  const orders = await findOrdersOfPurchase(db, purchaseId);
  const purchase = await findPurchase(db, purchaseId);
  return restoreShares(orders, purchase).map((order) => ({ ...restorePlacedOrder(order), purchase }));
}
