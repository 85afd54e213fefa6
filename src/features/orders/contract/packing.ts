/** Endpoints of the packing table: many orders at once, shipped or delivered, and the papers to pack them by. */
import { z } from 'zod';
import { idField, optionalText, requiredText } from '#kernel/fields.ts';
import { defineEndpoint, fileSchema, fillIn } from '#platform/contract/endpoint.ts';

export const maxParcelLines = 200;

const isPreview = z.boolean().describe('true: nothing is changed, and the answer says what would be');

export const parcelResultSchema = z.object({
  lines: z
    .array(
      z.object({
        order: z.string().describe('as it was sent'),
        outcome: z
          .enum(['done', 'repeated', 'refused'])
          .describe('repeated: it was so before, by the same request or an earlier one'),
        orders: z.array(
          z.object({ _id: z.uuid(), partsName: z.string(), quantity: z.int(), name: z.string() }),
        ),
        detail: z.string().nullable().describe('why it could not be'),
      }),
    )
    .describe(
      'one for each line that was sent, in their order; the others are done although some could not be',
    ),
  done: z.int().describe('how many orders were changed, or would be'),
});
export type ParcelResult = z.infer<typeof parcelResultSchema>;

export const shipOrdersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/shipments',
  summary: 'Ships many paid orders, each line on its own; sent twice, it ships nothing twice',
  access: 'administrator',
  body: z.strictObject({
    lines: makeLinesField({
      order: requiredText(60, 'An order is needed here').describe('its number or id'),
      tracking: optionalText(100).optional(),
    }),
    carrier: optionalText(100).optional(),
    wholePurchases: z
      .boolean()
      .default(false)
      .describe('a parcel has all paid orders of the purchase that its order is in'),
    isPreview,
  }),
  response: parcelResultSchema,
  example: {
    body: {
      ...{ lines: [{ order: fillIn('paid-order'), tracking: 'X 1' }], carrier: 'Post' },
      ...{ wholePurchases: true, isPreview: true },
    },
  },
});

export const deliverOrdersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/deliveries',
  summary: 'Records that shipped orders have arrived, as a carrier reports it, each line on its own',
  access: 'administrator',
  body: z.strictObject({
    lines: makeLinesField({
      order: requiredText(100, 'An order or a tracking number is needed here').describe(
        'the number or id of an order, or a tracking number: all orders that have it',
      ),
      deliveredOn: z.iso.date('A day such as 2026-11-25 is needed here').optional(),
    }),
    isPreview,
  }),
  response: parcelResultSchema,
  example: { body: { lines: [{ order: 'K7Q3M-9XT2B', deliveredOn: '2026-11-25' }], isPreview: true } },
});

export const readPackingPapersEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/packing_papers',
  summary:
    'A pick list of some paid or shipped orders, or a packing slip for each purchase; nothing is stored',
  access: 'administrator',
  body: z.strictObject({
    orders: z
      .array(idField('This is not an id'))
      .min(1, 'At least one order is needed')
      .max(maxParcelLines, `At most ${maxParcelLines} orders are possible at once`),
    kind: z.enum(['pick-list', 'slips']),
  }),
  file: 'application/pdf',
  response: fileSchema,
  refusals: ['order-not-found', 'work-busy', 'work-too-costly'],
  example: { body: { orders: [fillIn('shipped-order')], kind: 'slips' } },
});

function makeLinesField<Shape extends z.ZodRawShape>(line: Shape) {
  return z
    .array(z.strictObject(line))
    .min(1, 'At least one line is needed')
    .max(maxParcelLines, `At most ${maxParcelLines} lines are possible at once`);
}
