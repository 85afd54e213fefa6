/** The endpoint that puts an earlier purchase into the basket again. */
import { z } from 'zod';
import { basketSchema } from '#basket/contract/basket.ts';
import { makeIdField } from '#kernel/fields.ts';
import { defineEndpoint, fillIn } from '#platform/contract/endpoint.ts';

export const orderAgainEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/basket/purchases',
  summary:
    'Puts the parts of an earlier purchase into the basket of its buyer, at the prices of now: those that can be bought, as many as there are; once more changes nothing',
  access: 'owner',
  body: z.strictObject({ purchaseId: makeIdField('a purchase') }),
  response: basketSchema.extend({
    differences: z
      .array(z.object({ partsId: z.uuid(), detail: z.string() }))
      .describe(
        'what is not as it was, in sentences: not for sale, sold out, fewer or more units, another price',
      ),
  }),
  refusals: ['purchase-not-found', 'basket-full', 'too-many-baskets'],
  example: { body: { purchaseId: fillIn('purchase') } },
});
