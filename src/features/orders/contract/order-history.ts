/** The endpoint for the history of an order. */
import { z } from 'zod';
import { dollars } from '#kernel/fields.ts';
import { historyActors, historyKinds } from '#orders/rules/order-history.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';
import { paymentNotices } from '#purchases/rules/orders.ts';

export const historyEntrySchema = z.object({
  kind: z.enum(historyKinds),
  at: z.iso.datetime(),
  by: z.enum(historyActors).describe('whose doing it was'),
  byName: z.string().nullable().describe('the administrator’s name; told to administrators only'),
  amount: dollars.nullable().describe('US dollars, where money is concerned'),
  reason: z
    .string()
    .nullable()
    .describe('the provider’s sentence on a decline, why a refund was made or failed, …'),
  units: z.int().nullable().describe('units that came back with a refund'),
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  transactionId: z.string().nullable().describe('of the payment; of a refund, the payment that it is of'),
  noticedThrough: z
    .enum(paymentNotices)
    .nullable()
    .describe(
      'through what the shop learned of a payment: the buyer’s page, an event of the card provider, a question to it',
    ),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const readHistoryEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/my_order/:id/history',
  summary: 'What has happened to an order and when, oldest first, and what is left of it to be refunded',
  access: 'owner-or-administrator',
  params: idParams,
  response: z.object({
    history: z.array(historyEntrySchema),
    refundable: z.object({
      amount: dollars.describe('US dollars that a refund can still give back; 0 for an unpaid order'),
      units: z.int().describe('units that a refund can still bring back to the stock'),
      refusal: z.string().nullable().describe('why nothing can be refunded although it was paid'),
    }),
  }),
  refusals: ['order-not-found'],
  example: { params: { id: fillIn('order') } },
});
