/** The routes of the packing table. */
import type { FastifyInstance } from 'fastify';
import { isRefused } from '#kernel/refusals.ts';
import {
  deliverOrdersEndpoint,
  type ParcelResult,
  readPackingPapersEndpoint,
  shipOrdersEndpoint,
} from '#orders/contract/packing.ts';
import type { ParcelLine } from '#orders/rules/packing.ts';
import { deliverOrders } from '#orders/use-cases/deliver-orders.ts';
import { drawPackingPapers } from '#orders/use-cases/draw-packing-papers.ts';
import { shipOrders } from '#orders/use-cases/ship-orders.ts';
import { findParcelUnits } from '#payments/database/refunds.ts';
import type { Database } from '#platform/database/connect.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { OrderMailJob } from '#purchases/rules/orders.ts';

export function parcelRoutes(
  app: FastifyInstance,
  services: ApiDependencies & Dependencies<OrderMailJob>,
): void {
  registerEndpoint(app, services, shipOrdersEndpoint, async ({ viewer, body, at }) => {
    const shipped = await shipOrders(services, { ...body, viewer, at });
    return await presentResult(services.db, shipped);
  });

  registerEndpoint(app, services, deliverOrdersEndpoint, async ({ viewer, body, at }) => {
    const delivered = await deliverOrders(services, { ...body, viewer, at });
    return await presentResult(services.db, delivered);
  });

  registerEndpoint(app, services, readPackingPapersEndpoint, async ({ viewer, body, at }) => {
    const pdf = await drawPackingPapers(services, { viewer, orderIds: body.orders, kind: body.kind, at });
    return isRefused(pdf) ? pdf : { name: `${body.kind}.pdf`, content: pdf };
  });
}

async function presentResult(db: Database, lines: ParcelLine[]): Promise<ParcelResult> {
  const done = lines.filter(({ outcome }) => outcome === 'done');
  const named = lines.flatMap(({ orders }) => orders);
  const units = await findParcelUnits(db, named);
  return {
    lines: lines.map(({ orders, detail = null, ...line }) => ({
      ...line,
      detail,
      orders: orders.map(({ id, part_name, quantity, buyer_name }) => ({
        ...{ _id: id, partsName: part_name, quantity: units.get(id) ?? quantity, name: buyer_name },
      })),
    })),
    done: new Set(done.flatMap(({ orders }) => orders.map(({ id }) => id))).size,
  };
}
