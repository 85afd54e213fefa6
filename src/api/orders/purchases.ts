/** The routes of purchases. */
import type { FastifyInstance } from 'fastify';
import { presentOwnBasket } from '#api/basket/basket-owner.ts';
import { presentInvoice } from '#api/invoices/invoices.ts';
import { presentOrders, presentTaxOfPurchase } from '#api/orders/order-presenter.ts';
import { placeLines } from '#api/orders/place-lines.ts';
import { presentPurchaseRefund } from '#api/payments/money-presenters.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import type { Order } from '#contract/orders/orders.ts';
import {
  listUnpaidPurchasesEndpoint,
  type Purchase,
  placePurchaseEndpoint,
  readPurchaseEndpoint,
  type UnpaidPurchase,
} from '#contract/orders/purchases.ts';
import type { Database } from '#database/connect.ts';
import { findInvoicesOfPurchase } from '#database/invoices/invoices.ts';
import { findOrdersOfPurchase, type OrderRow } from '#database/orders/orders.ts';
import {
  findUnpaidPurchases,
  findVisiblePurchase,
  type PurchaseRow,
  type UnpaidPurchaseRow,
} from '#database/orders/purchases.ts';
import { findCharges } from '#database/payments/payments.ts';
import { findLinesOfRefunds, findRefundsOfPurchase } from '#database/payments/refunds.ts';
import { showKeptFit } from '#domain/fit/kept-fit.ts';
import { centsToDollars } from '#domain/money.ts';
import { selectUnpaid, sumDelivery, sumTotals } from '#domain/orders/purchases.ts';
import { isRefused } from '#domain/refusals.ts';

export function purchaseRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, placePurchaseEndpoint, async ({ request, reply, ...context }) => {
    const { viewer, body, claim, at } = context;
    const isFromBasket = body.fromBasket === true;
    const orders = await placeLines(services, { viewer, body, isFromBasket, claim, at });
    if (isRefused(orders)) return orders;
    if (isFromBasket) await presentOwnBasket(services, { request, reply, personId: viewer.id }); // its count
    const placed = await findVisiblePurchase(db, viewer, orders[0]?.purchase_id ?? '');
    // also of a repeated request, whatever was cancelled since
    const asPlaced = placed && { ...placed, delivery_cents: sumDelivery(orders) };
    const purchase = await presentPurchase(db, asPlaced, { rows: orders, at });
    return { ...purchase, insertedId: purchase._id };
  });

  registerEndpoint(app, services, readPurchaseEndpoint, async ({ viewer, params, at }) => {
    const purchase = await findVisiblePurchase(db, viewer, params.id);
    if (!purchase) return { refused: 'purchase-not-found' };
    const [orders, payments, refunds, invoices] = await Promise.all([
      findOrdersOfPurchase(db, purchase.id),
      readPayments(db, purchase.id),
      readRefunds(db, purchase.id),
      findInvoicesOfPurchase(db, purchase.id),
    ]);
    return {
      ...(await presentPurchase(db, purchase, { rows: orders, at })),
      payments,
      refunds,
      invoices: invoices.map(presentInvoice),
    };
  });

  registerEndpoint(app, services, listUnpaidPurchasesEndpoint, async ({ viewer }) => {
    const purchases = await findUnpaidPurchases(db, viewer.id);
    return purchases.map(presentUnpaidPurchase);
  });
}

async function presentPurchase(
  db: Database,
  purchase: PurchaseRow | undefined,
  { rows, at }: { rows: OrderRow[]; at: Date },
): Promise<Purchase> {
  const [first] = rows;
  if (!first || !purchase) throw new Error('A purchase has no orders');
  const unpaid = selectUnpaid(rows);
  const orders = await presentOrders(db, rows, at);
  return {
    _id: first.purchase_id,
    orders,
    total: centsToDollars(sumTotals(rows)),
    delivery: presentDelivery(purchase, orders),
    fit: purchase.fit && showKeptFit(purchase.fit),
    address: purchase.address,
    billing: purchase.billing,
    tax: presentTaxOfPurchase(purchase, rows),
    toPay: centsToDollars(sumTotals(unpaid)),
    expiresAt: unpaid[0]?.expires_at.toISOString() ?? null,
    placedAt: first.placed_at.toISOString(),
  };
}

async function readPayments(db: Database, purchaseId: string) {
  const charges = await findCharges(db, purchaseId);
  return charges.map(({ provider_id, amount_cents, moved_at }) => ({
    transactionId: provider_id ?? '',
    amount: centsToDollars(amount_cents),
    paidAt: moved_at.toISOString(),
  }));
}

async function readRefunds(db: Database, purchaseId: string) {
  const refunds = await findRefundsOfPurchase(db, purchaseId);
  const lines = await findLinesOfRefunds(db, refunds);
  return refunds.map((refund) => presentPurchaseRefund(refund, lines.get(refund.id) ?? []));
}

function presentUnpaidPurchase(purchase: UnpaidPurchaseRow): UnpaidPurchase {
  return {
    _id: purchase.purchase_id,
    orderId: purchase.order_id,
    partsName: purchase.part_name,
    orders: purchase.orders,
    toPay: centsToDollars(purchase.total_cents),
    expiresAt: purchase.expires_at.toISOString(),
  };
}

/** The orders that are not closed are promised for the same days. */
function presentDelivery(
  { delivery, delivery_cents, pick_up_at }: PurchaseRow,
  orders: readonly Order[],
): Purchase['delivery'] {
  if (!delivery) return null;
  const { name, zone } = delivery;
  const { from, to } = orders.find(({ promise }) => promise)?.promise ?? delivery;
  return { name, zone: zone.name, pickUpAt: pick_up_at, price: centsToDollars(delivery_cents), from, to };
}
