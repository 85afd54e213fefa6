/** The endpoint that puts a build into the basket. */
import { z } from 'zod';
import { basketSchema, redirectToBasket } from '#basket/contract/basket.ts';
import { buildText, maxBuildFormBytes } from '#fit/contract/fit.ts';
import * as paths from '#kernel/paths.ts';
import { defineEndpoint, type EndpointForm, fillIn } from '#platform/contract/endpoint.ts';

export const addBuildToBasketEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/basket/builds',
  summary: 'Puts the parts of a build into the basket, without those that are owned; all of them or none',
  access: 'anyone',
  body: z.strictObject({ parts: buildText }),
  response: basketSchema,
  refusals: ['basket-full', 'too-many-baskets'],
  example: { body: { parts: fillIn('part') } },
});

export const addBuildToBasketForm: EndpointForm<typeof addBuildToBasketEndpoint> = {
  path: paths.build,
  button: { name: 'action', value: 'basket' },
  maxBytes: maxBuildFormBytes,
  redirect: (outcome) =>
    outcome.refusal?.refused === 'invalid-input' ? undefined : redirectToBasket(outcome, 'build-added'),
};
