/** The routes that add and change parts. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { presentManagedPart } from '#catalogue/api/present-part.ts';
import {
  addPartEndpoint,
  changePartsEndpoint,
  editPartEndpoint,
  takeOffSaleEndpoint,
} from '#catalogue/contract/part-edits.ts';
import { nameParts } from '#catalogue/database/parts.ts';
import { addPart } from '#catalogue/use-cases/add-part.ts';
import { changeParts } from '#catalogue/use-cases/change-parts.ts';
import { editPart } from '#catalogue/use-cases/edit-part.ts';
import { dollarsToCents } from '#kernel/money.ts';
import { isRefused, refuseField } from '#kernel/refusals.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

const noSeenQuantity = refuseField('seen_quantity', 'The quantity that you saw is needed with a new one');

export function partEditRoutes(app: FastifyInstance, services: ApiDependencies): void {
  registerEndpoint(app, services, addPartEndpoint, async ({ viewer, body, claim, at }) => {
    const {
      sku,
      price,
      available_quantity: stock,
      img: image,
      featured: featured_rank = null,
      ...part
    } = body;
    const { mpn = null, gtin = null, low_stock = null, weight_grams = null } = part;
    const nullable = { mpn, gtin, low_stock, weight_grams, featured_rank };
    const added = await addPart(services, {
      viewer,
      part: { ...part, ...nullable, sku, price_cents: dollarsToCents(price), stock, image },
      claim,
      at,
    });
    return isRefused(added) ? added : { insertedId: added.id };
  });

  registerEndpoint(app, services, editPartEndpoint, async ({ viewer, params, body, at }) => {
    const { available_quantity, seen_quantity, seen = {}, off_sale, same_as, specs, ...changes } = body;
    if (available_quantity !== undefined && seen_quantity === undefined) return noSeenQuantity;
    const { specs: seenSpecs = {}, ...seenFields } = seen;
    const edited = await editPart(services, {
      viewer,
      partId: params.id,
      changes: {
        ...readColumns(changes),
        ...(available_quantity === undefined ? {} : { stock: available_quantity }),
      },
      specs,
      seen: { ...readColumns(seenFields as typeof changes), specs: seenSpecs },
      seenStock: seen_quantity,
      offSale: off_sale,
      sameAs: off_sale ? same_as : undefined,
      at,
    });
    if (isRefused(edited)) return edited;
    const [named = edited.part] = await nameParts(services.db, [edited.part]);
    return { ...presentManagedPart(named), modifiedCount: edited.changed ? 1 : 0 };
  });

  registerEndpoint(app, services, changePartsEndpoint, async ({ viewer, body, claim, at }) => {
    const lines = body.parts.map(({ id, price, seen_price, units = 0, reason }) => ({
      partId: id,
      price: price === undefined ? undefined : dollarsToCents(price),
      seenPrice: typeof seen_price === 'number' ? dollarsToCents(seen_price) : seen_price,
      units,
      note: reason || undefined,
    }));
    return await changeParts(services, { viewer, lines, claim, at });
  });

  registerEndpoint(app, services, takeOffSaleEndpoint, async ({ viewer, params, at }) => {
    const edited = await editPart(services, { viewer, partId: params.id, changes: {}, offSale: true, at });
    return isRefused(edited) ? edited : { deletedCount: edited.changed ? 1 : 0 };
  });
}

type Fields = Omit<
  z.output<typeof editPartEndpoint.body>,
  'available_quantity' | 'seen_quantity' | 'seen' | 'off_sale' | 'same_as' | 'specs'
>;

/** Only what is there; dollars become cents. */
function readColumns({ img, price, featured, ...columns }: Fields) {
  const fields = {
    ...columns,
    image: img,
    price_cents: typeof price === 'number' ? dollarsToCents(price) : price,
    featured_rank: featured,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<
    typeof fields
  >;
}
