/** Registers an endpoint that only reads, and answers visitors from a replica; people read from the primary. */
import type { FastifyInstance } from 'fastify';
import type { VisitorSources } from '#features/catalogue/database/visitor-reads.ts';
import type { Refusal } from '#kernel/refusals.ts';
import type { Endpoint, EndpointResponse } from '#platform/contract/endpoint.ts';
import { readWrittenPosition } from '#platform/http/own-writes.ts';
import {
  type ApiDependencies,
  type RequestContext,
  registerEndpoint,
} from '#platform/http/register-endpoint.ts';

/** The handler may be called twice. */
export function registerPublicRead<C extends Endpoint>(
  app: FastifyInstance,
  services: ApiDependencies,
  endpoint: C,
  handle: (context: RequestContext<C>, sources: VisitorSources) => Promise<EndpointResponse<C> | Refusal>,
): void {
  registerEndpoint(app, services, endpoint, async (context) => {
    if (context.viewer) return await handle(context, services);
    const written = readWrittenPosition(services, context.request);
    return await services.visitorReads.read(written, (sources) => handle(context, sources));
  });
}
