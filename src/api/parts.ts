/** The routes about parts. */
import type { FastifyInstance } from 'fastify';
import { presentPart } from '#api/presenters.ts';
import { type Services, sendPage, serve } from '#api/serve.ts';
import { addPart, listParts, readPart } from '#contract/parts.ts';
import { findPartOnSale, findPartsOnSale } from '#database/parts.ts';
import { centsOf } from '#domain/money.ts';
import { isRefused } from '#domain/refusals.ts';
import { addPart as addPartToCatalogue } from '#shop/add-part.ts';

export function partRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listParts, async (asked) => {
    return sendPage(asked, await findPartsOnSale(services.db, asked.query), presentPart);
  });

  serve(app, services, readPart, async ({ params }) => {
    const part = await findPartOnSale(services.db, params.id);
    return part ? presentPart(part) : { refused: 'part-not-found' };
  });

  serve(app, services, addPart, async ({ viewer, body, at }) => {
    const { price, available_quantity, minimum_order, img, ...part } = body;
    const added = await addPartToCatalogue(services.db, {
      viewer,
      part: {
        ...part,
        sku: part.sku,
        image: img,
        unitPrice: centsOf(price),
        stock: available_quantity,
        minimumOrder: minimum_order,
      },
      at,
    });
    return isRefused(added) ? added : { insertedId: added.id };
  });
}
