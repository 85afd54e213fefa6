/** The routes of the administrators' first page and of what was left for the CEO. */
import type { FastifyInstance } from 'fastify';
import { presentManagedPart } from '#api/presenters.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { listLettersEndpoint } from '#contract/administration/ceo-letters.ts';
import { readNoticesEndpoint, readOverviewEndpoint } from '#contract/administration/overview.ts';
import { findLetters } from '#database/administration/ceo-letters.ts';
import { nameParts } from '#database/catalogue/part-names.ts';
import { countPartsToCheck, findPartsRunningLow } from '#database/catalogue/parts.ts';
import { findShopDay } from '#database/delivery-rules.ts';
import { countLateOrders, countOrders } from '#database/orders/orders.ts';
import { countOpenDisputes } from '#database/payments/disputes.ts';
import { countFailedRefunds } from '#database/payments/refunds.ts';
import { readSettings } from '#database/settings.ts';

export function overviewRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;
  registerEndpoint(app, services, listLettersEndpoint, async ({ query }) => {
    const { rows, total } = await findLetters(db, query.limit);
    return {
      total,
      letters: rows.map(({ email, written_at }) => ({ email, writtenAt: written_at.toISOString() })),
    };
  });

  registerEndpoint(app, services, readNoticesEndpoint, async () =>
    services.makeNotices(await readSettings(db)),
  );

  registerEndpoint(app, services, readOverviewEndpoint, async ({ at }) => {
    const today = await findShopDay(db, at);
    const [toShip, unpaid, late, openDisputes, failedRefunds, low, toCheck] = await Promise.all([
      countOrders(db, 'paid'),
      countOrders(db, 'unpaid'),
      countLateOrders(db, today),
      countOpenDisputes(db),
      countFailedRefunds(db),
      findPartsRunningLow(db, 10),
      countPartsToCheck(db),
    ]);
    return {
      toShip: toShip.orders,
      purchasesToShip: toShip.purchases,
      unpaid: unpaid.orders,
      unpaidPurchases: unpaid.purchases,
      late: late.orders,
      lateNotShipped: late.notShipped,
      openDisputes,
      failedRefunds,
      runningLow: (await nameParts(db, low.rows)).map(presentManagedPart),
      runningLowCount: low.total,
      toCheck,
    };
  });
}
