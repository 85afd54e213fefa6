/** The calls about parts. */
import { z } from 'zod';
import { declare, idParams, pageQueryOf } from '#contract/call.ts';
import { sortedCursor } from '#domain/cursors.ts';
import { optionalText, price, text, wholeNumber } from '#domain/fields.ts';
import { categorySchema } from '#domain/parts.ts';
import { wording } from '#domain/wording.ts';

export const partSchema = z.object({
  _id: z.uuid(),
  img: z.string(),
  name: z.string(),
  description: z.string(),
  available_quantity: z.int(),
  minimum_order: z.int(),
  price: z.number().describe('US dollars, two decimals'),
  category: categorySchema,
  brand: z.string(),
  sku: z.string(),
  specs: z.record(z.string(), z.unknown()),
});
export type Part = z.infer<typeof partSchema>;

export const listParts = declare({
  method: 'GET',
  path: '/api/parts',
  summary: 'The parts on sale, those of the home page first',
  who: 'anyone',
  query: pageQueryOf(sortedCursor),
  paged: true,
  status: 200,
  answer: z.array(partSchema),
  refusals: [],
});

export const readPart = declare({
  method: 'GET',
  path: '/api/parts/:id',
  summary: 'One part on sale',
  who: 'anyone',
  params: idParams,
  status: 200,
  answer: partSchema,
  refusals: ['part-not-found'],
});

/** The form of Add Product; the picture is an address that the image host answered, or any https address. */
export const partFormSchema = z.object({
  name: text(200, wording.messages.productName),
  description: text(5000, wording.messages.productDescription),
  available_quantity: wholeNumber(0, 1_000_000, wording.messages.productQuantity),
  minimum_order: wholeNumber(1, 10_000, wording.messages.minimumOrder),
  price: price(wording.messages.price),
  img: text(500, wording.messages.image).regex(
    /^(https?:\/\/|\/)[^\s"<>]+$/,
    'This is not the address of a picture',
  ),
});

export const addPart = declare({
  method: 'POST',
  path: '/api/parts',
  summary: 'Adds a part to the catalogue',
  who: 'administrator',
  body: partFormSchema.extend({
    category: categorySchema.default('other'),
    brand: optionalText(60).default(''),
    sku: text(80, 'The SKU is required').optional(),
    specs: z.record(z.string().max(60), z.unknown()).default({}),
  }),
  status: 201,
  answer: z.object({ insertedId: z.uuid() }),
  refusals: ['sku-taken'],
});
