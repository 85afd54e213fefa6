/** The form of the basket on pages: it works without a script, and a script sends it without leaving the page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithBasket, identifyOwner } from '#api/basket/basket-owner.ts';
import { isSentByShop, parseForms } from '#api/page-forms.ts';
import { sendRefusal } from '#api/problems.ts';
import type { ApiDependencies } from '#api/register-endpoint.ts';
import { addToBasketEndpoint } from '#contract/basket.ts';
import { type BasketNote, basketNotes } from '#domain/basket/basket-notes.ts';
import * as paths from '#domain/paths.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import { addToBasket } from '#shop/basket/add-to-basket.ts';
import type { BasketOwner } from '#shop/basket/change-basket.ts';
import { removeFromBasket } from '#shop/basket/remove-from-basket.ts';
import { setBasketQuantity } from '#shop/basket/set-basket-quantity.ts';

export function basketFormRoute(app: FastifyInstance, services: ApiDependencies): void {
  app.register(async (scope) => {
    parseForms(scope);
    scope.post(paths.basket, { schema: { hide: true } }, async (request, reply) => {
      if (!isSentByShop(request, services)) return sendRefusal(reply, { refused: 'not-allowed' });
      const fields = (request.body ?? {}) as Record<string, string>;
      const form = parseForm(fields);
      const owner = await identifyOwner(services, { request, personId: undefined });
      const basketId = isRefused(form) ? form : await run(services, form, owner);
      if (isRefused(basketId)) return refuse({ request, reply }, basketId, fields);
      const basket = await answerWithBasket(
        services,
        { request, reply },
        { ...owner, basketId: basketId ?? owner.basketId },
      );
      const { action, partId } = form as BasketForm;
      const note = action === 'add' ? 'added' : 'changed';
      if (!acceptsJson(request)) return redirect(reply, { note }, partId);
      const line = basket.lines.find((each) => each.partId === partId);
      return reply.send({ quantity: line?.quantity ?? 0 });
    });
  });
}

type BasketForm =
  | { action: 'add'; partId: string; quantity: number | undefined }
  | { action: 'set'; partId: string; quantity: number }
  | { action: 'remove'; partId: string }
  | { action: 'empty'; partId: undefined };

/** The pressed button has the action as its name and the part as its value. */
function parseForm({ quantity, ...buttons }: Record<string, string>): BasketForm | Refusal {
  if ('empty' in buttons) return { action: 'empty', partId: undefined };
  const action = (['remove', 'set', 'add'] as const).find((name) => name in buttons);
  const { data, error } = addToBasketEndpoint.body.safeParse({
    partsId: action && buttons[action],
    quantity: quantity === '' ? undefined : quantity,
  });
  if (action === 'remove' && data) return { action, partId: data.partsId };
  if (action === 'add' && data) return { action, partId: data.partsId, quantity: data.quantity };
  if (action === 'set' && data?.quantity !== undefined)
    return { action, partId: data.partsId, quantity: data.quantity };
  const errors = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
  return { refused: 'invalid-input', errors };
}

async function run(
  services: ApiDependencies,
  form: BasketForm,
  owner: BasketOwner,
): Promise<string | undefined | Refusal> {
  const at = services.now();
  if (form.action === 'add') return await addToBasket(services, { owner, ...form, at });
  if (form.action === 'set') return await setBasketQuantity(services, { owner, ...form, at });
  return await removeFromBasket(services, { owner, partId: form.partId, at });
}

function acceptsJson({ headers }: FastifyRequest): boolean {
  return headers.accept === 'application/json';
}

/** Scripts get the problem, others the page that says it, with what was typed. */
function refuse(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  refusal: Refusal,
  { set: partId, quantity = '' }: Record<string, string>,
): FastifyReply {
  const { refused } = refusal;
  if (acceptsJson(request) || !(refused in basketNotes)) return sendRefusal(reply, refusal);
  const note = refused as BasketNote;
  if (refused !== 'invalid-input' || !isPartId(partId)) return redirect(reply, { note }, undefined);
  return redirect(reply, { note, part: partId, quantity: quantity.slice(0, 20) }, partId);
}

function isPartId(text: string | undefined): text is string {
  return addToBasketEndpoint.body.shape.partsId.safeParse(text).success;
}

function redirect(
  reply: FastifyReply,
  query: { note: BasketNote; part?: string; quantity?: string },
  partId: string | undefined,
): FastifyReply {
  const fragment = partId === undefined ? '' : `#part-${partId}`;
  return reply.redirect(`${paths.basket}?${new URLSearchParams(query)}${fragment}`, 303);
}
