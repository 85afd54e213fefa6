/** Loaders of the lists of private pages; apart, because most pages load without what a list needs. */
import type { Endpoint, EndpointInput } from '#platform/contract/endpoint.ts';
import { callListEndpoint } from '#ui/api/api-client.ts';
import { readListQuery } from '#ui/components/list-controls.tsx';
import { requirePerson, throwIfProblem } from './guard.ts';

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
