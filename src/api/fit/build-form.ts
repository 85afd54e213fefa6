/** The form of the build page: puts the parts into the basket, or saves the build under a short address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerWithBasket, identifyOwner } from '#api/basket/basket-owner.ts';
import { isSentByShop, parseForms } from '#api/page-forms.ts';
import { sendRefusal } from '#api/problems.ts';
import { formatNetwork } from '#api/rate-limits.ts';
import type { ApiDependencies } from '#api/register-endpoint.ts';
import { basketNotes } from '#domain/basket/basket-notes.ts';
import * as paths from '#domain/paths.ts';
import { isRefused } from '#domain/refusals.ts';
import { putBuildIntoBasket } from '#shop/fit/put-build-into-basket.ts';
import { saveBuild } from '#shop/fit/save-build.ts';

const maxFormBytes = 8192;

export function buildFormRoute(app: FastifyInstance, services: ApiDependencies): void {
  app.register(async (scope) => {
    parseForms(scope, maxFormBytes);
    scope.post(paths.build, { schema: { hide: true } }, async (request, reply) => {
      if (!isSentByShop(request, services)) return sendRefusal(reply, { refused: 'not-allowed' });
      const { parts = '', action } = (request.body ?? {}) as Record<string, string>;
      return action === 'save'
        ? await save(services, { request, reply }, parts)
        : await putIntoBasket(services, { request, reply }, parts);
    });
  });
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function save(services: ApiDependencies, { request, reply }: Exchange, parts: string) {
  const at = services.now();
  const id = await saveBuild(services, { parts, network: formatNetwork(request.ip), at });
  return isRefused(id) ? sendRefusal(reply, id) : reply.redirect(paths.savedBuild(id), 303);
}

async function putIntoBasket(services: ApiDependencies, { request, reply }: Exchange, parts: string) {
  const owner = await identifyOwner(services, { request, personId: undefined });
  const basketId = await putBuildIntoBasket(services, { owner, parts, at: services.now() });
  if (isRefused(basketId)) {
    const { refused } = basketId;
    if (refused === 'invalid-input' || !(refused in basketNotes)) return sendRefusal(reply, basketId);
    return reply.redirect(`${paths.basket}?note=${refused}`, 303);
  }
  await answerWithBasket(services, { request, reply }, { ...owner, basketId });
  return reply.redirect(`${paths.basket}?note=build-added`, 303);
}
