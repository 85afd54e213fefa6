/** Endpoints for refunds. */
import { z } from 'zod';
import { sortedCursor } from '#kernel/cursors.ts';
import { dollars, makeIdField, price, requiredText, wholeNumber } from '#kernel/fields.ts';
import { type Dollars, dollarsToCents, formatDollars } from '#kernel/money.ts';
import { wording } from '#kernel/wording.ts';
import { refundFilters, refundStatuses } from '#payments/rules/refunds.ts';
import { defineEndpoint, fillIn, makeExamplePage, makePageQuery } from '#platform/contract/endpoint.ts';
import { customerFilter, dayFilters, exampleDays } from '#platform/contract/list-filters.ts';
import { concernedOrdersSchema } from './concerned-orders.ts';

export const refundStatusSchema = z.enum(refundStatuses);

export const refundSchema = z.object({
  _id: z.uuid(),
  orderId: z.uuid(),
  amount: dollars.describe('US dollars'),
  reason: z.string(),
  returnedUnits: z.int().describe('units that go back to the stock once the refund has succeeded'),
  status: refundStatusSchema.describe(
    'pending: the card provider has not finished it; failed: the money is still with the shop',
  ),
  failure: z.string().nullable().describe('why it failed'),
  inAnotherAccount: z
    .boolean()
    .describe(
      'pending, because its payment is in another account of the card provider than the shop uses now',
    ),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Refund = z.infer<typeof refundSchema>;

const amount = price(wording.messages.refundAmount, 'The amount must be above 0');

export const refundFormSchema = z.object({
  amount: amount.optional().describe('US dollars; all that is left, when it is not sent'),
  reason: requiredText(500, wording.messages.refundReason),
  returnedUnits: wholeNumber(0, 1_000_000, wording.messages.returnedUnits).default(0),
});

export function makeRefundFormSchema(left: { amount: Dollars; units: number }) {
  const maxAmount = formatDollars(left.amount);
  return refundFormSchema.extend({
    amount: amount.refine(
      (dollars) => dollarsToCents(dollars) <= dollarsToCents(left.amount),
      `No more than ${maxAmount} is left to be refunded`,
    ),
    returnedUnits: wholeNumber(0, left.units, wording.messages.returnedUnits).default(0),
  });
}

export const requestRefundEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/refunds',
  summary: 'Refunds a paid order, whole or in part; units that came back go to the stock',
  access: 'administrator',
  isIdempotent: true,
  body: z.strictObject({ ...refundFormSchema.shape, orderId: makeIdField('an order') }),
  status: 201,
  response: refundSchema.extend({ insertedId: z.uuid() }),
  refusals: [
    'order-not-found',
    'order-not-refundable',
    'order-disputed',
    'refund-too-large',
    'too-many-units',
    'refund-failed',
    'idempotency-key-reused',
  ],
  example: {
    body: {
      ...{ orderId: fillIn('paid-order'), amount: 0.5 },
      ...{ reason: 'It did not fit.', returnedUnits: 1 },
    },
  },
});

export const listRefundsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/refunds',
  summary: 'All refunds, newest first, with whose they are',
  access: 'administrator',
  query: makePageQuery(sortedCursor).extend({
    ...dayFilters,
    ...customerFilter,
    status: z
      .enum(refundFilters)
      .optional()
      .describe('to-repeat: failed, and since then not refunded of the same order and payment'),
  }),
  isPaged: true,
  response: z.array(
    refundSchema.extend({
      partsName: z.string(),
      orders: concernedOrdersSchema,
      name: z.string(),
      email: z.string(),
    }),
  ),
  example: { query: { ...makeExamplePage(), ...exampleDays, status: 'to-repeat', customer: 'pat' } },
});
