/** Endpoints of the whole catalogue: facets, and suggestions for searches. */
import { z } from 'zod';
import { checkListQuery, listQueryFields } from '#catalogue/contract/list-queries.ts';
import { categorySchema, fallbackCategory } from '#catalogue/rules/parts.ts';
import { requiredText } from '#kernel/fields.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

const labels = {
  key: z.string().describe('the parameter; of a range, what stands before -min and -max'),
  label: z.string(),
  unit: z.string().describe('of the numbers; empty where there is none'),
  explanation: z.string(),
};
const number = z.number().nullable();

export const facetValueSchema = z.object({
  value: z.string(),
  label: z.string(),
  count: z.int(),
  chosen: z.boolean(),
});
const values = z.array(facetValueSchema);

export const categoryCountSchema = z.object({ category: categorySchema, label: z.string(), count: z.int() });

export const facetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), ...labels, values }),
  z.object({
    kind: z.literal('range'),
    ...labels,
    min: number,
    max: number,
    values: values.describe(
      'the usual ones, of those within the chosen range: at most six, and what is chosen; the parameter is the key',
    ),
  }),
  z.object({ kind: z.literal('flag'), ...labels, count: z.int(), chosen: z.boolean() }),
]);
export type PartFacet = z.infer<typeof facetSchema>;

export const countPartsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts/facets',
  summary: 'The filters of a list of parts with exact counts, each counted as if nothing were chosen of it',
  access: 'anyone',
  query: z.object(listQueryFields).superRefine(checkListQuery),
  response: z.object({
    total: z.int().describe('parts that the question finds'),
    meant: z.string().nullable().describe('what was searched for instead of a probable typing error'),
    partial: z.boolean().describe('no part on sale has all words of `q`: these have the most of them'),
    categories: z.array(categoryCountSchema),
    facets: z.array(facetSchema),
    sorts: z.array(z.object({ key: z.string(), label: z.string() })),
    reliefs: z
      .array(z.object({ key: z.string(), label: z.string(), total: z.int() }))
      .describe('when nothing is found: what to drop, and how many parts there are then'),
  }),
  example: { query: { q: 'testco', category: fallbackCategory, sort: 'price' } },
});

export const suggestPartsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts/suggestions',
  summary: 'What somebody may be looking for who is typing: a few parts, brands and categories',
  access: 'anyone',
  query: z.object({ q: requiredText(100, 'Something to search for is required') }),
  response: z.object({
    meant: z.string().nullable().describe('what was searched for instead of a probable typing error'),
    parts: z.array(
      z.object({
        _id: z.uuid(),
        name: z.string(),
        category: categorySchema,
        slug: z.string(),
        img: z.string(),
        thumbnail: z.string().describe('the same picture, 320 pixels wide at most'),
        price: z.number().nullable(),
        available_quantity: z.int(),
        minimum_order: z.int(),
      }),
    ),
    brands: z.array(z.object({ brand: z.string(), count: z.int() })),
    categories: z.array(categoryCountSchema),
  }),
  example: { query: { q: 'testc' } },
});
