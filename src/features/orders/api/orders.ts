/** The routes of orders. */
import type { FastifyInstance } from 'fastify';
import { findPart } from '#catalogue/database/parts.ts';
import { findCarriers, findTimeZone } from '#delivery/database/delivery-rules.ts';
import { type Carrier, makeTrackingLink } from '#delivery/rules/carriers.ts';
import { formatInstant, readWallTime } from '#kernel/calendar.ts';
import { centsToDollars } from '#kernel/money.ts';
import * as paths from '#kernel/paths.ts';
import type { Viewer } from '#kernel/people.ts';
import { explainRefusal, isRefused } from '#kernel/refusals.ts';
import {
  type PurchaseDependencies,
  placeLines,
  presentPurchaseFacts,
  readAddress,
} from '#orders/api/purchases.ts';
import { readHistoryEndpoint } from '#orders/contract/order-history.ts';
import {
  cancelOrderEndpoint,
  correctAddressEndpoint,
  correctShipmentEndpoint,
  deliverOrderEndpoint,
  type ListedOrder,
  listMyOrdersEndpoint,
  listOrdersEndpoint,
  listUnpaidPurchasesEndpoint,
  type Order,
  type PurchaseSummary,
  placeOrderEndpoint,
  readMyOrderEndpoint,
  settleMyOrderEndpoint,
  shipOrderEndpoint,
} from '#orders/contract/orders.ts';
import { findHistory } from '#orders/database/order-history.ts';
import {
  dependsOnDays,
  findOrders,
  type MarkedOrder,
  markOrders,
  type OrderListQuery,
} from '#orders/database/order-lists.ts';
import type { HistoryEntry } from '#orders/rules/order-history.ts';
import { correctAddress } from '#orders/use-cases/correct-address.ts';
import { correctShipment } from '#orders/use-cases/correct-shipment.ts';
import { deliverOrder } from '#orders/use-cases/deliver-orders.ts';
import { shipOrder } from '#orders/use-cases/ship-orders.ts';
import { findRefundable } from '#payments/database/refunds.ts';
import type { Refundable } from '#payments/rules/refunds.ts';
import { cancelOrder } from '#payments/use-cases/close-order.ts';
import type { PaymentDependencies } from '#payments/use-cases/payment-dependencies.ts';
import { settleOrder } from '#payments/use-cases/settle-order.ts';
import type { Database } from '#platform/database/connect.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#platform/http/register-endpoint.ts';
import {
  describeDelivery,
  findDelivery,
  findQuotedRules,
  type OrderDelivery,
} from '#purchases/database/order-deliveries.ts';
import { findOrdersOfPurchase, findVisibleOrder, type OrderRow } from '#purchases/database/orders.ts';
import { findPurchase, findUnpaidPurchases, type PurchasedOrder } from '#purchases/database/purchases.ts';
import type { OrderPromise } from '#purchases/rules/order-deliveries.ts';
import { isClosedUnpaid, orderStates } from '#purchases/rules/orders.ts';
import { refuseOnlyLine, selectUnpaid, sumDelivery, sumTotals } from '#purchases/rules/purchases.ts';
import type { PlacedOrder } from '#purchases/use-cases/place-purchase.ts';
import { repriceRest } from '#purchases/use-cases/reprice-rest.ts';

export function orderRoutes(
  app: FastifyInstance,
  services: PurchaseDependencies & PaymentDependencies,
): void {
  buyerRoutes(app, services);
  singleOrderRoutes(app, services);
  listRoutes(app, services);
  deliveryRoutes(app, services);
}

function buyerRoutes(app: FastifyInstance, services: PurchaseDependencies & PaymentDependencies): void {
  const { db } = services;

  // the specification's call: a purchase of one part
  registerEndpoint(app, services, placeOrderEndpoint, async ({ viewer, body, claim, at }) => {
    const { partsId, quantity, price } = body;
    const lines = [{ partsId, quantity, price }];
    const orders = await placeLines(services, {
      viewer,
      body: { ...body, lines },
      isFromBasket: false,
      claim,
      at,
    });
    if (isRefused(orders)) return refuseOnlyLine(orders);
    const [order] = await presentPlacedOrders(db, orders, at);
    if (!order) throw new Error('A purchase has no orders');
    return { ...order, insertedId: order._id };
  });

  registerEndpoint(app, services, settleMyOrderEndpoint, async ({ viewer, params, body, at }) => {
    if (body.orderId !== params.id) return { refused: 'payment-not-found' };
    const order = await settleOrder(services, { ...body, viewer, at });
    return isRefused(order) ? order : { ...(await presentListed(db, order, at)), modifiedCount: 1 };
  });

  registerEndpoint(app, services, cancelOrderEndpoint, async ({ viewer, params, at }) => {
    const order = await cancelOrder(services, { viewer, orderId: params.id, at });
    if (isRefused(order)) return order;
    const rest = selectUnpaid(await findOrdersOfPurchase(db, order.purchase_id));
    return {
      deletedCount: 1,
      ...{ toPay: centsToDollars(sumTotals(rest)), delivery: centsToDollars(sumDelivery(rest)) },
    };
  });
}

function singleOrderRoutes(app: FastifyInstance, services: ApiDependencies & PaymentDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, readMyOrderEndpoint, async ({ viewer, params, at }) => {
    const order = await findVisibleOrder(db, viewer, params.id);
    if (!order) return { refused: 'order-not-found' };
    const [listed, part, purchase, orders] = await Promise.all([
      presentListed(db, order, at),
      findPart(db, order.part_id),
      findPurchase(db, order.purchase_id),
      findOrdersOfPurchase(db, order.purchase_id),
    ]);
    const rest = await repriceRest({ db }, { orders, closedIds: [order.id], viewer, at });
    return {
      ...listed,
      partsPage: part && part.off_sale_at === null ? paths.part(part) : null,
      toPay: listed.purchase.toPay,
      ifCancelled: rest
        ? {
            toPay: centsToDollars(rest.toPay),
            delivery: centsToDollars(rest.delivery),
            deliveryBefore: centsToDollars(rest.deliveryBefore),
          }
        : null,
      ...presentPurchaseFacts(purchase, orders),
    };
  });

  registerEndpoint(app, services, readHistoryEndpoint, async ({ viewer, params }) => {
    const order = await findVisibleOrder(db, viewer, params.id);
    if (!order) return { refused: 'order-not-found' };
    const [history, refundable] = await Promise.all([findHistory(db, order), findRefundable(db, order)]);
    return {
      history: history.map((entry) => presentHistory(entry, viewer)),
      refundable: presentRefundable(refundable),
    };
  });
}

function presentHistory(entry: HistoryEntry, viewer: Viewer) {
  return {
    kind: entry.kind,
    at: entry.at.toISOString(),
    by: entry.by,
    byName: viewer.role === 'admin' ? (entry.byName ?? null) : null,
    amount: entry.amount === undefined ? null : centsToDollars(entry.amount),
    reason: entry.reason ?? null,
    units: entry.units ?? null,
    carrier: entry.carrier ?? null,
    tracking: entry.tracking ?? null,
    transactionId: entry.transactionId ?? null,
    noticedThrough: entry.noticedThrough ?? null,
  };
}

function presentRefundable(refundable: Refundable | undefined) {
  const { amount = 0, units = 0, isDisputed = false } = refundable ?? {};
  if (amount > 0 && isDisputed)
    return { amount: 0, units: 0, refusal: explainRefusal({ refused: 'order-disputed' }) };
  return { amount: centsToDollars(amount), units, refusal: null };
}

function listRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;
  async function sendOrders(
    context: Parameters<typeof sendPage>[0] & { at: Date },
    query: Omit<OrderListQuery, 'today' | 'timeZone'>,
  ) {
    const isOfDays = dependsOnDays(query);
    const timeZone = isOfDays ? await findTimeZone(db) : 'UTC';
    const today = isOfDays ? readWallTime(context.at, timeZone).day : '';
    const page = await findOrders(db, { ...query, today, timeZone });
    const rows = await presentMarked(db, page.rows, context.at);
    // the compiler has checked what each order is made of: to check all their fields again takes a tenth of the answer
    context.reply.header('content-type', 'application/json; charset=utf-8').serializer(JSON.stringify);
    return sendPage(context, { ...page, rows }, (order) => order);
  }

  registerEndpoint(app, services, listMyOrdersEndpoint, async (context) => {
    const { viewer, query } = context;
    if (viewer.role !== 'admin' && query.email !== viewer.email) return { refused: 'not-allowed' };
    return await sendOrders(context, query);
  });

  registerEndpoint(app, services, listOrdersEndpoint, async (context) => {
    return await sendOrders(context, context.query);
  });

  registerEndpoint(app, services, listUnpaidPurchasesEndpoint, async ({ viewer }) => {
    const purchases = await findUnpaidPurchases(db, viewer.id);
    return purchases.map((purchase) => ({
      _id: purchase.purchase_id,
      orderId: purchase.order_id,
      partsName: purchase.part_name,
      orders: purchase.orders,
      toPay: centsToDollars(purchase.total_cents),
      expiresAt: purchase.expires_at.toISOString(),
    }));
  });
}

function deliveryRoutes(app: FastifyInstance, services: ApiDependencies & PaymentDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, shipOrderEndpoint, async ({ viewer, params, body, at }) => {
    const { carrier, tracking, despiteDispute = false } = body;
    const shipment = { viewer, orderId: params.id, carrier, tracking, at };
    const order = await shipOrder(services, { ...shipment, despiteDispute });
    return isRefused(order) ? order : { ...(await presentListed(db, order, at)), modifiedCount: 1 };
  });

  registerEndpoint(app, services, correctShipmentEndpoint, async ({ viewer, params, body, at }) => {
    const corrected = await correctShipment(services, { ...body, viewer, orderId: params.id, at });
    if (isRefused(corrected)) return corrected;
    return { ...(await presentListed(db, corrected.order, at)), modifiedCount: corrected.isChanged ? 1 : 0 };
  });

  registerEndpoint(app, services, correctAddressEndpoint, async ({ viewer, params, body, at }) => {
    const address = readAddress(body.address);
    if (isRefused(address)) return address;
    const corrected = await correctAddress(services, { viewer, orderId: params.id, address, at });
    if (isRefused(corrected)) return corrected;
    return { ...(await presentListed(db, corrected.order, at)), modifiedCount: corrected.corrected };
  });

  registerEndpoint(app, services, deliverOrderEndpoint, async ({ viewer, params, at }) => {
    const delivered = await deliverOrder(services, { viewer, orderId: params.id, at });
    if (isRefused(delivered)) return delivered;
    return { ...(await presentListed(db, delivered.order, at)), modifiedCount: delivered.isChanged ? 1 : 0 };
  });
}

/** With what is read for them: test payments, disputes and their purchases. */
export async function presentOrders(db: Database, orders: OrderRow[], at: Date): Promise<ListedOrder[]> {
  return await presentMarked(db, await markOrders(db, orders), at);
}

async function presentListed(db: Database, order: OrderRow, at: Date): Promise<ListedOrder> {
  const [listed] = await presentOrders(db, [order], at);
  if (!listed) throw new Error(`Order ${order.id} is gone`);
  return listed;
}

async function presentMarked(db: Database, orders: MarkedOrder[], at: Date): Promise<ListedOrder[]> {
  const carriers = orders.some(({ tracking }) => tracking !== null) ? await findCarriers(db) : [];
  const rules = await findQuotedRules(db, orders);
  return orders.map((order) =>
    presentOrder(order, { carriers, delivery: describeDelivery(order, rules, at) }),
  );
}

/** As they were placed: nothing has happened to them. */
export async function presentPlacedOrders(
  db: Database,
  orders: PlacedOrder[],
  at: Date,
): Promise<ListedOrder[]> {
  const nothing = { is_test: false, dispute: null, is_payment_lost: false, shipped_at: null };
  return await Array.fromAsync(orders, async (order) => {
    const delivery = order.agreed ?? (await findDelivery(db, order, at));
    const placed = { ...order, ...nothing, parcel_units: order.quantity };
    return presentOrder(placed, { carriers: [], delivery: { ...delivery, orders } });
  });
}

function summarizePurchase(orders: readonly PurchasedOrder[]): PurchaseSummary {
  const counts = Map.groupBy(orders, ({ state }) => state);
  return {
    orders: orders.length,
    states: orderStates.flatMap((status) => {
      const count = counts.get(status)?.length;
      return count === undefined ? [] : [{ status, orders: count }];
    }),
    total: centsToDollars(sumTotals(orders.filter(({ state }) => !isClosedUnpaid(state)))),
    toPay: centsToDollars(sumTotals(selectUnpaid(orders))),
  };
}

function presentOrder(
  order: Omit<MarkedOrder, 'purchase'>,
  { carriers, delivery }: { carriers: readonly Carrier[]; delivery: OrderDelivery },
): ListedOrder {
  const isKept = order.parcel_units === 0 || (order.state === 'paid' && order.is_payment_lost);
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
    parcelUnits: order.parcel_units,
    price: centsToDollars(order.unit_price_cents),
    total: centsToDollars(order.total_cents),
    delivery: centsToDollars(order.delivery_cents),
    deliveryMethod: delivery.method,
    pickUpAt: delivery.pickUpAt,
    promise: delivery.promise && !isKept ? presentPromise(delivery.promise) : null,
    paid: order.transaction_id !== null && order.state !== 'refunded',
    status: order.state,
    transactionId: order.transaction_id,
    testPayment: order.is_test,
    carrier: order.carrier,
    tracking: order.tracking,
    trackingLink: makeTrackingLink(carriers, order),
    refunded: centsToDollars(order.refunded_cents),
    shippedAt: order.shipped_at && formatInstant(order.shipped_at),
    deliveredOn: order.delivered_on,
    dispute: order.dispute,
    paymentLost: order.is_payment_lost,
    expiresAt: order.state === 'unpaid' ? formatInstant(order.expires_at) : null,
    placedAt: formatInstant(order.placed_at),
    updatedAt: formatInstant(order.updated_at),
    purchase: summarizePurchase(delivery.orders),
  };
}

function presentPromise({ from, to, isPickUp, ifPaid }: OrderPromise): Order['promise'] {
  const conditions = ifPaid && { by: formatInstant(ifPaid.by), timeZone: ifPaid.timeZone };
  return { from, to, isPickUp, ifPaid: conditions };
}
