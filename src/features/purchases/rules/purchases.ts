/** Purchases: orders of one buyer that are placed together and paid by one payment. */
import { decideUnits, type OrderablePart, type OrderDecision } from '#catalogue/rules/orderable-part.ts';
import { type Cents, maxChargeCents, minChargeCents } from '#kernel/money.ts';
import { explainRefusal, type ImpossibleLine, isRefused, type Refusal } from '#kernel/refusals.ts';
import { checkUnconfirmedUnits, type OrderState } from '#purchases/rules/orders.ts';

export type PurchaseLine = {
  partId: string;
  quantity: number;
  /** The unit prices in cents that the buyer saw. */
  seenPrices: number[];
};

/** `seenPrice`: the unit price in cents that the buyer saw. */
export type RequestedLine = { partId: string; quantity: number; seenPrice: Cents | undefined };

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

/** The refusal of a purchase of one part, as the specification's call says it. */
export function refuseOnlyLine(refusal: Refusal): Refusal {
  switch (refusal.refused) {
    case 'lines-impossible': {
      const [{ partsId, detail, ...ofLine } = { refused: 'part-not-found' }] = refusal.lines;
      return ofLine as Refusal;
    }
    case 'purchase-too-small':
      return { refused: 'total-too-small' };
    case 'purchase-too-large':
      return { refused: 'total-too-large' };
    default:
      return refusal;
  }
}

/** What one card payment can be of, with delivery. Refuses: purchase-too-small, purchase-too-large. */
export function checkTotal(cents: Cents): Refusal | undefined {
  if (cents < minChargeCents) return { refused: 'purchase-too-small' };
  return cents > maxChargeCents ? { refused: 'purchase-too-large' } : undefined;
}

type PricedOrder = { state: OrderState; total_cents: Cents; delivery_cents: Cents };

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
