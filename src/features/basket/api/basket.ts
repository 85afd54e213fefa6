/** The routes of the basket: the endpoints, and the form of pages, which works without a script. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
import { basketLifetimeDays } from '#basket/rules/baskets.ts';
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import { joinBaskets } from '#basket/use-cases/join-baskets.ts';
import { addToBasket, setBasketQuantity } from '#basket/use-cases/put-into-basket.ts';
import { removeFromBasket } from '#basket/use-cases/remove-from-basket.ts';
import { type Basket, viewBasket } from '#basket/use-cases/view-basket.ts';
import { basketCountCookie } from '#kernel/count-cookie.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { nameHostCookie, readCookie, setCookie } from '#platform/http/cookies.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { formatNetwork } from '#platform/http/rate-limits.ts';
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

/** Whose basket a request means, and the cookies by which a browser keeps a visitor's and shows the count. */
type BasketDependencies = Pick<ApiDependencies, 'db' | 'findSessionPersonId' | 'publicUrl' | 'now'>;

const lifetimeSeconds = basketLifetimeDays * 24 * 60 * 60;

type Exchange = { request: FastifyRequest; reply: FastifyReply; personId: string | undefined };

/** `personId`: whose access token it is; otherwise the session's cookie tells. A visitor's basket becomes the person's. */
async function identifyOwner(
  services: BasketDependencies,
  { request, personId: tokenPersonId }: Pick<Exchange, 'request' | 'personId'>,
): Promise<BasketOwner> {
  const id = readCookie(request, nameBasketCookie(services));
  const basketId = id && /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(id) ? id : undefined;
  const personId = tokenPersonId ?? (await services.findSessionPersonId(request));
  const network = formatNetwork(request.ip);
  if (personId === undefined) return { personId, basketId, network };
  if (basketId !== undefined) await joinBaskets(services, { personId, basketId, at: services.now() });
  return { personId, basketId: undefined, network };
}

/** Shows the basket of the request and sets the cookies. */
export async function presentOwnBasket(services: BasketDependencies, exchange: Exchange): Promise<Basket> {
  const owner = await identifyOwner(services, exchange);
  return await answerWithBasket(services, exchange, owner);
}

/** Changes the basket of the request and shows it. */
export async function changeOwnBasket(
  services: BasketDependencies,
  { request, reply, viewer }: Pick<Exchange, 'request' | 'reply'> & { viewer: Viewer | undefined },
  work: (owner: BasketOwner) => Promise<string | undefined | Refusal>,
) {
  const owner = await identifyOwner(services, { request, personId: viewer?.id });
  const basketId = await work(owner);
  if (isRefused(basketId)) return basketId;
  const begun = { ...owner, basketId: basketId ?? owner.basketId };
  return presentBasket(await answerWithBasket(services, { request, reply }, begun));
}

/** `basketId`: of a basket that this request has begun. */
async function answerWithBasket(
  services: BasketDependencies,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  owner: BasketOwner,
): Promise<Basket> {
  const basket = await viewBasket(services, { owner, at: services.now() });
  const ownId = owner.personId === undefined ? basket.id : undefined;
  const name = nameBasketCookie(services);
  if (ownId !== undefined || readCookie(request, name) !== undefined)
    setCookie(services, reply, { name, value: ownId ?? '', lifetimeSeconds }, 'HttpOnly');
  const count = basket.lines.length > 0 ? String(basket.lines.length) : '';
  if (count !== (readCookie(request, basketCountCookie) ?? '') || ownId !== undefined)
    setCookie(services, reply, { name: basketCountCookie, value: count, lifetimeSeconds });
  reply.header('cache-control', 'no-store');
  return basket;
}

function nameBasketCookie(services: BasketDependencies): string {
  return nameHostCookie(services, 'compact.basket');
}
