/** The endpoint of a part's stock ledger. */
import { z } from 'zod';
import { stockReasons } from '#catalogue/rules/parts.ts';
import { sortedCursor } from '#kernel/cursors.ts';
import {
  defineEndpoint,
  fillIn,
  idParams,
  makeExamplePage,
  makePageQuery,
} from '#platform/contract/endpoint.ts';

export const listStockMovementsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/parts/:id/stock_movements',
  summary: 'The stock ledger of a part, the newest movement first',
  access: 'administrator',
  params: idParams,
  query: makePageQuery(sortedCursor),
  isPaged: true,
  response: z.array(
    z.object({
      _id: z.uuid(),
      at: z.iso.datetime(),
      units: z.int().describe('negative: out of the stock'),
      stock: z.int().describe('after the movement'),
      reason: z.enum(stockReasons),
      orderId: z.uuid().nullable(),
      note: z.string().nullable().describe('why, as the administrator said'),
      byName: z.string().nullable().describe('the administrator who edited the stock'),
    }),
  ),
  refusals: ['part-not-found'],
  example: { params: { id: fillIn('part') }, query: makeExamplePage() },
});
