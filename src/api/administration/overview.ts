/** The route of the administrators' first page. */
import type { FastifyInstance } from 'fastify';
import { presentPart } from '#api/presenters.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import { readOverviewEndpoint } from '#contract/administration/overview.ts';
import { findPartsRunningLow } from '#database/catalogue/parts.ts';
import { countOrders } from '#database/orders/orders.ts';
import { countOpenDisputes } from '#database/payments/disputes.ts';
import { countFailedRefunds } from '#database/payments/refunds.ts';

export function overviewRoutes(app: FastifyInstance, services: ApiDependencies): void {
  const { db } = services;
  registerEndpoint(app, services, readOverviewEndpoint, async () => {
    const [toShip, unpaid, openDisputes, failedRefunds, low] = await Promise.all([
      countOrders(db, 'paid'),
      countOrders(db, 'unpaid'),
      countOpenDisputes(db),
      countFailedRefunds(db),
      findPartsRunningLow(db, 10),
    ]);
    return {
      toShip,
      unpaid,
      openDisputes,
      failedRefunds,
      runningLow: low.rows.map(presentPart),
      runningLowCount: low.total,
    };
  });
}
