/** Endpoints that say what delivery costs, when parts arrive, and what an address consists of. */
import { z } from 'zod';
import { defineEndpoint } from '#contract/endpoint.ts';
import { addressFieldNames } from '#domain/delivery/address-fields.ts';
import { wholeNumber } from '#domain/fields.ts';
import { maxPurchaseLines } from '#domain/orders/purchases.ts';
import { wording } from '#domain/wording.ts';

/** Longer texts are refused by the checks of an address, with its own sentence. */
const addressText = z
  .string('A text is needed here')
  .max(500, 'At most 80 characters are possible')
  .optional();

const addressTexts = {
  ...(Object.fromEntries(addressFieldNames.map((name) => [name, addressText])) as Record<
    (typeof addressFieldNames)[number],
    typeof addressText
  >),
  country: addressText.describe('a code of ISO 3166-1'),
  phone: addressText,
};

/** Which of them its country has, and their checks, the server knows (`checkAddress`). */
export const addressSchema = z.strictObject(addressTexts);

/** As it is stored and shown. */
export const storedAddressSchema = z.object({
  ...addressTexts,
  country: z.string(),
  name: z.string(),
  line1: z.string(),
  phone: z.string(),
});

const country = z
  .string('Choose a country')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'This is not the code of a country');

export const taxSchema = z.object({
  name: z.string(),
  rate: z.number().describe('percent'),
});

export const deliveryMethodSchema = z.object({
  key: z.string().describe('sent with a purchase as deliveryMethod'),
  name: z.string(),
  zone: z.string(),
  pickUpAt: z.string().nullable().describe('where the parts are collected; null: they are brought'),
  price: z.number().describe('US dollars'),
  from: z.iso.date().describe('the first day on which the parts arrive, or can be collected'),
  to: z.iso.date().describe('the last one'),
  tax: taxSchema.nullable().describe('included in the prices of parts and delivery; null: none'),
  orderBy: z.iso.datetime().describe('from then on the days are later ones'),
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
          partsId: z.uuid('This is not the id of a part'),
          quantity: wholeNumber(1, 1_000_000, wording.messages.quantity),
        }),
      )
      .min(1, 'At least one part is needed')
      .max(maxPurchaseLines, `At most ${maxPurchaseLines} lines are possible in one purchase`),
    address: z
      .object({ country, region: addressText, postcode: addressText })
      .optional()
      .describe('otherwise it is that of a location as text: of the default zone'),
  }),
  response: z.object({
    methods: z.array(deliveryMethodSchema).describe('the cheapest first, those to collect at last'),
    timeZone: z.string().describe('of the days'),
    weight: z.int().describe('grams'),
    isWeightEstimated: z.boolean().describe('a part says no weight: that of its category was taken'),
  }),
  refusals: ['part-not-found', 'not-delivered-there', 'too-heavy-to-deliver'],
});

export const listCountriesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/countries',
  summary: 'All countries by name, and the one to begin with',
  access: 'anyone',
  response: z.object({
    home: z.string(),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
});

export const readAddressFieldsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/address-fields',
  summary: 'The fields of an address in a country, in its order; none for an unknown country',
  access: 'anyone',
  query: z.object({ country }),
  response: z.array(
    z.object({
      name: z.enum(addressFieldNames),
      label: z.string(),
      isRequired: z.boolean(),
      example: z.string().optional(),
      options: z.array(z.object({ code: z.string(), name: z.string() })).optional(),
    }),
  ),
});
