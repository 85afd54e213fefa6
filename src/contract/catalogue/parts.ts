/** Endpoints for one part. */
import { z } from 'zod';
import { defineEndpoint, idParams } from '#contract/endpoint.ts';
import { categorySchema, fallbackCategory } from '#domain/catalogue/parts.ts';
import { imageAddress, optionalText, price, requiredText, wholeNumber } from '#domain/fields.ts';
import { wording } from '#domain/wording.ts';

export const partSchema = z.object({
  _id: z.uuid(),
  img: z.string(),
  name: z.string(),
  description: z.string(),
  available_quantity: z.int(),
  minimum_order: z.int(),
  price: z.number().nullable().describe('US dollars, two decimals; null: not for sale yet'),
  category: categorySchema,
  brand: z.string(),
  sku: z.string(),
  off_sale: z.boolean(),
  specs: z.record(z.string(), z.unknown()),
  slug: z.string().describe('the part’s page is /parts/{category}/{slug}'),
});
export type Part = z.infer<typeof partSchema>;

export const readPartEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts/:id',
  summary: 'One part on sale; an administrator is shown one off sale, too',
  access: 'anyone',
  params: idParams,
  response: partSchema,
  refusals: ['part-not-found'],
});

export const partFormSchema = z.object({
  name: requiredText(200, wording.messages.productName),
  description: requiredText(5000, wording.messages.productDescription),
  available_quantity: wholeNumber(0, 1_000_000, wording.messages.productQuantity),
  minimum_order: wholeNumber(1, 10_000, wording.messages.minimumOrder),
  price: price(wording.messages.price),
  img: imageAddress(wording.messages.image),
});

export const addPartEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/parts',
  summary: 'Adds a part to the catalogue',
  access: 'administrator',
  isIdempotent: true,
  body: partFormSchema.extend({
    category: categorySchema.default(fallbackCategory),
    brand: optionalText(60).default(''),
    sku: requiredText(80, 'The SKU is required').optional(),
    specs: z.record(z.string().max(60), z.unknown()).default({}),
  }),
  status: 201,
  response: z.object({ insertedId: z.uuid() }),
  refusals: ['sku-taken', 'idempotency-key-reused'],
});

export const editPartEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/parts/:id',
  summary: 'Changes what is sent of a part, or puts it on sale again',
  access: 'administrator',
  params: idParams,
  body: partFormSchema.partial().extend({
    seen_quantity: wholeNumber(0, 1_000_000, 'The quantity that you saw is needed')
      .optional()
      .describe(
        'needed with a new available_quantity: the one that it replaces, so that no sale is overwritten',
      ),
    off_sale: z.boolean('Yes or no (true or false) is needed here').optional(),
  }),
  response: partSchema.extend({ modifiedCount: z.int() }),
  refusals: ['part-not-found', 'stock-changed'],
});

export const takeOffSaleEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage_products/:id',
  summary: 'Takes a part off sale; orders that name it keep their name, picture and price',
  access: 'administrator',
  params: idParams,
  response: z.object({ deletedCount: z.int() }),
  refusals: ['part-not-found'],
});
