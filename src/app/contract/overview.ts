/** The endpoints of the administrators' overview and of what they are told on every page. */
import { z } from 'zod';
import { partSchema } from '#catalogue/contract/parts.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

export const readOverviewEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/overview',
  summary:
    'What waits for an administrator: orders to be shipped, parts that are running low, money to look after',
  access: 'administrator',
  response: z.object({
    toShip: z.int().describe('paid orders that are not shipped yet'),
    purchasesToShip: z.int().describe('purchases with such an order'),
    unpaid: z.int().describe('orders that wait for their payment'),
    unpaidPurchases: z.int().describe('purchases with such an order'),
    late: z
      .int()
      .describe('orders whose last promised day has passed: paid ones, and for 14 days shipped ones'),
    lateNotShipped: z.int().describe('those of them that have not left'),
    openDisputes: z.int().describe('payments that a buyer’s bank takes back or asks about'),
    failedRefunds: z.int().describe('refunds that failed while the order’s money is still with the shop'),
    runningLow: z
      .array(partSchema)
      .describe('on sale with few units, or too few to be ordered; the fewest first, at most 10'),
    runningLowCount: z.int(),
    toCheck: z.int().describe('parts with a value that can hardly be true'),
  }),
});

export const readNoticesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/notices',
  summary:
    'What administrators should know of the shop’s configuration: that it takes test cards, sends no mail …',
  access: 'administrator',
  response: z.array(z.string()),
});
