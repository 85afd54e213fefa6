/** Orders: their states and which may follow which (an unpaid one may be cancelled), totals, limits for unpaid orders. */
import type { OrderablePart } from '#catalogue/rules/orderable-part.ts';
import type { Refusal, RefusalKind } from '#kernel/refusals.ts';

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

/** What lists of orders can show alone: a state, what is to be shipped, the orders of open and lost disputes, or those that should have arrived. */
export const orderStatuses = [...orderStates, 'to-ship', 'disputed', 'late'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** By the last promised day; `later`: also those without one. */
export const promisedDays = ['late', 'today', 'tomorrow', 'later'] as const;
export type PromisedDay = (typeof promisedDays)[number];

/** `promised`: of paid and shipped ones, by the last promised day. */
export const orderSorts = ['newest', 'oldest', 'total', 'promised'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** The allowed next states of each state. A late payment of a cancelled or expired order is refunded. */
export const orderTransitions = {
  unpaid: ['paid', 'cancelled', 'expired'],
  paid: ['shipped', 'refunded'],
  shipped: ['delivered', 'refunded'],
  delivered: ['refunded'],
  cancelled: ['refunded'],
  expired: ['refunded'],
  refunded: [],
} as const satisfies Record<OrderState, readonly OrderState[]>;

export function canTransition(from: OrderState, to: OrderState): boolean {
  return (orderTransitions[from] as readonly OrderState[]).includes(to);
}

/** Refuses: order-not-unpaid, order-not-paid, order-not-on-its-way, order-not-refundable. */
export function checkTransition(from: OrderState, to: Transition): Refusal | undefined {
  return canTransition(from, to) ? undefined : { refused: transitions[to].refusal, state: from };
}

export type Transition = Exclude<OrderState, 'unpaid'>;

export function findTransitionMail(to: Transition): OrderChange | undefined {
  return transitions[to].mail;
}

/** What its buyer is mailed of. */
export type OrderChange =
  | 'placed'
  | 'paid'
  | 'shipped'
  /** The tracking number came after the shipment. */
  | 'tracked'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'refund-failed'
  | 'late-payment-returned';

export type OrderMailJob = {
  name: 'mail-order';
  change: OrderChange;
  /** Of one purchase. */
  orderIds: string[];
  refundId?: string;
};

/** No mail for `refunded`: each refund sends one. */
const transitions = {
  paid: { refusal: 'order-not-unpaid', mail: 'paid' },
  shipped: { refusal: 'order-not-paid', mail: 'shipped' },
  delivered: { refusal: 'order-not-on-its-way', mail: undefined },
  cancelled: { refusal: 'order-not-unpaid', mail: 'cancelled' },
  expired: { refusal: 'order-not-unpaid', mail: 'expired' },
  refunded: { refusal: 'order-not-refundable', mail: undefined },
} as const satisfies Record<Transition, { refusal: RefusalKind; mail: OrderChange | undefined }>;

/** How the shop learned of a payment: by the buyer's page, an event of the provider, or its own request. */
export const paymentNotices = ['page', 'event', 'question'] as const;
export type PaymentNotice = (typeof paymentNotices)[number];

/** Cancelled or expired: its units are in the stock again. */
export function isClosedUnpaid(state: OrderState): boolean {
  return state === 'cancelled' || state === 'expired';
}

export function isShippedOrDelivered(state: OrderState): boolean {
  return state === 'shipped' || state === 'delivered';
}

export function computeExpiry(placedAt: Date, hours: number): Date {
  return new Date(placedAt.getTime() + hours * 3_600_000);
}

const maxUnpaidOrdersUnconfirmed = 2;
const expiryHoursUnconfirmed = 1;

export function chooseExpiryHours(isConfirmed: boolean, hours: number): number {
  return isConfirmed ? hours : Math.min(hours, expiryHoursUnconfirmed);
}

/** Refuses: too-many-unpaid-orders, confirm-address-first. */
export function checkUnpaidPurchases(
  unpaid: number,
  { isConfirmed, limit }: { isConfirmed: boolean; limit: number },
): Refusal | undefined {
  if (unpaid >= limit) return { refused: 'too-many-unpaid-orders', limit };
  if (isConfirmed || unpaid < maxUnpaidOrdersUnconfirmed) return undefined;
  return { refused: 'confirm-address-first', limit: maxUnpaidOrdersUnconfirmed };
}

/** `unpaidUnits`: what the buyer holds of the part. Refuses: confirm-address-first (more than half of the stock). */
export function checkUnconfirmedUnits(
  part: Pick<OrderablePart, 'stock' | 'minimumOrder'>,
  quantity: number,
  unpaidUnits: number,
): Refusal | undefined {
  const half = Math.floor((part.stock + unpaidUnits) / 2);
  const units = Math.max(half, part.minimumOrder) - unpaidUnits;
  if (quantity <= units) return undefined;
  return { refused: 'confirm-address-first', limit: maxUnpaidOrdersUnconfirmed, units: Math.max(units, 0) };
}
