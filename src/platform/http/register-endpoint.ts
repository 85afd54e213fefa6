/** Registers an endpoint of the contract as a route: identify, parse, run, present. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Viewer } from '#kernel/people.ts';
import { isRefused, type Refusal, refuseField } from '#kernel/refusals.ts';
import type { Endpoint, EndpointResponse, FileAnswer } from '#platform/contract/endpoint.ts';
import type { Claim } from '#platform/database/idempotency.ts';
import type { Page } from '#platform/database/pages.ts';
import type { KeptAnswers } from '#platform/http/kept-answers.ts';
import { sendRefusal } from '#platform/http/problems.ts';
import { sendFile } from '#platform/http/send-file.ts';
import { receiveUpload, type Upload } from '#platform/http/uploads.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

export type Identification = {
  /** By the access token of a call. */
  identify(request: FastifyRequest): Promise<Viewer | undefined>;
  /** By the session's cookie, which forms of pages have. */
  findSessionViewer(request: FastifyRequest): Promise<Viewer | undefined>;
  /** An access token of the session's cookie, for calls that the server makes while it renders a page. */
  makeSessionToken(request: FastifyRequest): Promise<{ viewer: Viewer; token: string } | undefined>;
  /** Whose session the cookie names, without a look at the person. */
  findSessionPersonId(request: FastifyRequest): Promise<string | undefined>;
  /** Besides `publicUrl`, where forms come from. */
  trustedOrigins: readonly string[];
};

/** What all routes take. What else those of a feature take, they say themselves. */
export type ApiDependencies = Dependencies &
  Identification & {
    secret: string;
    publicUrl: string;
    now: () => Date;
    /** Undefined with a replica, which may be behind what this process knows. */
    keptAnswers: KeptAnswers | undefined;
  };

type Parsed<C extends Endpoint, Part extends 'params' | 'query' | 'body'> = C[Part] extends z.ZodType
  ? z.output<C[Part]>
  : undefined;

/** A parsed request. `viewer` is undefined for visitors, and where the handler reads the session. */
export type RequestContext<C extends Endpoint> = {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  upload: C['upload'] extends string ? Upload : undefined;
  viewer: C extends { access: 'anyone' } | { isBySession: true } ? Viewer | undefined : Viewer;
  claim: Claim | undefined;
  at: Date;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** For its form, if it has one. */
export type RegisteredEndpoint<C extends Endpoint = Endpoint> = {
  endpoint: C;
  handle(context: RequestContext<C>): Promise<EndpointResponse<C> | Refusal>;
};

/** `admit` may refuse an upload before it is received. */
export function registerEndpoint<C extends Endpoint>(
  app: FastifyInstance,
  services: ApiDependencies,
  endpoint: C,
  handle: (context: RequestContext<C>) => Promise<EndpointResponse<C> | Refusal>,
  { admit }: { admit?: (context: RequestContext<C>) => Promise<Refusal | undefined> } = {},
): RegisteredEndpoint<C> {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  app.route({
    ...makeRoute(endpoint),
    async onRequest(request, reply) {
      const hasToken = request.headers.authorization !== undefined;
      const viewer = hasToken ? await services.identify(request) : undefined;
      if (viewer) {
        viewers.set(request, viewer);
        request.log = request.log.child({ personId: viewer.id });
      }
      const refusal = endpoint.isBySession ? undefined : refuseAccess(endpoint, viewer);
      if (refusal) return sendRefusal(reply, refusal);
    },
    async handler(request, reply) {
      const at = services.now();
      const viewer = viewers.get(request);
      const claim = viewer && endpoint.isIdempotent ? readClaim(request, endpoint, viewer, at) : undefined;
      if (claim && isRefused(claim)) return sendRefusal(reply, claim);
      const { params, query, body } = request;
      const context = { params, query, body, viewer, claim, at, request, reply } as RequestContext<C>;
      const refusal = await admit?.(context);
      if (refusal) return sendRefusal(reply, refusal);
      const upload = endpoint.upload ? await receiveUpload(request, endpoint.upload) : undefined;
      if (reply.sent) return reply; // it was too slow for the place that it held
      if (isRefused(upload)) return sendRefusal(reply, upload);
      const answer = await handle({ ...context, upload } as RequestContext<C>);
      if (isRefused(answer)) return sendRefusal(reply, answer);
      if (reply.sent) return reply;
      reply.code(endpoint.status);
      return endpoint.file ? sendFile(reply, endpoint.file, answer as FileAnswer) : reply.send(answer);
    },
  });
  return { endpoint, handle };
}

/** What the server is told of an endpoint. */
export function makeRoute(endpoint: Endpoint) {
  const { method, path, summary, params, query, body, status, response, file } = endpoint;
  const schema = {
    summary,
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(file ? {} : { response: { [status]: response } }),
  };
  return { method, url: path, schema, config: { endpoint } };
}

export function refuseAccess({ access }: Endpoint, viewer: Viewer | undefined): Refusal | undefined {
  if (access === 'anyone') return undefined;
  if (!viewer) return { refused: 'not-signed-in' };
  return access === 'administrator' && viewer.role !== 'admin' ? { refused: 'not-allowed' } : undefined;
}

export function sendPage<Row, Presented>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  page: Page<Row>,
  present: (row: Row) => Presented,
  parameter: 'cursor' | 'page' = 'cursor',
): Presented[] {
  reply.header('x-total-count', page.total);
  if (page.next !== undefined) {
    const next = new URL(request.url, 'http://shop');
    next.searchParams.set(parameter, page.next);
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page.rows.map(present);
}

/** The claim on an `Idempotency-Key`; its request is the endpoint and a hash of the parsed body. */
function readClaim(
  request: FastifyRequest,
  endpoint: Endpoint,
  viewer: Viewer,
  at: Date,
): Claim | Refusal | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    return refuseField('Idempotency-Key', '1 to 255 visible ASCII characters are possible');
  const hash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
  return { personId: viewer.id, key, request: `${endpoint.method} ${endpoint.path} ${hash}`, at };
}
