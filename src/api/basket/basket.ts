/** The routes of the basket: the endpoints, and the form of pages, which works without a script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { basketFormRoute } from '#api/basket/basket-form.ts';
import { answerWithBasket, identifyOwner, presentOwnBasket } from '#api/basket/basket-owner.ts';
import { type ApiDependencies, registerEndpoint } from '#api/register-endpoint.ts';
import {
  addToBasketEndpoint,
  emptyBasketEndpoint,
  readBasketEndpoint,
  removeFromBasketEndpoint,
  setBasketQuantityEndpoint,
} from '#contract/basket.ts';
import { presentBasket } from '#domain/basket/basket-lines.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { addToBasket } from '#shop/basket/add-to-basket.ts';
import type { BasketOwner } from '#shop/basket/change-basket.ts';
import { removeFromBasket } from '#shop/basket/remove-from-basket.ts';
import { setBasketQuantity } from '#shop/basket/set-basket-quantity.ts';

export async function basketRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  registerEndpoint(app, services, readBasketEndpoint, async ({ request, reply, viewer }) =>
    presentBasket(await presentOwnBasket(services, { request, reply, personId: viewer?.id })),
  );
  registerEndpoint(app, services, addToBasketEndpoint, ({ body, at, ...context }) =>
    change(services, context, (owner) =>
      addToBasket(services, { owner, partId: body.partsId, quantity: body.quantity, at }),
    ),
  );
  registerEndpoint(app, services, setBasketQuantityEndpoint, ({ params, body, at, ...context }) =>
    change(services, context, (owner) =>
      setBasketQuantity(services, { owner, partId: params.id, quantity: body.quantity, at }),
    ),
  );
  registerEndpoint(app, services, removeFromBasketEndpoint, ({ params, at, ...context }) =>
    change(services, context, (owner) => removeFromBasket(services, { owner, partId: params.id, at })),
  );
  registerEndpoint(app, services, emptyBasketEndpoint, ({ at, ...context }) =>
    change(services, context, (owner) => removeFromBasket(services, { owner, partId: undefined, at })),
  );
  basketFormRoute(app, services);
}

type Context = { request: FastifyRequest; reply: FastifyReply; viewer: Viewer | undefined };

async function change(
  services: ApiDependencies,
  { request, reply, viewer }: Context,
  work: (owner: BasketOwner) => Promise<string | undefined | Refusal>,
) {
  const owner = await identifyOwner(services, { request, personId: viewer?.id });
  const basketId = await work(owner);
  if (isRefused(basketId)) return basketId;
  const visitorsId = basketId ?? owner.basketId;
  return presentBasket(
    await answerWithBasket(services, { request, reply }, { ...owner, basketId: visitorsId }),
  );
}
