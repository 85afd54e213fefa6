/** Loads the list of a private page. */
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { callListEndpoint } from '#web/api/api-client.ts';
import { requirePerson, throwIfProblem } from '#web/people/guard.ts';
import { readListQuery } from '#web/ui/list-controls.tsx';

/** A loader that asks as the address does, unless `readQuery` says otherwise. */
export function makeListLoader<C extends Endpoint & { isPaged: true }>(
  endpoint: C,
  readQuery: (request: Request) => object = (request) => readListQuery(request),
) {
  return async ({ request, params }: { request: Request; params: object }) => {
    await requirePerson(request);
    const input = { params, query: readQuery(request) } as EndpointInput<C>;
    return { page: throwIfProblem(request, await callListEndpoint(endpoint, input)) };
  };
}
