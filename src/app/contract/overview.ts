/** The endpoints of the administrators' overview and of what they are told on every page. */
import { z } from 'zod';
import { partSchema } from '#catalogue/contract/parts.ts';
import { dollars } from '#kernel/fields.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';
import { promisedDays } from '#purchases/rules/orders.ts';

export const readOverviewEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/overview',
  summary:
    'What was sold, and what waits for an administrator: orders to be shipped, parts that are running low, money to look after',
  access: 'administrator',
  response: z.object({
    sales: z
      .array(
        z.object({
          day: z.iso.date(),
          purchases: z.int().describe('that were charged'),
          total: dollars.describe('of their charges in the ledger of money, US dollars'),
          byThisTime: dollars.describe('of what was charged until the time of the day that it is now'),
          bar: z.string().describe('its bar, a path for an SVG of 20 units a day that is 150 high'),
        }),
      )
      .describe('the last 30 days by the clocks of the shop, today at last'),
    toShip: z.int().describe('paid orders that are not shipped yet'),
    purchasesToShip: z.int().describe('purchases with such an order'),
    toShipByPromise: z
      .array(z.object({ promised: z.enum(promisedDays), orders: z.int() }))
      .describe('the orders to be shipped by their last promised day; later: also those without one'),
    toShipByAge: z
      .array(z.object({ from: z.iso.date().optional(), to: z.iso.date(), orders: z.int() }))
      .describe('the same orders by the days on which they were placed; the newest first'),
    unpaid: z.int().describe('orders that wait for their payment'),
    unpaidPurchases: z.int().describe('purchases with such an order'),
    expiring: z.int().describe('unpaid orders that expire within an hour'),
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
    endingSoon: z
      .array(partSchema.extend({ sold: z.int().describe('units in the last 14 days') }))
      .describe(
        'on sale, and sold out within a week if they sell as in the last 14 days; the soonest first, at most 50',
      ),
    endingSoonCount: z.int(),
    wanted: z
      .array(partSchema.extend({ requests: z.int().describe('in at most 30 days') }))
      .describe('sold out, and tried to be bought since; the most often first, at most 10'),
    wantedCount: z.int(),
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
