/** Presents orders with what is read for them: test payments, disputes and their purchases. */

import { findCarriers } from '#delivery/database/delivery-rules.ts';
import { type Carrier, makeTrackingLink } from '#delivery/rules/carriers.ts';
import { computeTax, presentTax } from '#delivery/rules/tax.ts';
import { type Cents, centsToDollars } from '#kernel/money.ts';
import type { ListedOrder, Order, PurchaseSummary, PurchaseTax } from '#orders/contract/orders.ts';
import { findDisputesOfOrders } from '#payments/database/disputes.ts';
import { findTestPayments } from '#payments/database/payments.ts';
import type { OrderDispute } from '#payments/rules/disputes.ts';
import type { Database } from '#platform/database/connect.ts';
import { findDeliveries, type OrderDelivery } from '#purchases/database/order-deliveries.ts';
import type { OrderRow } from '#purchases/database/orders.ts';
import {
  readTax,
  type StateOfPurchase,
  sumPurchases,
  type TaxOfPurchase,
} from '#purchases/database/purchases.ts';
import { findShippingTimes } from '#purchases/database/shipments.ts';
import type { OrderPromise } from '#purchases/rules/order-deliveries.ts';
import { isClosedUnpaid, orderStates } from '#purchases/rules/orders.ts';
import { selectUnpaid, sumTotals } from '#purchases/rules/purchases.ts';

export async function presentOrders(db: Database, orders: OrderRow[], at: Date): Promise<Order[]> {
  const marks = await findMarks(db, orders, at);
  return orders.map((order) => presentOrder(order, marks));
}

/** For lists: each with a summary of its purchase. */
export async function makeListPresenter(
  db: Database,
  orders: OrderRow[],
  at: Date,
): Promise<(order: OrderRow) => ListedOrder> {
  const [marks, purchases] = await Promise.all([findMarks(db, orders, at), sumPurchases(db, orders)]);
  return (order) => ({
    ...presentOrder(order, marks),
    purchase: summarizePurchase(purchases.get(order.purchase_id) ?? []),
  });
}

/** The only order of its purchase, as it was placed: nothing has happened to it. */
export async function presentSingleOrder(db: Database, order: OrderRow, at: Date): Promise<ListedOrder> {
  const deliveries = await findDeliveries(db, [order], at);
  const nothing = {
    testPayments: new Set<string>(),
    disputes: new Map(),
    shippedAt: new Map(),
    carriers: [],
  };
  return {
    ...presentOrder(order, { ...nothing, deliveries }),
    purchase: summarizePurchase([{ ...order, orders: 1 }]),
  };
}

function summarizePurchase(states: StateOfPurchase[]): PurchaseSummary {
  return {
    orders: states.reduce((sum, { orders }) => sum + orders, 0),
    states: orderStates.flatMap((status) =>
      states.filter(({ state }) => state === status).map(({ orders }) => ({ status, orders })),
    ),
    total: centsToDollars(sumTotals(states.filter(({ state }) => !isClosedUnpaid(state)))),
    toPay: centsToDollars(sumTotals(selectUnpaid(states))),
  };
}

/** `orders`: all of the purchase, each or summed by state. */
export function presentTaxOfPurchase(
  purchase: TaxOfPurchase,
  orders: readonly Pick<OrderRow, 'state' | 'total_cents' | 'delivery_cents'>[],
): PurchaseTax {
  const tax = readTax(purchase);
  if (!tax) return null;
  const present = (cents: Cents) => centsToDollars(computeTax(cents, tax));
  return {
    ...presentTax(tax),
    ofTotal: present(sumTotals(orders.filter(({ state }) => !isClosedUnpaid(state)))),
    ofToPay: present(sumTotals(selectUnpaid(orders))),
  };
}

/** `testPayments`: provider ids of its payments in test mode; the others: by order id. */
type OrderMarks = {
  carriers: readonly Carrier[];
  testPayments: ReadonlySet<string>;
  disputes: ReadonlyMap<string, OrderDispute>;
  shippedAt: ReadonlyMap<string, Date>;
  deliveries: ReadonlyMap<string, OrderDelivery>;
};

export async function findMarks(db: Database, orders: OrderRow[], at: Date): Promise<OrderMarks> {
  const [testPayments, disputes, shippedAt, carriers, deliveries] = await Promise.all([
    findTestPayments(db, orders),
    findDisputesOfOrders(db, orders),
    findShippingTimes(db, orders),
    orders.some(({ tracking }) => tracking !== null) ? findCarriers(db) : [],
    findDeliveries(db, orders, at),
  ]);
  return { testPayments, disputes, shippedAt, carriers, deliveries };
}

export function presentOrder(order: OrderRow, marks: OrderMarks): Order {
  const { carriers, testPayments, disputes, shippedAt } = marks;
  const delivery = marks.deliveries.get(order.id);
  return {
    _id: order.id,
    purchaseId: order.purchase_id,
    partsId: order.part_id,
    partsImg: order.part_image,
    partsName: order.part_name,
    name: order.buyer_name,
    email: order.buyer_email,
    location: order.location,
    phone: order.phone,
    quantity: order.quantity,
    price: centsToDollars(order.unit_price_cents),
    total: centsToDollars(order.total_cents),
    delivery: centsToDollars(order.delivery_cents),
    deliveryMethod: delivery?.method ?? null,
    pickUpAt: delivery?.pickUpAt ?? null,
    promise: delivery?.promise ? presentPromise(delivery.promise) : null,
    paid: order.transaction_id !== null && order.state !== 'refunded',
    status: order.state,
    transactionId: order.transaction_id,
    testPayment: order.transaction_id !== null && testPayments.has(order.transaction_id),
    carrier: order.carrier,
    tracking: order.tracking,
    trackingLink: makeTrackingLink(carriers, order),
    shippedAt: shippedAt.get(order.id)?.toISOString() ?? null,
    refunded: centsToDollars(order.refunded_cents),
    dispute: disputes.get(order.id) ?? null,
    expiresAt: order.state === 'unpaid' ? order.expires_at.toISOString() : null,
    placedAt: order.placed_at.toISOString(),
    updatedAt: order.updated_at.toISOString(),
  };
}

function presentPromise({ ifPaid, ...promise }: OrderPromise): Order['promise'] {
  return { ...promise, ifPaid: ifPaid && { ...ifPaid, by: ifPaid.by.toISOString() } };
}
