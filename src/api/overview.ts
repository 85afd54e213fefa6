/** The route of the administrators' first page. */
import type { FastifyInstance } from 'fastify';
import { presentPart } from '#api/presenters.ts';
import { type Services, serve } from '#api/serve.ts';
import { readOverview } from '#contract/overview.ts';
import { countOrders } from '#database/orders.ts';
import { findPartsRunningLow } from '#database/parts.ts';

export function overviewRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serve(app, services, readOverview, async () => {
    const [toShip, unpaid, low] = await Promise.all([
      countOrders(db, 'paid'),
      countOrders(db, 'unpaid'),
      findPartsRunningLow(db, 10),
    ]);
    return { toShip, unpaid, runningLow: low.rows.map(presentPart), runningLowCount: low.total };
  });
}
