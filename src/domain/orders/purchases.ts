/** Purchases: orders of one buyer that are placed together and paid by one payment. */
import { maxChargeCents, minChargeCents } from '#domain/money.ts';
import {
  checkUnconfirmedUnits,
  decideUnits,
  type OrderablePart,
  type OrderDecision,
  type OrderState,
} from '#domain/orders/orders.ts';
import { explainRefusal, type ImpossibleLine, isRefused, type Refusal } from '#domain/refusals.ts';

export const maxPurchaseLines = 50;

export type PurchaseLine = {
  partId: string;
  quantity: number;
  /** The unit prices in cents that the buyer saw. */
  seenPrices: number[];
};

type RequestedLine = { partId: string; quantity: number; seenPrice: number | undefined };

/** One line for each part, in the order of their ids: so all who take from several parts lock them alike. */
export function sumLines(lines: readonly RequestedLine[]): PurchaseLine[] {
  return [...Map.groupBy(lines, ({ partId }) => partId)]
    .map(([partId, ofPart]) => ({
      partId,
      quantity: ofPart.reduce((sum, { quantity }) => sum + quantity, 0),
      seenPrices: ofPart.flatMap(({ seenPrice }) => seenPrice ?? []),
    }))
    .sort((one, other) => (one.partId < other.partId ? -1 : 1));
}

/** `unpaidUnits`: what a buyer with an unconfirmed address holds of the part; undefined for others. Refuses: as decideUnits, confirm-address-first. */
export function decideLine(
  part: OrderablePart,
  { quantity, seenPrices }: PurchaseLine,
  unpaidUnits: number | undefined,
): OrderDecision | Refusal {
  const outdated = seenPrices.find((price) => price !== part.unitPrice);
  const decision = decideUnits(part, quantity, outdated);
  if (isRefused(decision)) return decision;
  const refusal = unpaidUnits === undefined ? undefined : checkUnconfirmedUnits(part, quantity, unpaidUnits);
  return refusal ?? decision;
}

export function describeImpossibleLine(partId: string, refusal: Refusal): ImpossibleLine {
  const { refused, ...facts } = refusal;
  return { partsId: partId, refused, detail: explainRefusal(refusal), ...facts };
}

/** What one card payment can be of, with delivery. Refuses: -too-small, -too-large; a `total` is of one part. */
export function checkTotal(cents: number, of: 'total' | 'purchase'): Refusal | undefined {
  if (cents < minChargeCents) return { refused: `${of}-too-small` };
  return cents > maxChargeCents ? { refused: `${of}-too-large` } : undefined;
}

type PricedOrder = { state: OrderState; total_cents: number; delivery_cents: number };

export function selectUnpaid<Order extends PricedOrder>(orders: readonly Order[]): Order[] {
  return orders.filter(({ state }) => state === 'unpaid');
}

/** In cents, with delivery. */
export function sumTotals(orders: readonly Amounts[]): number {
  return orders.reduce((sum, order) => sum + computeTotal(order), 0);
}

/** In cents: what they bear of the price of delivery. */
export function sumDelivery(orders: readonly Pick<Amounts, 'delivery_cents'>[]): number {
  return orders.reduce((sum, { delivery_cents }) => sum + delivery_cents, 0);
}

/** In cents: the parts, and the order's part of the price of delivery. */
export function computeTotal({ total_cents, delivery_cents }: Amounts): number {
  return total_cents + delivery_cents;
}

type Amounts = Pick<PricedOrder, 'total_cents' | 'delivery_cents'>;
