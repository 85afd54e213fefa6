/** The routes of parts. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { presentPart } from '#api/presenters.ts';
import { type ApiDependencies, registerEndpoint, sendPage } from '#api/register-endpoint.ts';
import { parseListQuery } from '#contract/catalogue/list-queries.ts';
import { listPartsEndpoint } from '#contract/catalogue/part-lists.ts';
import {
  addPartEndpoint,
  editPartEndpoint,
  readPartEndpoint,
  takeOffSaleEndpoint,
} from '#contract/catalogue/parts.ts';
import type { SearchOutcome } from '#database/catalogue/catalogue.ts';
import { findPart, findPartOnSale, findPartsNotOnSale } from '#database/catalogue/parts.ts';
import { partSorts } from '#domain/catalogue/parts.ts';
import { partCursor } from '#domain/cursors.ts';
import { dollarsToCents } from '#domain/money.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { addPart } from '#shop/catalogue/add-part.ts';
import { editPart } from '#shop/catalogue/edit-part.ts';

const noSeenQuantity: Refusal = {
  refused: 'invalid-input',
  errors: [{ path: 'seen_quantity', message: 'The quantity that you saw is needed with a new one' }],
};

const noSuchSort: Refusal = {
  refused: 'invalid-input',
  errors: [{ path: 'sort', message: `Parts that are not on sale can be sorted by ${partSorts.join(', ')}` }],
};

export function partRoutes(app: FastifyInstance, services: ApiDependencies): void {
  readRoutes(app, services);
  editRoutes(app, services);
}

function readRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, listPartsEndpoint, async (context) => {
    const { viewer, query } = context;
    if (query.status !== 'on-sale' && viewer?.role !== 'admin') return { refused: 'not-allowed' };
    if (query.status !== 'on-sale') {
      const sort = partSorts.find((each) => each === query.sort);
      if (query.sort && !sort) return noSuchSort;
      const { limit, cursor, q, status } = query;
      const page = await findPartsNotOnSale(services.db, { limit, cursor, q, sort, status });
      return sendPage(context, page, presentPart);
    }
    const { limit: size, cursor } = query;
    const listQuery = parseListQuery(query);
    const isByNumber = query.page !== undefined && cursor === undefined;
    const offset = isByNumber ? (listQuery.page - 1) * size : 0;
    const list = await services.catalogue.list(listQuery, { size, offset, after: cursor });
    const { rows, total, next } = list;
    setSearchHeaders(context.reply, list);
    const nextPage = next && (isByNumber ? String(listQuery.page + 1) : partCursor.encode(next));
    return sendPage(context, { rows, total, next: nextPage }, presentPart, isByNumber ? 'page' : 'cursor');
  });

  registerEndpoint(app, services, readPartEndpoint, async ({ viewer, params }) => {
    const find = viewer?.role === 'admin' ? findPart : findPartOnSale;
    const part = await find(services.db, params.id);
    return part ? presentPart(part) : { refused: 'part-not-found' };
  });
}

function editRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, addPartEndpoint, async ({ viewer, body, claim, at }) => {
    const { price, available_quantity, minimum_order, img, ...part } = body;
    const added = await addPart(services, {
      viewer,
      part: {
        ...part,
        sku: part.sku,
        image: img,
        unitPrice: dollarsToCents(price),
        stock: available_quantity,
        minimumOrder: minimum_order,
      },
      claim,
      at,
    });
    return isRefused(added) ? added : { insertedId: added.id };
  });

  registerEndpoint(app, services, editPartEndpoint, async ({ viewer, params, body, at }) => {
    const { name, description, img, price, available_quantity, minimum_order } = body;
    if (available_quantity !== undefined && body.seen_quantity === undefined) return noSeenQuantity;
    const edited = await editPart(services, {
      viewer,
      partId: params.id,
      changes: {
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(img === undefined ? {} : { image: img }),
        ...(price === undefined ? {} : { price_cents: dollarsToCents(price) }),
        ...(available_quantity === undefined ? {} : { stock: available_quantity }),
        ...(minimum_order === undefined ? {} : { minimum_order }),
      },
      seenStock: body.seen_quantity,
      offSale: body.off_sale,
      at,
    });
    return isRefused(edited)
      ? edited
      : { ...presentPart(edited.part), modifiedCount: edited.changed ? 1 : 0 };
  });

  registerEndpoint(app, services, takeOffSaleEndpoint, async ({ viewer, params, at }) => {
    const edited = await editPart(services, {
      viewer,
      partId: params.id,
      changes: {},
      offSale: true,
      at,
    });
    return isRefused(edited) ? edited : { deletedCount: edited.changed ? 1 : 0 };
  });
}

/** In headers, because the body is a list. Search words are ASCII. */
function setSearchHeaders(reply: FastifyReply, { correction, isPartial }: SearchOutcome): void {
  if (correction !== undefined) reply.header('x-search-meant', correction);
  if (isPartial) reply.header('x-search-partial', 'true');
}
