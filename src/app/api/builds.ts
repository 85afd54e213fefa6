/** The routes of the buttons below a build, which keep it or put it into the basket: the endpoints, and the forms of the page. */
import type { FastifyInstance } from 'fastify';
import { changeOwnBasket } from '#basket/api/basket.ts';
import { addBuildToBasketEndpoint, addBuildToBasketForm } from '#fit/contract/basket-builds.ts';
import { saveBuildEndpoint, saveBuildForm } from '#fit/contract/fit.ts';
import { putBuildIntoBasket } from '#fit/use-cases/put-build-into-basket.ts';
import { saveBuild } from '#fit/use-cases/save-build.ts';
import * as paths from '#kernel/paths.ts';
import { isRefused } from '#kernel/refusals.ts';
import { registerForms } from '#platform/http/page-forms.ts';
import { formatNetwork } from '#platform/http/rate-limits.ts';
import { type ApiDependencies, registerEndpoint } from '#platform/http/register-endpoint.ts';

export async function buildRoutes(app: FastifyInstance, services: ApiDependencies): Promise<void> {
  const save = registerEndpoint(app, services, saveBuildEndpoint, async ({ request, body, at }) => {
    const id = await saveBuild(services, { parts: body.parts, network: formatNetwork(request.ip), at });
    return isRefused(id) ? id : { id, page: paths.savedBuild(id) };
  });

  const add = registerEndpoint(app, services, addBuildToBasketEndpoint, ({ body, at, ...context }) =>
    changeOwnBasket(services, context, (owner) =>
      putBuildIntoBasket(services, { owner, parts: body.parts, at }),
    ),
  );
  registerForms(app, services, [
    [addBuildToBasketForm, add],
    [saveBuildForm, save],
  ]);
}
