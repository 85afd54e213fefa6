/** Registers an endpoint that only reads, and answers visitors from a replica; people read from the primary. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Refusal } from '#kernel/refusals.ts';
import type { Endpoint, EndpointResponse } from '#platform/contract/endpoint.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import type { Shown } from '#platform/http/kept-answers.ts';
import { readWrittenPosition } from '#platform/http/own-writes.ts';
import {
  type ApiDependencies,
  type RequestContext,
  registerEndpoint,
} from '#platform/http/register-endpoint.ts';

export type PublicReads<Sources> = {
  primary: Sources;
  /** For answers that are kept: they have just caught up. */
  asRead: Sources;
  /** From the replica or else from the primary, where all in front of the position is seen. The work may run twice. */
  read<Answer>(after: LogPosition | undefined, work: (sources: Sources) => Promise<Answer>): Promise<Answer>;
};

/** The handler may be called twice. With `findShown`, its answers to visitors are kept. */
export function registerPublicRead<C extends Endpoint, Sources>(
  app: FastifyInstance,
  services: ApiDependencies & { visitorReads: PublicReads<Sources> },
  endpoint: C,
  handle: (context: RequestContext<C>, sources: Sources) => Promise<EndpointResponse<C> | Refusal>,
  findShown?: (answer: EndpointResponse<C>, query: RequestContext<C>['query']) => Shown,
): void {
  const { visitorReads, keptAnswers } = services;
  const kept = findShown && keptAnswers;
  const answer = async (context: RequestContext<C>): Promise<EndpointResponse<C> | Refusal> => {
    const { request, viewer } = context;
    if (viewer) return await handle(context, visitorReads.primary);
    if (kept && hasOnlyOwnParameters(endpoint, request)) {
      const work = () => handle(context, visitorReads.asRead);
      return (await kept.make(context, work, (made) => findShown(made, context.query))) as Refusal;
    }
    const written = readWrittenPosition(services, request);
    return await visitorReads.read(written, (sources) => handle(context, sources));
  };
  registerEndpoint(app, services, endpoint, answer);
}

/** What strangers add to an address is not kept once for each of their additions. */
function hasOnlyOwnParameters({ query }: Endpoint, { url }: FastifyRequest): boolean {
  const [, search = ''] = url.split('?', 2);
  return [...new URLSearchParams(search).keys()].every((name) => query && Object.hasOwn(query.shape, name));
}
