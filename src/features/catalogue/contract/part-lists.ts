/** The endpoint that lists parts; separate, because pages of one part do not need the filters. */
import { z } from 'zod';
import { checkListQuery, listFields } from '#catalogue/contract/list-queries.ts';
import { partSchema } from '#catalogue/contract/parts.ts';
import { fallbackCategory, partStatuses } from '#catalogue/rules/parts.ts';
import { partCursor } from '#kernel/cursors.ts';
import { defineEndpoint, fillIn, makePageQuery } from '#platform/contract/endpoint.ts';

export const listPartsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts',
  summary:
    'The parts on sale, those of the home page first; other statuses are for administrators (wanted: sold out, and tried to be bought since)',
  access: 'anyone', // depends on the status: 403 for lists that only administrators may see
  query: makePageQuery(partCursor)
    .extend({ ...listFields, status: z.enum(partStatuses).default('on-sale') })
    .superRefine(checkListQuery),
  isPaged: true,
  isSearch: true,
  response: z.array(partSchema),
  refusals: ['not-allowed'],
  example: {
    query: {
      ...{ limit: '5', cursor: `1~0~0~0~${fillIn('part')}`, page: '1' },
      ...{ q: 'testco', category: fallbackCategory, sort: 'price', status: 'on-sale' },
    },
  },
});
