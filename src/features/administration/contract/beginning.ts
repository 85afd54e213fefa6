/** The endpoint by which a shop that was tried begins for real. */
import { z } from 'zod';
import { optionalText } from '#kernel/fields.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

const count = z.int().min(0);

export const beginForRealEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/beginning',
  summary:
    'Backs up a shop that was tried, then removes its purchases, people and reviews, in the shop and in its card sandbox',
  access: 'administrator',
  body: z.strictObject({
    isPreview: z.boolean().describe('true: nothing is changed, and the answer says what would be'),
    keepsCatalogue: z.boolean().default(true).describe('whether the parts stay'),
    typedName: optionalText(100).optional().describe('the name of the shop, as a confirmation'),
  }),
  response: z.object({
    shopName: z.string(),
    purchases: count,
    invoices: count.describe('and notes that correct them'),
    people: count.describe('who are no administrators'),
    reviews: count,
    parts: count.describe('which stay if they are kept'),
    backup: z
      .string()
      .nullable()
      .describe('where the backup is on the machine of the shop: its file, or for a preview its folder'),
    obstacle: z.string().nullable().describe('why the shop cannot begin; null where it can'),
  }),
  refusals: [
    'backup-not-written',
    'card-sandbox-needed',
    'demo-being-made',
    'purchases-of-others',
    'shop-name-wrong',
  ],
  example: { body: { isPreview: true, keepsCatalogue: true, typedName: 'COMPACT' } },
});
