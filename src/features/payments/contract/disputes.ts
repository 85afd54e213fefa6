/** The endpoint that lists disputes. */
import { z } from 'zod';
import { sortedCursor } from '#kernel/cursors.ts';
import { dollars } from '#kernel/fields.ts';
import { defineEndpoint, makeExamplePage, makePageQuery } from '#platform/contract/endpoint.ts';
import { customerFilter, dayFilters, exampleDays } from '#platform/contract/list-filters.ts';
import { concernedOrdersSchema } from './concerned-orders.ts';

export const disputeSchema = z.object({
  _id: z.uuid(),
  orderId: z.uuid(),
  partsName: z.string(),
  orders: concernedOrdersSchema,
  name: z.string(),
  email: z.string(),
  amount: dollars.describe('US dollars'),
  reason: z.string().describe('the provider’s word, `fraudulent` for example'),
  status: z.string().describe('the provider’s word: `needs_response`, `under_review`, `won`, `lost` …'),
  open: z.boolean(),
  respondBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  closedAt: z.iso.datetime().nullable(),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const listDisputesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/disputes',
  summary: 'Payments that a buyer’s bank takes back or asks about, newest first',
  access: 'administrator',
  query: makePageQuery(sortedCursor).extend({
    ...dayFilters,
    ...customerFilter,
    status: z.enum(['open', 'closed']).optional(),
  }),
  isPaged: true,
  response: z.array(disputeSchema),
  example: { query: { ...makeExamplePage(), ...exampleDays, status: 'open', customer: 'pat' } },
});
