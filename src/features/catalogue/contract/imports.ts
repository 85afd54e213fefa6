/** The endpoints that import a file of parts: first what it would do, then doing exactly that. */
import { z } from 'zod';
import { importSchema } from '#catalogue/rules/import/import-previews.ts';
import { categorySchema, fallbackCategory } from '#catalogue/rules/parts.ts';
import { defineEndpoint, fillIn } from '#platform/contract/endpoint.ts';

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
