/** The call that lists parts; by itself, because pages of one part need none of what filters know of all categories. */
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
  access: 'anyone', // the status decides: 403 for what is off sale, unless to an administrator
  query: makePageQuery(partCursor)
    .extend({ ...listFields, status: z.enum(partStatuses).default('on-sale') })
    .superRefine(checkListQuery),
  paged: true,
  searched: true,
  status: 200,
  answer: z.array(partSchema),
  refusals: ['not-allowed'],
});
