/** What the import of a file of parts would do, or has done. */
import { z } from 'zod';
import { categorySchema } from '#catalogue/rules/parts.ts';
import { textEncodings } from '#catalogue/rules/text-encodings.ts';
import { changedFieldSchema } from '#kernel/admin-changes.ts';
import { dollars } from '#kernel/fields.ts';

export const rowReasonSchema = z.object({
  reason: z.string(),
  rows: z.int(),
  firstRow: z.int(),
  firstRows: z.array(z.int()).describe('the first 20'),
});

export const importSchema = z.object({
  hash: z.string().describe('of the file and of all that its import would do'),
  encoding: z.enum(textEncodings).describe('what the file was read as'),
  rows: z.int().describe('added + updated + same + repeated + refusedRows'),
  added: z.int(),
  updated: z.int(),
  same: z.int(),
  repeated: z.int().describe('rows of the same part as an earlier row'),
  refusedRows: z.int(),
  unpriced: z.int().describe('of the parts, those without a price, which are not for sale'),
  addedParts: z
    .array(
      z.object({
        sku: z.string(),
        name: z.string(),
        category: categorySchema,
        price: dollars.nullable(),
        stock: z.int(),
      }),
    )
    .describe('the first 50'),
  changedParts: z
    .array(z.object({ sku: z.string(), name: z.string(), fields: z.array(changedFieldSchema) }))
    .describe('the first 50'),
  recognized: z.int().describe('rows without a SKU that mean a part of the shop; none of them is added'),
  recognizedParts: z
    .array(
      z.object({
        sku: z.string(),
        name: z.string().describe('in the shop'),
        rowName: z.string().describe('in the file'),
        by: z.enum(['gtin', 'mpn', 'name']),
      }),
    )
    .describe('the first 50'),
  jumps: z.int().describe('prices that change by more than the factor of the settings'),
  removals: z.int().describe('prices that the file takes away'),
  unusualPrices: z
    .array(
      z.object({
        sku: z.string(),
        name: z.string(),
        kind: z.enum(['jumps', 'removals']),
        before: dollars,
        after: dollars.nullable(),
      }),
    )
    .describe('the first 50 of each kind; only those that are allowed are among the changed'),
  reasons: z
    .array(rowReasonSchema)
    .describe('why rows are refused, the most frequent reason first, at most 50'),
  quarantined: z
    .array(rowReasonSchema)
    .describe('what rows of the OpenDB state, but cannot be true: their parts are without it; at most 50'),
});

export type ImportPreview = z.output<typeof importSchema>;
