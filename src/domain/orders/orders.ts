/** What an order is, how its total comes about, and the table of its transitions. */
import type { OrderChange } from '#domain/jobs.ts';
import { maxChargeCents, minChargeCents } from '#domain/money.ts';
import type { Refusal, RefusalKind } from '#domain/refusals.ts';

export const orderStates = [
  'unpaid',
  'paid',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** What lists of orders are sorted by; `total`: the largest first. */
export const orderSorts = ['newest', 'oldest', 'total'] as const;
export type OrderSort = (typeof orderSorts)[number];

/**
 * An order never moves backwards: from each state, the states it may move to. Money that arrives for an order which was
 * given up is returned, and the order is refunded then.
 */
export const orderTransitions = {
  unpaid: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
  refunded: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

/** The states in which an order holds its units: what it took from the stock has not come back. */
export const liveStates = ['unpaid', 'paid', 'shipped', 'delivered'] as const satisfies readonly OrderState[];

/** True when the table of transitions allows this one. */
export function canTransition(from: OrderState, to: OrderState): boolean {
  return (orderTransitions[from] as readonly OrderState[]).includes(to);
}

/** Why the order cannot move from one state to the other; undefined when it can. */
export function checkTransition(from: OrderState, to: Transition): Refusal | undefined {
  return canTransition(from, to) ? undefined : { refused: transitions[to].refusal, state: from };
}

/** A state that an order moves to; every order begins as `unpaid`. */
export type Transition = Exclude<OrderState, 'unpaid'>;

/** The mail to the buyer that comes with the transition, if there is one. */
export function findTransitionMail(to: Transition): OrderChange | undefined {
  return transitions[to].mail;
}

/** Each refund has a mail of its own, whether or not it moves the order. */
const transitions = {
  paid: { refusal: 'order-not-unpaid', mail: 'paid' },
  shipped: { refusal: 'order-not-paid', mail: 'shipped' },
  delivered: { refusal: 'order-not-shipped', mail: undefined },
  cancelled: { refusal: 'order-not-unpaid', mail: 'cancelled' },
  expired: { refusal: 'order-not-unpaid', mail: 'expired' },
  refunded: { refusal: 'order-not-refundable', mail: undefined },
} as const satisfies Record<Transition, { refusal: RefusalKind; mail: OrderChange | undefined }>;

/** True once an order has been sent: from then on it is known, or can be told, how it travels. */
export function isShippedOrDelivered(state: OrderState): boolean {
  return state === 'shipped' || state === 'delivered';
}

/** Until when an order that is placed now is kept unpaid. */
export function computeExpiry(placedAt: Date, hours: number): Date {
  return new Date(placedAt.getTime() + hours * 3_600_000);
}

/** How much somebody holds without having paid: their unpaid orders, and how many units of one part these hold. */
export type UnpaidOrders = { orders: number; units: number };

/** How many unpaid orders somebody may have until their e-mail address is confirmed. */
const maxUnpaidOrdersUnconfirmed = 2;

/** For how long the unpaid order of somebody is kept whose e-mail address is not confirmed. */
const expiryHoursUnconfirmed = 1;

/** For how long an order is kept unpaid, in hours, when confirmed people have `hours`. */
export function chooseExpiryHours(isConfirmed: boolean, hours: number): number {
  return isConfirmed ? hours : Math.min(hours, expiryHoursUnconfirmed);
}

/**
 * Decides whether somebody who holds `unpaid` may hold `quantity` units of the part besides; `limit` is how many unpaid
 * orders a person may have. Refuses: too-many-unpaid-orders, confirm-address-first.
 */
export function checkUnpaidOrders(
  part: Pick<OrderablePart, 'stock' | 'minimumOrder'>,
  quantity: number,
  buyer: { unpaid: UnpaidOrders; isConfirmed: boolean },
  limit: number,
): Refusal | undefined {
  const { unpaid, isConfirmed } = buyer;
  if (unpaid.orders >= limit) return { refused: 'too-many-unpaid-orders', limit };
  if (isConfirmed) return undefined;
  if (unpaid.orders >= maxUnpaidOrdersUnconfirmed) {
    return { refused: 'confirm-address-first', limit: maxUnpaidOrdersUnconfirmed };
  }
  const half = Math.floor((part.stock + unpaid.units) / 2);
  const units = Math.max(half, part.minimumOrder) - unpaid.units;
  if (quantity <= units) return undefined;
  return { refused: 'confirm-address-first', limit: maxUnpaidOrdersUnconfirmed, units: Math.max(units, 0) };
}

/** What must be known of a part to order it; `stock` in units, `unitPrice` in cents, null while it has no price. */
export type OrderablePart = {
  unitPrice: number | null;
  stock: number;
  minimumOrder: number;
  offSale: boolean;
};

/**
 * Decides an order of `quantity` units: its total and unit price in cents, or why not.
 * Refuses: part-not-for-sale, price-changed (the buyer saw another price), below-minimum-order, out-of-stock,
 * total-too-small, total-too-large.
 */
export function decideOrder(
  part: OrderablePart,
  quantity: number,
  seenPrice: number | undefined,
): { total: number; unitPrice: number } | Refusal {
  if (part.offSale || part.unitPrice === null) return { refused: 'part-not-for-sale' };
  if (seenPrice !== undefined && seenPrice !== part.unitPrice) {
    return { refused: 'price-changed', price: part.unitPrice / 100 };
  }
  if (quantity < part.minimumOrder) return { refused: 'below-minimum-order', minimum: part.minimumOrder };
  if (quantity > part.stock) return { refused: 'out-of-stock', available: part.stock };
  const total = part.unitPrice * quantity;
  if (total < minChargeCents) return { refused: 'total-too-small' };
  if (total > maxChargeCents) return { refused: 'total-too-large' };
  return { total, unitPrice: part.unitPrice };
}
