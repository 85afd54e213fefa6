/** The routes of the basket: the endpoints, and the form of pages, which works without a script. */
import type { FastifyInstance } from 'fastify';
import { changeOwnBasket, presentOwnBasket } from '#basket/api/basket-owner.ts';
import {
  addToBasketEndpoint,
  addToBasketForm,
  emptyBasketEndpoint,
  emptyBasketForm,
  readBasketEndpoint,
  removeFromBasketEndpoint,
  removeFromBasketForm,
  setBasketQuantityEndpoint,
  setBasketQuantityForm,
} from '#basket/contract/basket.ts';
import { presentBasket } from '#basket/rules/basket-lines.ts';
import { addToBasket } from '#basket/use-cases/add-to-basket.ts';
import { removeFromBasket } from '#basket/use-cases/remove-from-basket.ts';
import { setBasketQuantity } from '#basket/use-cases/set-basket-quantity.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

export async function basketRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  registerEndpoint(app, services, readBasketEndpoint, async ({ request, reply, viewer }) =>
    presentBasket(await presentOwnBasket(services, { request, reply, personId: viewer?.id })),
  );
  const add = registerEndpoint(app, services, addToBasketEndpoint, ({ body, at, ...context }) =>
    changeOwnBasket(services, context, (owner) =>
      addToBasket(services, { owner, partId: body.partsId, quantity: body.quantity, at }),
    ),
  );
  const set = registerEndpoint(app, services, setBasketQuantityEndpoint, ({ params, body, at, ...context }) =>
    changeOwnBasket(services, context, (owner) =>
      setBasketQuantity(services, { owner, partId: params.id, quantity: body.quantity, at }),
    ),
  );
  const remove = registerEndpoint(app, services, removeFromBasketEndpoint, ({ params, at, ...context }) =>
    changeOwnBasket(services, context, (owner) =>
      removeFromBasket(services, { owner, partId: params.id, at }),
    ),
  );
  const empty = registerEndpoint(app, services, emptyBasketEndpoint, ({ at, ...context }) =>
    changeOwnBasket(services, context, (owner) =>
      removeFromBasket(services, { owner, partId: undefined, at }),
    ),
  );
  registerForms(app, services, [
    [addToBasketForm, add],
    [setBasketQuantityForm, set],
    [removeFromBasketForm, remove],
    [emptyBasketForm, empty],
  ]);
}
