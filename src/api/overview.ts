/** The route of the administrators' first page. */
import type { FastifyInstance } from 'fastify';
import { presentPart } from '#api/presenters.ts';
import { type ApiDependencies, registerEndpoint } from '#api/serve.ts';
import { readOverviewEndpoint } from '#contract/overview.ts';
import { countOpenDisputes } from '#database/disputes.ts';
import { countOrders } from '#database/orders.ts';
import { findPartsRunningLow } from '#database/parts.ts';
import { countFailedRefunds } from '#database/refunds.ts';

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
