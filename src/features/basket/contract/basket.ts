/** Endpoints for the basket: a person's, or a visitor's by the cookie of the browser. */
import { z } from 'zod';
import type { BasketNote } from '#basket/rules/basket-notes.ts';
import { maxLineQuantity } from '#basket/rules/baskets.ts';
import { partPageSchema } from '#catalogue/contract/parts.ts';
import { dollars, makeIdField, wholeNumber } from '#kernel/fields.ts';
import * as paths from '#kernel/paths.ts';
import { wording } from '#kernel/wording.ts';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointForm,
  type FormFields,
  type FormOutcome,
  fillIn,
  idParams,
} from '#platform/contract/endpoint.ts';

const quantitySchema = wholeNumber(1, maxLineQuantity, wording.messages.quantity);
const partSchema = makeIdField('a part');

export const basketLineSchema = z.object({
  partsId: z.uuid(),
  partsName: z.string(),
  partsImg: z.string(),
  partsPage: partPageSchema,
  quantity: z.int(),
  available_quantity: z.int(),
  minimum_order: z.int(),
  price: z
    .number()
    .nullable()
    .describe('the unit price now, US dollars; null while the part is not for sale'),
  seenPrice: dollars.describe('the unit price when the line was put in or changed, US dollars'),
  total: dollars.describe('price × quantity, US dollars; 0 while nobody can buy the part'),
  problem: z
    .object({ refused: z.string(), detail: z.string() })
    .nullable()
    .describe('why this quantity cannot be ordered now'),
});

export const basketSchema = z.object({
  lines: z.array(basketLineSchema),
  total: dollars.describe('US dollars'),
  merged: z.boolean().describe('another basket was put into this one at a log-in, and it is unchanged since'),
  leftOut: z.int().describe('how many parts of that basket had no place'),
});

export const readBasketEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/basket',
  summary: 'The basket with stock and prices of now; it holds nothing from the stock',
  access: 'anyone',
  response: basketSchema,
});

export const addToBasketEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/basket/lines',
  summary: 'Puts a part into the basket, or more of a part that is in it',
  access: 'anyone',
  body: z.strictObject({
    partsId: partSchema,
    quantity: quantitySchema
      .optional()
      .describe('otherwise the smallest order, and one more of a part that is in the basket'),
  }),
  response: basketSchema,
  refusals: ['part-not-found', 'part-not-for-sale', 'basket-full', 'too-many-baskets'],
  example: { body: { partsId: fillIn('part'), quantity: 2 } },
});

export const addToBasketForm: EndpointForm<typeof addToBasketEndpoint> = {
  path: paths.basket,
  button: { name: 'add', field: 'partsId' },
  redirect: (outcome, sent) => redirectToBasket(outcome, 'added', sent.partsId),
  shorten: ({ lines }, { partsId }) => ({ quantity: findQuantity(lines, partsId) }),
};

export const setBasketQuantityEndpoint = defineEndpoint({
  method: 'PUT',
  path: '/api/basket/lines/:id',
  summary:
    'Sets the quantity of a part, by the part’s id, in the basket or not: sent again, it changes nothing; the line says what is wrong with it',
  access: 'anyone',
  params: idParams,
  body: z.strictObject({ quantity: quantitySchema }),
  response: basketSchema,
  refusals: ['part-not-found', 'part-not-for-sale', 'basket-full', 'too-many-baskets'],
  example: { params: { id: fillIn('part') }, body: { quantity: 3 } },
});

export const setBasketQuantityForm: EndpointForm<typeof setBasketQuantityEndpoint> = {
  path: paths.basket,
  button: { name: 'set', field: 'id' },
  redirect: (outcome, sent) => redirectToBasket(outcome, 'changed', sent.id, sent),
  shorten: ({ lines }, { id }) => ({ quantity: findQuantity(lines, id) }),
};

export const removeFromBasketEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/basket/lines/:id',
  summary: 'Takes a part out of the basket, by the part’s id; it may be out already',
  access: 'anyone',
  params: idParams,
  response: basketSchema,
  example: { params: { id: fillIn('part') } },
});

export const removeFromBasketForm: EndpointForm<typeof removeFromBasketEndpoint> = {
  path: paths.basket,
  button: { name: 'remove', field: 'id' },
  redirect: (outcome, sent) => redirectToBasket(outcome, 'changed', sent.id),
};

export const emptyBasketEndpoint = defineEndpoint({
  method: 'DELETE',
  path: '/api/basket',
  summary: 'Takes everything out of the basket',
  access: 'anyone',
  response: basketSchema,
});

export const emptyBasketForm: EndpointForm<typeof emptyBasketEndpoint> = {
  path: paths.basket,
  button: { name: 'empty' },
  redirect: (outcome) => redirectToBasket(outcome, 'changed'),
};

/** With what was typed when it is no quantity. */
export function redirectToBasket(
  { refusal }: FormOutcome<Endpoint>,
  done: BasketNote,
  partId?: string,
  typed?: FormFields,
): string | undefined {
  const isTyped = refusal?.refused === 'invalid-input' && typed && z.uuid().safeParse(partId).success;
  // the page of the basket has a note for these
  const noted: string[] = ['invalid-input', ...addToBasketEndpoint.refusals];
  if (refusal && !noted.includes(refusal.refused)) return undefined;
  const query = new URLSearchParams({ note: refusal?.refused ?? done });
  if (isTyped) {
    query.set('part', partId ?? '');
    query.set('quantity', typed.quantity?.slice(0, 20) ?? '');
  }
  return `${paths.basket}?${query}${partId && (isTyped || !refusal) ? `#part-${partId}` : ''}`;
}

function findQuantity(lines: z.infer<typeof basketLineSchema>[], partId: string | undefined): number {
  return lines.find(({ partsId }) => partsId === partId)?.quantity ?? 0;
}
