/** The routes of the buttons below a build, which save it or put it into the basket: the endpoints, and the forms of the page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { basketSchema } from '#basket/contract/basket.ts';
import type { BasketOwner } from '#basket/use-cases/change-basket.ts';
import { addBuildToBasketEndpoint, addBuildToBasketForm } from '#fit/contract/basket-builds.ts';
import { saveBuildEndpoint, saveBuildForm } from '#fit/contract/fit.ts';
import { putBuildIntoBasket } from '#fit/use-cases/put-build-into-basket.ts';
import { saveBuild } from '#fit/use-cases/save-build.ts';
import * as paths from '#kernel/paths.ts';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal } from '#kernel/refusals.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { formatNetwork } from '#platform/http/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

/** Changes the basket of the request and answers with it. */
export type ChangeOwnBasket = (
  context: { request: FastifyRequest; reply: FastifyReply; viewer: Viewer | undefined },
  work: (owner: BasketOwner) => Promise<string | undefined | Refusal>,
) => Promise<z.output<typeof basketSchema> | Refusal>;

export function basketBuildRoutes(
  app: FastifyInstance,
  services: ApiDependencies & { changeOwnBasket: ChangeOwnBasket },
): void {
  const save = registerEndpoint(app, services, saveBuildEndpoint, async ({ request, body, at }) => {
    const id = await saveBuild(services, { parts: body.parts, network: formatNetwork(request.ip), at });
    return isRefused(id) ? id : { id, page: paths.savedBuild(id) };
  });

  const add = registerEndpoint(app, services, addBuildToBasketEndpoint, ({ body, at, ...context }) =>
    services.changeOwnBasket(context, (owner) =>
      putBuildIntoBasket(services, { owner, parts: body.parts, at }),
    ),
  );
  registerForms(app, services, [
    [addBuildToBasketForm, add],
    [saveBuildForm, save],
  ]);
}
