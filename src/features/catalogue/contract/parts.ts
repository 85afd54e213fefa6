/** Endpoints for one part. */
import { z } from 'zod';
import { defaultLowStock } from '#catalogue/rules/low-stock.ts';
import { categorySchema } from '#catalogue/rules/parts.ts';
import { dollars } from '#kernel/fields.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';

type Specs = Record<string, unknown>;

/** By category; what nobody knows is left out. Described as a record, whose keys zod would check one by one. */
export const specsSchema = z
  .custom<Specs>((value) => typeof value === 'object' && value !== null)
  .meta({ type: 'object', propertyNames: { type: 'string' }, additionalProperties: {} });

export const partSchema = z.object({
  _id: z.uuid(),
  img: z.string(),
  name: z.string(),
  full_name: z
    .string()
    .describe('as buyers read it: the name, and what tells the part from others on sale of the same name'),
  description: z.string(),
  available_quantity: z.int(),
  minimum_order: z.int(),
  price: dollars.nullable().describe('US dollars, two decimals; null: not for sale yet'),
  category: categorySchema,
  brand: z.string(),
  sku: z.string(),
  mpn: z.string().nullable().describe('the maker’s part number'),
  gtin: z.string().nullable().describe('EAN or UPC: 8, 12, 13 or 14 digits'),
  off_sale: z.boolean(),
  featured: z.int().nullable().describe('1 comes first on the home page'),
  low_stock: z
    .int()
    .nullable()
    .optional()
    .describe(`only for administrators: with this many units or fewer it runs low; null: ${defaultLowStock}`),
  weight_grams: z
    .int()
    .nullable()
    .optional()
    .describe('only for administrators: of one unit with its box; null: estimated by its category'),
  specs: specsSchema,
  facts: specsSchema.describe(
    '`specs` as numbers, booleans, lists and counts; what the shop cannot read is missing',
  ),
  derived: z
    .array(z.string())
    .describe(
      'the fields of `specs` that nobody stated: the shop derived them from the name and other fields',
    ),
  doubts: z
    .array(z.string())
    .optional()
    .describe('for administrators: values that can hardly be true, and that ranges leave out'),
  twin: z
    .object({ _id: z.uuid(), sku: z.string() })
    .optional()
    .describe('for administrators, in the list of parts that stand twice: another of the same'),
  slug: z.string().describe('the part’s page is /parts/{category}/{slug}'),
});
export type Part = z.infer<typeof partSchema>;

export const partPageSchema = z
  .string()
  .nullable()
  .describe('the path of the part’s page; null while the part is off sale');

export const readPartEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts/:id',
  summary: 'One part on sale; an administrator is shown one off sale, too',
  access: 'anyone',
  params: idParams,
  response: partSchema,
  refusals: ['part-not-found'],
  example: { params: { id: fillIn('part') } },
});
