/** The endpoint that lists parts; separate, because pages of one part do not need the filters. */
import { z } from 'zod';
import { checkListQuery, listFields } from '#contract/catalogue/list-queries.ts';
import { partSchema } from '#contract/catalogue/parts.ts';
import { defineEndpoint, makePageQuery } from '#contract/endpoint.ts';
import { partStatuses } from '#domain/catalogue/parts.ts';
import { partCursor } from '#domain/cursors.ts';

export const listPartsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts',
  summary:
    'The parts on sale, those of the home page first; what is off sale or has no price is listed for administrators',
  access: 'anyone', // depends on the status: 403 for lists that only administrators may see
  query: makePageQuery(partCursor)
    .extend({ ...listFields, status: z.enum(partStatuses).default('on-sale') })
    .superRefine(checkListQuery),
  isPaged: true,
  isSearch: true,
  response: z.array(partSchema),
  refusals: ['not-allowed'],
});
