/** The endpoint that says what delivery costs and when parts arrive. */
import { z } from 'zod';
import { maxPurchaseLines } from '#catalogue/rules/orderable-part.ts';
import { addressText, countryCode } from '#delivery/contract/addresses.ts';
import { dollars, makeIdField, wholeNumber } from '#kernel/fields.ts';
import { wording } from '#kernel/wording.ts';
import { defineEndpoint, fillIn } from '#platform/contract/endpoint.ts';

export const taxSchema = z.object({ name: z.string(), rate: z.number().describe('percent') });

export const deliveryMethodSchema = z.object({
  key: z.string().describe('sent with a purchase as deliveryMethod'),
  name: z.string(),
  zone: z.string(),
  pickUpAt: z.string().nullable().describe('where the parts are collected; null: they are brought'),
  price: dollars.describe('US dollars'),
  from: z.iso.date().describe('the first day on which the parts arrive, or can be collected'),
  to: z.iso.date().describe('the last one'),
  tax: taxSchema.nullable().describe('included in the prices of parts and delivery; null: none'),
  orderBy: z.iso.datetime().describe('from then on the days are later ones'),
});

export const deliveryQuoteSchema = z.object({
  methods: z.array(deliveryMethodSchema).describe('the cheapest first, those to collect at last'),
  timeZone: z.string().describe('of the days'),
  isPostcodeRequired: z
    .boolean()
    .describe(
      'an order to this place is refused without a postcode, although the country does not require one',
    ),
  weight: z.int().describe('grams'),
  isWeightEstimated: z.boolean().describe('a part says no weight: that of its category was taken'),
});

export const quoteDeliveryEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/delivery-quotes',
  summary: 'What delivery of these parts costs and when they arrive, by each method; nothing is stored',
  access: 'anyone',
  body: z.strictObject({
    lines: z
      .array(
        z.object({
          partsId: makeIdField('a part'),
          quantity: wholeNumber(1, 1_000_000, wording.messages.quantity),
        }),
      )
      .min(1, 'At least one part is needed')
      .max(maxPurchaseLines, `At most ${maxPurchaseLines} lines are possible in one purchase`),
    address: z
      .object({
        country: countryCode,
        region: addressText,
        town: addressText,
        district: addressText,
        postcode: addressText,
      })
      .optional()
      .describe(
        'otherwise it is that of a location as text: the dearest of all zones, with the latest days; refused where their taxes differ',
      ),
  }),
  response: deliveryQuoteSchema,
  refusals: ['part-not-found', 'not-delivered-there', 'too-heavy-to-deliver'],
  example: {
    body: { lines: [{ partsId: fillIn('part'), quantity: 1 }], address: { country: 'BD', postcode: '1209' } },
  },
});
