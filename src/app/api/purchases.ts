/** The routes of purchases, once more into the basket included, and how the form of an address begins: with that of the last one. */
import type { FastifyInstance } from 'fastify';
import {
  type Purchase,
  type PurchaseRefund,
  placePurchaseEndpoint,
  readPurchaseEndpoint,
} from '#app/contract/purchases.ts';
import { changeOwnBasket, presentOwnBasket } from '#basket/api/basket.ts';
import { readAddressFormEndpoint } from '#delivery/contract/addresses.ts';
import { showKeptFit } from '#fit/rules/kept-fit.ts';
import { presentInvoice } from '#invoices/api/invoices.ts';
import { findInvoicesOfPurchase } from '#invoices/database/invoices.ts';
import { centsToDollars } from '#kernel/money.ts';
import { isRefused } from '#kernel/refusals.ts';
import { presentOrders, presentPlacedOrders } from '#orders/api/orders.ts';
import { type PurchaseDependencies, placeLines, presentPurchaseFacts } from '#orders/api/purchases.ts';
import { orderAgainEndpoint } from '#orders/contract/order-again.ts';
import type { Order } from '#orders/contract/orders.ts';
import { orderAgain, planOrderAgain } from '#orders/use-cases/order-again.ts';
import { presentConcernedOrder } from '#payments/api/payments.ts';
import { findCharges } from '#payments/database/payments.ts';
import {
  findLinesOfRefunds,
  findRefundsOfPurchase,
  type RefundLineRow,
  type RefundRow,
} from '#payments/database/refunds.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import type { Database } from '#platform/database/connect.ts';
import { registerEndpoint } from '#platform/http/register-endpoint.ts';
import { findOrdersOfPurchase, type OrderRow } from '#purchases/database/orders.ts';
import { findVisiblePurchase, type PurchaseRow } from '#purchases/database/purchases.ts';
import { selectUnpaid, sumDelivery, sumTotals } from '#purchases/rules/purchases.ts';
import { beginAddressForm } from '#purchases/use-cases/begin-address-form.ts';

export function purchaseRoutes(
  app: FastifyInstance,
  services: PurchaseDependencies & PaymentDependencies,
): void {
  const { db } = services;

  registerEndpoint(
    app,
    services,
    readAddressFormEndpoint,
    async ({ viewer }) => await beginAddressForm(services, { personId: viewer.id }),
  );

  registerEndpoint(app, services, placePurchaseEndpoint, async ({ request, reply, ...context }) => {
    const { viewer, body, claim, at } = context;
    const isFromBasket = body.fromBasket === true;
    const orders = await placeLines(services, { viewer, body, isFromBasket, claim, at });
    if (isRefused(orders)) return orders;
    if (isFromBasket) await presentOwnBasket(services, { request, reply, personId: viewer.id }); // its count
    const placed = orders[0]?.purchase;
    // also of a repeated request, whatever was cancelled since
    const asPlaced = placed && { ...placed, delivery_cents: sumDelivery(orders) };
    const purchase = presentPurchase(asPlaced, orders, await presentPlacedOrders(db, orders, at));
    return { ...purchase, insertedId: purchase._id };
  });

  registerEndpoint(app, services, orderAgainEndpoint, async ({ body, at, ...context }) => {
    const past = { buyerId: context.viewer.id, purchaseId: body.purchaseId };
    const basket = await changeOwnBasket(services, context, (owner) =>
      orderAgain(services, { owner, ...past, at }),
    );
    if (isRefused(basket)) return basket;
    const planned = await planOrderAgain(services, past);
    if (isRefused(planned)) return planned;
    const differences = planned.flatMap(({ partId, differences }) =>
      differences.map((detail) => ({ partsId: partId, detail })),
    );
    return { ...basket, differences };
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
      ...presentPurchase(purchase, orders, await presentOrders(db, orders, at)),
      payments,
      refunds,
      invoices: invoices.map(presentInvoice),
    };
  });
}

function presentPurchase(purchase: PurchaseRow | undefined, rows: OrderRow[], orders: Order[]): Purchase {
  const [first] = rows;
  if (!first || !purchase) throw new Error('A purchase has no orders');
  const unpaid = selectUnpaid(rows);
  return {
    _id: first.purchase_id,
    orders,
    total: centsToDollars(sumTotals(rows)),
    delivery: presentDelivery(purchase, orders),
    fit: purchase.fit && showKeptFit(purchase.fit),
    address: purchase.address,
    billing: purchase.billing,
    ...presentPurchaseFacts(purchase, rows),
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

function presentPurchaseRefund(
  refund: RefundRow & { transaction_id: string | null },
  lines: RefundLineRow[],
): PurchaseRefund {
  return {
    _id: refund.id,
    amount: centsToDollars(refund.amount_cents),
    reason: refund.reason,
    status: refund.status,
    transactionId: refund.transaction_id,
    requestedAt: refund.created_at.toISOString(),
    succeededAt: refund.succeeded_at?.toISOString() ?? null,
    failedAt: refund.failed_at?.toISOString() ?? null,
    orders: lines.map(presentConcernedOrder),
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
