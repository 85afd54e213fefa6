/** The endpoints that import a file of parts: first what it would do, then doing exactly that. */
import { z } from 'zod';
import { categorySchema, fallbackCategory } from '#catalogue/rules/parts.ts';
import { textEncodings } from '#catalogue/rules/text-encodings.ts';
import { changedFieldSchema } from '#kernel/admin-changes.ts';
import { dollars } from '#kernel/fields.ts';
import { defineEndpoint, fillIn } from '#platform/contract/endpoint.ts';

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

const query = z.object({
  category: categorySchema.optional().describe('of rows that name none'),
  only: z
    .enum(['prices'])
    .optional()
    .describe('changes only price and stock of parts of the shop, by SKU, GTIN, MPN or a name that fits one'),
  jumps: z.enum(['allow']).optional().describe('changes prices that jump, too; otherwise they stay'),
  removals: z.enum(['allow']).optional().describe('takes prices away, too; otherwise they stay'),
});

export type ImportOptions = z.output<typeof query>;

/** Of a good file. */
export const previewedImport = {
  category: fallbackCategory,
  only: 'prices',
  jumps: 'allow',
  removals: 'allow',
} as const satisfies ImportOptions;

export const previewImportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/imports/preview',
  summary: 'What the import of a file of parts (CSV or JSON Lines, at most 10 MB) would do; writes nothing',
  access: 'administrator',
  query,
  upload: 'file',
  response: importSchema,
  refusals: ['part-file-too-large', 'too-many-imports', 'import-busy', 'work-busy', 'work-too-costly'],
  example: { query: previewedImport },
});

export const confirmImportEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/imports',
  summary: 'Imports a file of parts, if this does what the preview with this hash has shown',
  access: 'administrator',
  query: query.extend({
    hash: z.string().regex(/^[0-9a-f]{64}$/, 'The hash of the preview is needed here'),
  }),
  upload: 'file',
  response: importSchema,
  refusals: [
    'part-file-too-large',
    'too-many-imports',
    'import-busy',
    'import-differs',
    'work-busy',
    'work-too-costly',
  ],
  example: { query: { ...previewedImport, hash: fillIn('import-hash') } },
});
