/** The routes of purchases. */
import type { FastifyInstance } from 'fastify';
import { presentOwnBasket } from '#api/basket/basket-owner.ts';
import { presentOrders } from '#api/orders/order-presenter.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { type Purchase, placePurchaseEndpoint, readPurchaseEndpoint } from '#contract/orders/purchases.ts';
import { findOrdersOfPurchase, type OrderRow } from '#database/orders/orders.ts';
import { findVisiblePurchase } from '#database/orders/purchases.ts';
import { centsToDollars, dollarsToCents } from '#domain/money.ts';
import { selectUnpaid, sumTotals } from '#domain/orders/purchases.ts';
import { isOtherPerson } from '#domain/people/people.ts';
import { isRefused } from '#domain/refusals.ts';
import { placePurchase } from '#shop/orders/place-purchase.ts';

export function purchaseRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;

  registerEndpoint(app, services, placePurchaseEndpoint, async ({ request, reply, ...context }) => {
    const { viewer, body, claim, at } = context;
    if (isOtherPerson(viewer, body)) return { refused: 'not-allowed' };
    const isFromBasket = body.fromBasket === true;
    const orders = await placePurchase(services, {
      viewer,
      lines: body.lines.map(({ partsId, quantity, price }) => ({
        partId: partsId,
        quantity,
        seenPrice: price === undefined ? undefined : dollarsToCents(price),
      })),
      isFromBasket,
      location: body.location,
      phone: body.phone,
      claim,
      expiryHours: services.orderExpiryHours,
      unpaidOrdersPerPerson: services.unpaidOrdersPerPerson,
      at,
    });
    if (isRefused(orders)) return orders;
    if (isFromBasket) await presentOwnBasket(services, { request, reply, personId: viewer.id }); // its count
    const purchase = await presentPurchase(orders);
    return { ...purchase, insertedId: purchase._id };
  });

  registerEndpoint(app, services, readPurchaseEndpoint, async ({ viewer, params }) => {
    const purchase = await findVisiblePurchase(db, viewer, params.id);
    if (!purchase) return { refused: 'purchase-not-found' };
    return await presentPurchase(await findOrdersOfPurchase(db, purchase.id));
  });

  async function presentPurchase(rows: OrderRow[]): Promise<Purchase> {
    const [first] = rows;
    if (!first) throw new Error('A purchase has no orders');
    const unpaid = selectUnpaid(rows);
    return {
      _id: first.purchase_id,
      orders: await presentOrders(db, rows),
      total: centsToDollars(sumTotals(rows)),
      toPay: centsToDollars(sumTotals(unpaid)),
      expiresAt: unpaid[0]?.expires_at.toISOString() ?? null,
      placedAt: first.placed_at.toISOString(),
    };
  }
}
