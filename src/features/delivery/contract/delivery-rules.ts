/** Endpoints of the owner's rules of delivery. */
import { z } from 'zod';
import { placeFieldNames } from '#delivery/rules/address-fields.ts';
import { defaultDeliveryRules, deliveryRulesSchema } from '#delivery/rules/rules.ts';
import { defineEndpoint } from '#platform/contract/endpoint.ts';

export const storedDeliveryRulesSchema = z.object({
  version: z.int().min(0).describe('counts the changes; 0: the rules of a new shop'),
  rules: deliveryRulesSchema,
});

/** Rules that an earlier release has stored may have such places, which count as their country. */
const rulesToSaveSchema = deliveryRulesSchema.superRefine(({ zones }, context) => {
  for (const [zone, { areas }] of zones.entries())
    for (const [index, area] of areas.entries())
      for (const name of placeFieldNames.filter((each) => area[each] === ''))
        context.addIssue({
          code: 'custom',
          path: ['zones', zone, 'areas', index, name],
          message: 'This is empty: leave it out to mean the whole country',
        });
});

export const readDeliveryRulesEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/delivery-rules',
  summary: 'The delivery zones, their methods and prices, the calendar and weights; also their export',
  access: 'administrator',
  response: storedDeliveryRulesSchema,
});

export const saveDeliveryRulesEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/delivery-rules',
  summary:
    'Replaces the rules of delivery; also their import. `version` is the one that was seen: what somebody else has saved since then is not overwritten',
  access: 'administrator',
  body: z.strictObject({ ...storedDeliveryRulesSchema.shape, rules: rulesToSaveSchema }),
  response: storedDeliveryRulesSchema,
  refusals: ['changed-meanwhile'],
  example: { body: { version: 0, rules: defaultDeliveryRules } },
});
