/** How a call of the contract becomes a route: identify, parse, do, present. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { receiveUpload } from '#api/images/uploads.ts';
import { sendRefusal } from '#api/problems.ts';
import type { Endpoint, EndpointResponse } from '#contract/endpoint.ts';
import type { Catalogue } from '#database/catalogue/catalogue.ts';
import type { Claim } from '#database/idempotency.ts';
import type { Page } from '#database/pages.ts';
import type { Viewer } from '#domain/people/people.ts';
import { isRefused, type Refusal } from '#domain/refusals.ts';
import type { ReviewsFrom } from '#domain/reviews.ts';
import { identify } from '#identity/access-tokens.ts';
import type { Accounts } from '#identity/accounts.ts';
import type { SocialAccounts } from '#identity/social-accounts.ts';
import type { Dependencies } from '#shop/dependencies.ts';

/** Everything the routes need. */
export type ApiDependencies = Dependencies & {
  accounts: Accounts;
  catalogue: Catalogue;
  /** Signs access tokens. */
  secret: string;
  publicUrl: string;
  /** Of those who log in at a provider, if there is one. */
  socialAccounts: SocialAccounts | undefined;
  /** For how long an unpaid order is kept. */
  orderExpiryHours: number;
  /** How many unpaid orders a person may have; 0: no limit. */
  unpaidOrdersPerPerson: number;
  /** Whose reviews are shown. */
  reviewsFrom: ReviewsFrom;
  now: () => Date;
};

type Parsed<C extends Endpoint, Part extends 'params' | 'query' | 'body'> = C[Part] extends z.ZodType
  ? z.output<C[Part]>
  : undefined;

/** A parsed request. `viewer` is there whenever the call's `access` is not 'anyone'. */
export type RequestContext<C extends Endpoint> = {
  params: Parsed<C, 'params'>;
  query: Parsed<C, 'query'>;
  body: Parsed<C, 'body'>;
  upload: C['upload'] extends string ? Buffer : undefined;
  viewer: C['access'] extends 'anyone' ? Viewer | undefined : Viewer;
  claim: Claim | undefined;
  at: Date;
  request: FastifyRequest;
  reply: FastifyReply;
};

/**
 * Adds the route of a call: the handler answers what the contract says, or a refusal. An upload is received only if
 * `admit` does not refuse it.
 */
export function registerEndpoint<C extends Endpoint>(
  app: FastifyInstance,
  services: ApiDependencies,
  call: C,
  handle: (asked: RequestContext<C>) => Promise<EndpointResponse<C> | Refusal>,
  admit?: (asked: RequestContext<C>) => Promise<Refusal | undefined>,
): void {
  const { params, query, body, summary } = call;
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  app.route({
    method: call.method,
    url: call.path,
    schema: {
      summary,
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { [call.status]: call.response },
    },
    config: { call },
    async onRequest(request, reply) {
      const viewer = await identify(
        services.db,
        services.secret,
        request.headers.authorization,
        services.now(),
      );
      if (viewer) {
        viewers.set(request, viewer);
        request.log = request.log.child({ personId: viewer.id });
      }
      if (call.access === 'anyone') return;
      if (!viewer) return sendRefusal(reply, { refused: 'not-signed-in' });
      if (call.access === 'administrator' && viewer.role !== 'admin')
        return sendRefusal(reply, { refused: 'not-allowed' });
    },
    async handler(request, reply) {
      const at = services.now();
      const viewer = viewers.get(request);
      const claim = viewer && call.isIdempotent ? readClaim(request, call, viewer, at) : undefined;
      if (claim && isRefused(claim)) return sendRefusal(reply, claim);
      const { params, query, body } = request;
      const asked = { params, query, body, viewer, claim, at, request, reply } as RequestContext<C>;
      const refusal = await admit?.(asked);
      if (refusal) return sendRefusal(reply, refusal);
      const upload = call.upload ? await receiveUpload(request, call.upload) : undefined;
      if (isRefused(upload)) return sendRefusal(reply, upload);
      const answer = await handle({ ...asked, upload } as RequestContext<C>);
      if (isRefused(answer)) return sendRefusal(reply, answer);
      return reply.code(call.status).send(answer);
    },
  });
}

/** Answers a page's rows, with the total in `X-Total-Count` and the next page in a `Link` header (RFC 8288). */
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

/** The claim on an `Idempotency-Key`, whose request is the call and its parsed body. */
function readClaim(
  request: FastifyRequest,
  call: Endpoint,
  viewer: Viewer,
  at: Date,
): Claim | Refusal | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    return {
      refused: 'invalid-input',
      errors: [{ path: 'Idempotency-Key', message: '1 to 255 visible ASCII characters are possible' }],
    };
  }
  const hash = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
  return { personId: viewer.id, key, request: `${call.method} ${call.path} ${hash}`, at };
}
