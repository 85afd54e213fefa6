/** Registers an endpoint that only reads, and answers visitors from a replica; people read from the primary. */
import type { FastifyInstance } from 'fastify';
import type { Refusal } from '#kernel/refusals.ts';
import type { Endpoint, EndpointResponse } from '#platform/contract/endpoint.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import { readWrittenPosition } from '#platform/http/own-writes.ts';
import {
  type ApiDependencies,
  type RequestContext,
  registerEndpoint,
} from '#platform/http/register-endpoint.ts';

export type PublicReads<Sources> = {
  primary: Sources;
  /** From the replica or else from the primary, where all in front of the position is seen. The work may run twice. */
  read<Answer>(after: LogPosition | undefined, work: (sources: Sources) => Promise<Answer>): Promise<Answer>;
};

/** The handler may be called twice. */
export function registerPublicRead<C extends Endpoint, Sources>(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: PublicReads<Sources> },
  endpoint: C,
  handle: (context: RequestContext<C>, sources: Sources) => Promise<EndpointResponse<C> | Refusal>,
): void {
  registerEndpoint(app, services, endpoint, async (context) => {
    const { visitorReads } = services;
    if (context.viewer) return await handle(context, visitorReads.primary);
    const written = readWrittenPosition(services, context.request);
    return await visitorReads.read(written, (sources) => handle(context, sources));
  });
}
