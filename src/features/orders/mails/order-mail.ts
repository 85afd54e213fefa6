/** Mails to a buyer about an order, or the orders of a purchase that changed together: one for each change. */
import { sayPromise } from '#delivery/rules/promise-wording.ts';
import { type Cents, formatMoney, minChargeCents, restTooSmall } from '#kernel/money.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { formatTimeIn } from '#kernel/times.ts';
import {
  type Fact,
  type MailContent,
  type MailShop,
  type RenderedMail,
  renderMail,
} from '#platform/mail/render-mail.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import type { OrderPromise } from '#purchases/rules/order-deliveries.ts';
import type { OrderChange } from '#purchases/rules/orders.ts';

type OrderedPart = Pick<OrderRow, 'id' | 'part_id' | 'part_name' | 'quantity' | 'unit_price_cents'>;

export type Parcel = {
  partNames: string[];
  carrier: string | null;
  tracking: string | null;
  /** Null: its carrier has no page for it that the shop knows. */
  trackingLink: string | null;
};

export type OrderMail = {
  /** At least one. */
  orders: OrderedPart[];
  buyerName: string;
  /** Of these orders, with delivery, in cents. */
  total: Cents;
  /** Of the price of delivery, what these orders bear, in cents. */
  deliveryPrice: Cents;
  /** Of the total, what a mail about a parcel says is given back, in cents. */
  refunded: Cents;
  /** Null: nothing was promised. */
  promise: OrderPromise | null;
  location: string;
  /** Null: the parts are brought to the location. */
  pickUpAt: string | null;
  transactionId: string | null;
  /** Of these orders, by carrier and tracking number. */
  parcels: Parcel[];
  expiresAt: Date;
  /** Of the shop. */
  timeZone: string;
  /** The other orders of the purchase that wait for something; totals in cents. */
  others: { unpaid: { orders: OrderedPart[]; total: Cents; deliveryPrice: Cents }; paid: number };
  refund: { amount: Cents; reason: string; failure: string | null; isWhole: boolean } | undefined;
  publicUrl: string;
};

export function renderOrderMail(change: OrderChange, order: OrderMail, shop: MailShop): RenderedMail {
  return renderMail({ shop, name: order.buyerName, ...templates[change](order) });
}

const templates = {
  placed: (order) => ({
    subject: `Your order of ${nameParts(order)}`,
    opening: 'thank you for your order. We are keeping its parts for you.',
    facts: [
      ...listOrderFacts(order),
      ...listPromise(order),
      ...listFact('Kept until', order.transactionId ? null : formatTimeIn(order.timeZone, order.expiresAt)),
    ],
    // a mail server may have been away until it was paid
    action: order.transactionId
      ? makeOrdersAction(order)
      : { label: 'Pay it by card', address: order.publicUrl + paths.payment(getFirst(order).id) },
  }),
  paid: (order) => ({
    subject: `Your payment for ${nameParts(order)}`,
    opening: `thank you, we have received your payment. We pack your order next and write again when ${isCollected(order) ? 'you can collect it' : 'we ship it'}.`,
    facts: [...listOrderFacts(order), ...listPromise(order), ...listFact('Transaction', order.transactionId)],
    action: makeOrdersAction(order),
  }),
  shipped: (order) => ({
    subject: `Your ${nameParts(order)} ${describeShipping(order)}`,
    opening: `${isCollected(order) ? 'your order is packed, and you can collect it.' : 'we have shipped your order, and it is on its way to you.'}${announceOthersToShip(order)}`,
    facts: [...listShipmentFacts(order), ...listPromise(order), ...listOrderFacts(order)],
    action: makeOrdersAction(order),
  }),
  tracked: (order) => ({
    subject: `The tracking number of your ${nameParts(order)}`,
    opening: 'your order is on its way to you. With this number you can ask the carrier where it is.',
    facts: [...listShipmentFacts(order), ...listOrderFacts(order)],
    action: makeOrdersAction(order),
  }),
  cancelled: (order) => ({
    subject: `Your order of ${nameParts(order)} is cancelled`,
    opening: `your order is cancelled. Nothing was charged, and its parts are no longer kept for you.${announceOthersToPay(order)}`,
    facts: listOrderFacts(order),
    action: makeActionAfterCancelling(order),
  }),
  expired: (order) => ({
    subject: `Your order of ${nameParts(order)} has expired`,
    opening:
      'your order was not paid in time, so its parts are no longer kept for you. Nothing was charged. You can order them again as long as we have them.',
    facts: listOrderFacts(order),
    action: { label: 'Order again', address: order.publicUrl + findPartsPath(order) },
  }),
  refunded: (order) => ({
    subject: `Your refund for ${nameParts(order)}`,
    opening: `we have refunded ${order.refund?.isWhole ? '' : 'a part of '}your order. The money goes back to the card that paid it; banks take up to ten days.${announceOthersToShip(order)}`,
    facts: [...listRefundFacts(order), ...listOrderFacts(order)],
    action: makeOrdersAction(order),
  }),
  'refund-failed': (order) => ({
    subject: `Your refund for ${nameParts(order)} did not reach you`,
    opening:
      'we wrote to you that we had sent you money back, but your bank did not take it: often the card has expired, or its account is closed. The money is with us again, and it stays yours. Please write to us how it can reach you.',
    facts: [...listFailureFacts(order), ...listOrderFacts(order)],
    action: { label: 'Write to us', address: order.publicUrl + paths.contact },
  }),
  'late-payment-returned': (order) => ({
    subject: `Your payment for ${nameParts(order)} goes back to you`,
    opening:
      'a payment of yours arrived when your order could not take it any more. We have sent all of it back to the card that paid it; banks take up to ten days.',
    facts: [...listRefundFacts(order), ...listOrderFacts(order)],
    action: { label: 'See all parts', address: order.publicUrl + paths.parts },
  }),
} satisfies Record<OrderChange, (order: OrderMail) => Omit<MailContent, 'name' | 'shop'>>;

function describeShipping(order: OrderMail): string {
  const [verb, whose] = order.orders.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return isCollected(order) ? `${verb} ready for you` : `${verb} on ${whose} way`;
}

/** Of a purchase whose other orders are paid and have not left. */
function announceOthersToShip(order: OrderMail): string {
  const { paid } = order.others;
  if (paid === 0) return '';
  const others =
    paid === 1
      ? ' The other part that you have paid for with it is still to come'
      : ` The ${paid} other parts that you have paid for with it are still to come`;
  const them = paid === 1 ? 'it' : 'them';
  return `${others}; we write again when ${isCollected(order) ? `you can collect ${them}` : `we ship ${them}`}.`;
}

function isCollected({ pickUpAt }: OrderMail): boolean {
  return pickUpAt !== null;
}

function announceOthersToPay({ others: { unpaid } }: OrderMail): string {
  const { orders, total, deliveryPrice } = unpaid;
  if (orders.length === 0) return '';
  const parts = orders.length === 1 ? 'the other part' : `the ${orders.length} other parts`;
  const delivery = deliveryPrice > 0 ? ` with ${formatMoney(deliveryPrice)} of delivery` : '';
  const kept = ` We still keep ${parts} that you ordered with it, for ${formatMoney(total)}${orders.length === 1 ? '' : ' together'}${delivery}.`;
  return total < minChargeCents ? `${kept} ${restTooSmall}` : kept;
}

function makeActionAfterCancelling({ others: { unpaid }, publicUrl }: OrderMail) {
  const [next] = unpaid.orders;
  return next && unpaid.total >= minChargeCents
    ? {
        label: unpaid.orders.length === 1 ? 'Pay the other by card' : 'Pay the others by card',
        address: publicUrl + paths.payment(next.id),
      }
    : { label: 'See all parts', address: publicUrl + paths.parts };
}

/** With several parcels it says what is in each. */
function listShipmentFacts({ parcels }: OrderMail): Fact[] {
  return parcels.flatMap(({ partNames, carrier, tracking, trackingLink }) => {
    const contents = parcels.length > 1 && (carrier || tracking) ? partNames.join(', ') : null;
    const numbers = listFact('Tracking number', tracking);
    return [
      ...listFact('Parcel with', contents),
      ...listFact('Carrier', carrier),
      ...numbers.map((fact) => (trackingLink ? { ...fact, address: trackingLink } : fact)),
    ];
  });
}

function listPromise({ promise }: OrderMail): Fact[] {
  if (!promise) return [];
  const { label, days } = sayPromise(promise);
  return [{ label, value: days }];
}

function listRefundFacts({ refund }: OrderMail): Fact[] {
  if (!refund) return [];
  return [
    { label: 'Refunded', value: formatMoney(refund.amount) },
    { label: 'Reason', value: refund.reason },
  ];
}

function listFailureFacts({ refund }: OrderMail): Fact[] {
  if (!refund) return [];
  return [{ label: 'Not received', value: formatMoney(refund.amount) }, ...listFact('Why', refund.failure)];
}

/** None without a value. */
function listFact(label: string, value: string | null): Fact[] {
  return value ? [{ label, value }] : [];
}

function listOrderFacts({ orders, total, deliveryPrice, refunded, location, pickUpAt }: OrderMail): Fact[] {
  const numbers = orders.map(({ id }) => formatOrderNumber(id));
  return [
    ...orders.map(({ quantity, part_name, unit_price_cents }) => ({
      value: `${quantity} × ${part_name}, ${formatMoney(unit_price_cents)} each`,
    })),
    ...(deliveryPrice > 0 ? [{ label: 'Delivery', value: formatMoney(deliveryPrice) }] : []),
    { label: 'Total', value: formatMoney(total) },
    ...(refunded > 0 ? [{ label: 'Refunded', value: formatMoney(refunded) }] : []),
    pickUpAt === null
      ? { label: 'Delivery to', value: location }
      : { label: 'To be collected', value: pickUpAt },
    { label: orders.length === 1 ? 'Order' : 'Orders', value: numbers.join(', ') },
  ];
}

/** For a subject: the first part, and how many others there are. */
function nameParts({ orders }: OrderMail): string {
  const { part_name: name } = getFirst({ orders });
  const others = orders.length - 1;
  if (others === 0) return name;
  return `${name} and ${others} other ${others === 1 ? 'part' : 'parts'}`;
}

/** Where the parts can be ordered again: the form of the one, or the list for several. */
function findPartsPath({ orders }: OrderMail): string {
  return orders.length === 1 ? paths.purchase(getFirst({ orders }).part_id) : paths.parts;
}

function getFirst({ orders }: Pick<OrderMail, 'orders'>): OrderedPart {
  const [first] = orders;
  if (!first) throw new Error('A mail about no order');
  return first;
}

function makeOrdersAction({ publicUrl }: OrderMail) {
  return { label: 'See your orders', address: publicUrl + paths.dashboard };
}
