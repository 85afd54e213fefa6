/** Loads the list of a private page. */
import type { Endpoint, EndpointInput } from '#contract/endpoint.ts';
import { callListEndpoint } from '#web/api/api-client.ts';
import { requirePerson, throwIfProblem } from '#web/people/guard.ts';
import { readListQuery } from '#web/ui/list-controls.tsx';

/** As its address asks for it, unless `query` says otherwise. */
export async function loadList<C extends Endpoint & { isPaged: true }>(
  request: Request,
  endpoint: C,
  query: object = readListQuery(request),
) {
  await requirePerson(request);
  return throwIfProblem(request, await callListEndpoint(endpoint, { query } as EndpointInput<C>));
}
