/** A shop in memory: what must become of purchases, whatever happens to their orders and payments. */
import { type DeliveryRules, defaultDeliveryRules } from '#delivery/rules/rules.ts';

export type ModelOrder = {
  id: string;
  part: number;
  quantity: number;
  /** In cents: the parts, and the order's part of the price of delivery. */
  value: number;
  delivery: number;
  total: number;
  state: 'unpaid' | 'paid' | 'shipped' | 'cancelled' | 'expired' | 'refunded';
  /** When it was cancelled or expired, in steps. */
  closedAt: number;
  refunded: number;
  returnedUnits: number;
  paidBy: ModelPayment | undefined;
};

export type ModelPayment = {
  id: string;
  secret: string;
  /** The order that it names. */
  orderId: string;
  amount: number;
  atProvider: 'waiting' | 'charged' | 'cancelled';
  isDisputed: boolean;
  /** The shop made it, or has heard of it. */
  isKnown: boolean;
  isDisputeKnown: boolean;
  /** As the shop sees it. */
  status: 'open' | 'succeeded' | 'late' | 'cancelled';
  refundedAtProvider: number;
};

export type ModelPurchase = { id: string; orders: ModelOrder[]; payments: ModelPayment[] };

export const minPayment = 50;

const deliveryPrices = [
  { from: 0, priceCents: 37 },
  { from: 300, priceCents: 61 },
];
const freeDeliveryFrom = 900;

export function computeDelivery(value: number): number {
  if (value >= freeDeliveryFrom) return 0;
  return deliveryPrices.findLast(({ from }) => value >= from)?.priceCents ?? 0;
}

export function makeDeliveryRules(): DeliveryRules {
  const rules = structuredClone(defaultDeliveryRules);
  for (const method of rules.zones.flatMap(({ methods }) => methods)) {
    Object.assign(method, { prices: deliveryPrices, freeFromCents: freeDeliveryFrom });
  }
  return rules;
}

export function selectUnpaid({ orders }: ModelPurchase): ModelOrder[] {
  return orders.filter(({ state }) => state === 'unpaid');
}

export function sumTotals(orders: ModelOrder[]): number {
  return orders.reduce((sum, { total }) => sum + total, 0);
}

export function findOpen({ payments }: ModelPurchase): ModelPayment | undefined {
  return payments.find(({ status, isKnown }) => isKnown && status === 'open');
}

/** The shop hears of the payment's state at the provider. True when that makes orders paid. */
export function settle(purchase: ModelPurchase, payment: ModelPayment): boolean {
  if (payment.atProvider === 'waiting') return false;
  payment.isKnown = true;
  if (payment.atProvider === 'cancelled') {
    if (payment.status === 'open') payment.status = 'cancelled';
    return false;
  }
  if (payment.status === 'succeeded' || payment.status === 'late') return false;
  const unpaid = selectUnpaid(purchase);
  if (unpaid.length > 0 && sumTotals(unpaid) === payment.amount) {
    payment.status = 'succeeded';
    for (const order of unpaid) Object.assign(order, { state: 'paid', paidBy: payment });
    return true;
  }
  payment.status = 'late';
  if (!payment.isDisputed) refundLate(purchase, payment);
  return false;
}

/** The shop closes the open payment before it closes an order. False when the payment has paid the orders instead. */
export function closeOpenPayment(purchase: ModelPurchase): boolean {
  const open = findOpen(purchase);
  if (!open) return true;
  if (open.atProvider === 'waiting') open.atProvider = 'cancelled';
  return !settle(purchase, open);
}

/** Returns the units to give back to the stock, by part. */
export function closeOrders(
  purchase: ModelPurchase,
  orders: ModelOrder[],
  { state, isByBuyer, step }: { state: 'cancelled' | 'expired'; isByBuyer: boolean; step: number },
): [part: number, units: number][] {
  if (orders.length === 0 || !closeOpenPayment(purchase)) return [];
  for (const order of orders) Object.assign(order, { state, closedAt: step });
  const rest = selectUnpaid(purchase);
  if (rest.length > 0) {
    const before = [...orders, ...rest].reduce((sum, { delivery }) => sum + delivery, 0);
    const price = computeDelivery(rest.reduce((sum, { value }) => sum + value, 0));
    for (const order of orders) setDelivery(order, 0);
    spreadDelivery(rest, isByBuyer ? price : Math.min(price, before));
  }
  return orders.map((order) => [order.part, order.quantity]);
}

/** By value; each order takes what brings the sum so far to its part, rounded down. */
export function spreadDelivery(orders: ModelOrder[], cents: number): void {
  const value = orders.reduce((sum, order) => sum + order.value, 0);
  let taken = 0;
  let soFar = 0;
  for (const order of orders) {
    soFar += order.value;
    const until = Math.floor((cents * soFar) / value);
    setDelivery(order, until - taken);
    taken = until;
  }
}

function setDelivery(order: ModelOrder, delivery: number): void {
  Object.assign(order, { delivery, total: order.value + delivery });
}

/** All of it goes back; it is of the orders that were closed last, if it is their total. */
function refundLate({ orders }: ModelPurchase, payment: ModelPayment): void {
  payment.refundedAtProvider = payment.amount;
  const closed = orders.filter(({ state }) => state === 'cancelled' || state === 'expired');
  const isUnpaid = orders.some(({ state }) => state === 'unpaid');
  const named = closed.find(({ id, total }) => id === payment.orderId && total === payment.amount);
  const sets = closed.map(({ closedAt }) => closed.filter((order) => order.closedAt >= closedAt));
  const last = isUnpaid ? undefined : sets.find((set) => set.length > 1 && sumTotals(set) === payment.amount);
  for (const order of last ?? (named ? [named] : []))
    Object.assign(order, { state: 'refunded', refunded: order.total, paidBy: payment });
}

/** An administrator's refund; the kind of the refusal if it is refused. */
export function refund(
  order: ModelOrder,
  { amount, units }: { amount: number | undefined; units: number },
): string | undefined {
  const payment = order.paidBy;
  const left = payment?.status === 'succeeded' ? order.total - order.refunded : 0;
  if (!payment || left <= 0) return 'order-not-refundable';
  if (payment.isDisputeKnown) return 'order-disputed';
  if ((amount ?? left) > left) return 'refund-too-large';
  if (units > order.quantity - order.returnedUnits) return 'too-many-units';
  if (payment.isDisputed) return 'refund-failed';
  order.returnedUnits += units;
  payment.refundedAtProvider += amount ?? left;
  addRefund(order, amount ?? left);
  return undefined;
}

/** A refund that somebody made at the provider. */
export function shareProviderRefund(purchase: ModelPurchase, payment: ModelPayment, amount: number): void {
  payment.refundedAtProvider += amount;
  const paid = purchase.orders.filter(({ paidBy }) => paidBy === payment);
  const exact = paid.find(({ total, refunded }) => total - refunded === amount);
  let rest = amount;
  for (const order of exact ? [exact] : paid) {
    const share = Math.min(order.total - order.refunded, rest);
    rest -= share;
    if (share > 0) addRefund(order, share);
  }
}

function addRefund(order: ModelOrder, amount: number): void {
  order.refunded += amount;
  if (order.refunded === order.total) order.state = 'refunded';
}
