/** Endpoints that add and change parts. */
import { z } from 'zod';
import { partFormSchema } from '#catalogue/contract/part-form.ts';
import { partSchema } from '#catalogue/contract/parts.ts';
import { gtinField, mpnField } from '#catalogue/rules/part-numbers.ts';
import { categorySchema, fallbackCategory, maxStock } from '#catalogue/rules/parts.ts';
import { dollars, idField, lowStock, optionalText, weightGrams, wholeNumber } from '#kernel/fields.ts';
import { imageAddress } from '#kernel/image-address.ts';
import { wording } from '#kernel/wording.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';

const specs = z.record(z.string().max(60), z.unknown());
export const statedSpecsSchema = specs.describe('the fields of the category');
const img = imageAddress(wording.messages.image);

export const addPartEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/parts',
  summary: 'Adds a part to the catalogue',
  access: 'administrator',
  isIdempotent: true,
  body: partFormSchema.extend({
    img,
    category: categorySchema.default(fallbackCategory),
    brand: optionalText(60).default(''),
    sku: partFormSchema.shape.sku.optional(),
    mpn: mpnField.nullable().optional(),
    gtin: gtinField.nullable().optional(),
    featured: partFormSchema.shape.featured.nullable().optional().describe('1 comes first on the home page'),
    low_stock: lowStock.nullable().optional(),
    weight_grams: weightGrams.nullable().optional().describe('of one unit, with its box'),
    specs: statedSpecsSchema.default({}),
  }),
  status: 201,
  response: z.object({ insertedId: z.uuid() }),
  refusals: ['sku-taken', 'gtin-taken', 'idempotency-key-reused'],
  example: { body: { ...makePartFields(), description: 'It is new.', specs: { Weight: '1 kg' } } },
});

/** Of an example. */
function makePartFields() {
  return {
    name: 'A part',
    available_quantity: 3,
    minimum_order: 1,
    price: 9.99,
    img: '/pictures/ssd-m2-640.webp',
    category: fallbackCategory,
    brand: 'Testco',
    sku: fillIn('sku'),
    mpn: 'TC-1',
    gtin: fillIn('gtin'),
    featured: 3,
    low_stock: 2,
    weight_grams: 250,
  };
}

/** Any value that a part may have had. */
const seenSchema = z.strictObject({
  name: z.string().max(500),
  description: z.string().max(10_000),
  img: z.string().max(1000),
  price: dollars.nullable(),
  minimum_order: z.int(),
  category: z.string().max(60),
  brand: z.string().max(200),
  sku: z.string().max(200),
  mpn: z.string().max(200).nullable(),
  gtin: z.string().max(200).nullable(),
  featured: z.int().nullable(),
  low_stock: z.int().nullable(),
  weight_grams: z.int().nullable(),
  specs,
});

export const editPartEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/parts/:id',
  summary: 'Changes what is sent of a part, or puts it on sale again',
  access: 'administrator',
  params: idParams,
  body: z.strictObject({
    ...partFormSchema.partial().shape,
    img: img.optional(),
    mpn: mpnField.nullable().optional(),
    gtin: gtinField.nullable().optional(),
    featured: partFormSchema.shape.featured.nullable().optional(),
    low_stock: lowStock.nullable().optional(),
    weight_grams: weightGrams.nullable().optional(),
    specs: specs
      .optional()
      .describe('the fields to change; null removes one. With another category: all fields of the new one'),
    seen: seenSchema
      .partial()
      .optional()
      .describe('the values that the sent ones replace: a field that has another one by now is not changed'),
    seen_quantity: wholeNumber(0, 1_000_000, 'The quantity that you saw is needed')
      .optional()
      .describe(
        'needed with a new available_quantity: the one that it replaces, so that no sale is overwritten',
      ),
    off_sale: z.boolean().optional(),
    same_as: idField('This is not an id')
      .optional()
      .describe('with off_sale: the part on sale to which the page of this one leads from then on'),
  }),
  response: partSchema.extend({ modifiedCount: z.int() }),
  refusals: ['part-not-found', 'changed-meanwhile', 'stock-changed', 'sku-taken', 'gtin-taken'],
  example: {
    params: { id: fillIn('part') },
    body: {
      ...makePartFields(),
      description: 'It is edited.',
      seen_quantity: 100,
      specs: { color: 'Red' },
      seen: { brand: 'Testco' },
      off_sale: false,
      same_as: fillIn('part'),
    },
  },
});

/** Of one request of a list. */
const maxChangedParts = 100;

export const changePartsEndpoint = defineEndpoint({
  method: 'PATCH',
  path: '/api/parts',
  summary: 'Changes prices and stock of some parts: of all of them, or of none',
  access: 'administrator',
  isIdempotent: true,
  body: z.strictObject({
    parts: z
      .array(
        z
          .strictObject({
            id: idField('This is not an id'),
            price: partFormSchema.shape.price.optional(),
            seen_price: dollars
              .nullable()
              .optional()
              .describe('the price that the sent one replaces: one that is another by now is not changed'),
            units: wholeNumber(-maxStock, maxStock, 'A number such as 5 or -2 is needed here')
              .optional()
              .describe('added to the stock; negative: taken from it'),
            reason: optionalText(100).optional().describe('why the stock changes; needed with `units`'),
          })
          .refine(({ units, reason }) => !units || reason, {
            path: ['reason'],
            error: 'Please say why the stock changes',
          }),
      )
      .min(1)
      .max(maxChangedParts, `At most ${maxChangedParts} parts are possible at once`)
      .refine(
        (parts) => new Set(parts.map(({ id }) => id)).size === parts.length,
        'Each part is possible once',
      ),
  }),
  response: z.object({ modifiedCount: z.int() }),
  refusals: ['part-not-found', 'changed-meanwhile', 'invalid-input', 'idempotency-key-reused'],
  example: {
    body: {
      parts: [
        { id: fillIn('part'), price: 12.5, seen_price: 1, units: 5, reason: 'Delivered by the supplier' },
      ],
    },
  },
});

export const takeOffSaleEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/manage_products/:id',
  summary: 'Takes a part off sale; orders that name it keep their name, picture and price',
  access: 'administrator',
  params: idParams,
  response: z.object({ deletedCount: z.int() }),
  refusals: ['part-not-found'],
  example: { params: { id: fillIn('part') } },
});
