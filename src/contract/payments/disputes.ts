/** The endpoint that lists disputes. */
import { z } from 'zod';
import { defineEndpoint, type Example, givePage, makePageQuery } from '#contract/endpoint.ts';
import { customerFilter, dayFilters, exampleDays } from '#contract/list-filters.ts';
import { concernedOrdersSchema } from '#contract/payments/concerned-orders.ts';
import { sortedCursor } from '#domain/cursors.ts';
import { dollars } from '#domain/fields.ts';

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
});

export const listDisputesExample: Example<typeof listDisputesEndpoint> = async (given) => ({
  query: { ...(await givePage(given)), ...exampleDays, status: 'open', customer: 'pat' },
});
