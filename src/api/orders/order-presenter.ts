/** Presents orders with what is read for them: test payments, disputes and their purchases. */
import { type OrderMarks, presentOrder } from '#api/presenters.ts';
import type { ListedOrder, Order, PurchaseSummary, PurchaseTax } from '#contract/orders/orders.ts';
import type { Database } from '#database/connect.ts';
import { findCarriers } from '#database/delivery-rules.ts';
import { findDeliveries } from '#database/orders/order-deliveries.ts';
import type { OrderRow } from '#database/orders/orders.ts';
import {
  readTax,
  type StateOfPurchase,
  sumPurchases,
  type TaxOfPurchase,
} from '#database/orders/purchases.ts';
import { findShippingTimes } from '#database/orders/shipments.ts';
import { findDisputesOfOrders } from '#database/payments/disputes.ts';
import { findTestPayments } from '#database/payments/payments.ts';
import { computeTax, presentTax } from '#domain/invoices/tax.ts';
import { type Cents, centsToDollars } from '#domain/money.ts';
import { isClosedUnpaid, orderStates } from '#domain/orders/orders.ts';
import { selectUnpaid, sumTotals } from '#domain/orders/purchases.ts';

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
