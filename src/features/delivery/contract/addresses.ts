/** Endpoints and schemas of addresses: which fields a country has, and how the form of an address begins. */
import { z } from 'zod';
import { placeSchema } from '#delivery/contract/countries.ts';
import { addressFieldNames, maxLinesLength } from '#delivery/rules/address-fields.ts';
import { inOneLine, optionalField, requiredText } from '#kernel/fields.ts';
import { defineEndpoint, fillIn, idParams } from '#platform/contract/endpoint.ts';

const textNeeded = 'A text is needed here';

/** Longer texts are refused by the checks of an address, with its own sentence. */
export const addressText = z.string(textNeeded).max(500, 'At most 80 characters are possible').optional();

const linesText = z
  .string(textNeeded)
  .max(500, `At most ${maxLinesLength} characters are possible`)
  .optional();

const addressTexts = {
  name: addressText,
  line1: linesText.describe(
    'street, house and what a driver needs; what follows its first line is kept as line2',
  ),
  line2: linesText,
  district: addressText,
  town: addressText,
  region: addressText,
  postcode: addressText,
  country: addressText.describe('a code of ISO 3166-1'),
  phone: addressText,
};

/** Which of them its country has, and their checks, the server knows (`checkAddress`). */
export const addressSchema = z.strictObject(addressTexts);

/** Who the invoice is for. */
export const billingSchema = z.strictObject({
  company: optionalField(inOneLine(requiredText(100, textNeeded))),
  vatNumber: optionalField(inOneLine(requiredText(40, textNeeded))).describe(
    'by the format of its country; kept without spaces, with its prefix',
  ),
  address: addressSchema.describe('without a phone number, that of the delivery is taken'),
});

export const exampleAddress = {
  ...{ country: 'FR', name: 'Ada', line1: '1 rue A', town: 'Paris', postcode: '75001' },
  phone: '+33 1 2345678',
};

/** As it is stored and shown. */
export const storedAddressSchema = z.object(addressTexts).extend({
  country: z.string(),
  name: z.string(),
  line1: z.string(),
  phone: z.string(),
});

export const countryCode = z
  .string('Choose a country')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'This is not the code of a country');

const countriesSchema = z.array(placeSchema);

export const addressFieldsSchema = z.array(
  z.object({
    name: z.enum(addressFieldNames).exclude(['line2']),
    label: z.string(),
    isRequired: z.boolean(),
    isMultiline: z.literal(true).optional().describe('a text of several lines'),
    example: z.string().optional(),
    shape: z
      .object({ pattern: z.string(), message: z.string() })
      .optional()
      .describe('a regular expression that capitals do not matter for, and what is said of any other text'),
    options: z.array(placeSchema).optional(),
  }),
);

export const readAddressFieldsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/address-fields',
  summary: 'The fields of an address in a country, in its order; none for an unknown country',
  access: 'anyone',
  query: z.object({ country: countryCode }),
  response: addressFieldsSchema,
  example: { query: { country: 'DE' } },
});

export const savedAddressesSchema = z.array(
  z.object({
    _id: z.uuid(),
    address: storedAddressSchema,
    lines: z.array(z.string()).describe('of a label, the country last'),
    isDefault: z.boolean(),
  }),
);
export type SavedAddress = z.infer<typeof savedAddressesSchema>[number];

export const readAddressFormEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/address-form',
  summary: 'How the form of an address begins: what is known of the viewer, and the fields of its country',
  access: 'signed-in',
  response: z.object({
    countries: countriesSchema,
    deliveredTo: countriesSchema
      .nullable()
      .describe('those that parts are brought to, and those of the viewer’s own addresses; null: all'),
    values: z
      .object({ ...addressTexts, country: z.string() })
      .describe('where the viewer’s parts went, or the country to begin with'),
    fields: addressFieldsSchema,
    saved: savedAddressesSchema.describe('the default first'),
  }),
});

export const addressToSaveSchema = z.strictObject({
  address: addressSchema,
  isDefault: z
    .boolean('Yes or no (true or false) is needed here')
    .optional()
    .describe('true makes it the default; the first one is it by itself'),
});

export const addAddressEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/addresses',
  summary: 'Saves an address of your own; the answer has all of them. The same one again is saved once',
  access: 'signed-in',
  body: addressToSaveSchema,
  status: 201,
  response: savedAddressesSchema,
  refusals: ['too-many-addresses'],
  example: { body: { address: exampleAddress, isDefault: true } },
});

export const editAddressEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/addresses/:id',
  summary: 'Replaces an address that you have saved; the answer has all of them',
  access: 'owner',
  params: idParams,
  body: addressToSaveSchema,
  response: savedAddressesSchema,
  refusals: ['address-not-found'],
  example: { params: { id: fillIn('address') }, body: { address: exampleAddress, isDefault: true } },
});

export const deleteAddressEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/addresses/:id',
  summary: 'Deletes an address that you have saved; the answer has the others',
  access: 'owner',
  params: idParams,
  response: savedAddressesSchema,
  refusals: ['address-not-found'],
  example: { params: { id: fillIn('address') } },
});
