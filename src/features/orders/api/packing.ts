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
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';
import type { OrderMailJob } from '#purchases/rules/orders.ts';

export function parcelRoutes(
  app: FastifyInstance,
  services: ApiDependencies & Dependencies<OrderMailJob>,
): void {
  registerEndpoint(app, services, shipOrdersEndpoint, async ({ viewer, body, at }) => {
    const lines = body.lines.map(({ order, tracking }) => ({ order, tracking }));
    const { carrier, wholePurchases, isPreview } = body;
    return presentResult(
      await shipOrders(services, { viewer, lines, carrier, wholePurchases, isPreview, at }),
    );
  });

  registerEndpoint(app, services, deliverOrdersEndpoint, async ({ viewer, body, at }) => {
    const lines = body.lines.map(({ order, deliveredOn }) => ({ order, deliveredOn }));
    return presentResult(await deliverOrders(services, { viewer, lines, isPreview: body.isPreview, at }));
  });

  registerEndpoint(app, services, readPackingPapersEndpoint, async ({ viewer, body, at }) => {
    const pdf = await drawPackingPapers(services, { viewer, orderIds: body.orders, kind: body.kind, at });
    return isRefused(pdf) ? pdf : { name: `${body.kind}.pdf`, content: pdf };
  });
}

function presentResult(lines: ParcelLine[]): ParcelResult {
  const done = lines.filter(({ outcome }) => outcome === 'done');
  return {
    lines: lines.map(({ orders, detail = null, ...line }) => ({
      ...line,
      detail,
      orders: orders.map(({ id, part_name, quantity, buyer_name }) => ({
        ...{ _id: id, partsName: part_name, quantity, name: buyer_name },
      })),
    })),
    done: new Set(done.flatMap(({ orders }) => orders.map(({ id }) => id))).size,
  };
}
