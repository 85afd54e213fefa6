/** Answers refusals, bad input and failures as problem details (RFC 9457). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { explainRefusal, findRefusal, type Refusal, type RefusalKind } from '#kernel/refusals.ts';
import { isUnavailable } from '#platform/database/unavailable.ts';
import { InvalidInput } from '#platform/http/validate.ts';

export const retryAfterSeconds = 2;

/** Of what is not over in a moment, as its sentences say. */
const retryLaterSeconds = 60;

export const problemType = 'application/problem+json';

export function findStatus(kind: RefusalKind): number {
  return findRefusal(kind).status;
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused, ...facts } = refusal;
  const { status, field, isTransient } = findRefusal(refused);
  const detail = explainRefusal(refusal);
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after'))
    reply.header('retry-after', isTransient ? retryAfterSeconds : retryLaterSeconds);
  return sendProblem(reply, status, {
    detail,
    refused,
    ...(field ? { errors: [{ path: field, message: detail }] } : {}),
    ...facts,
  });
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof InvalidInput) {
      return sendRefusal(reply, { refused: 'invalid-input', errors: error.errors });
    }
    if (isUnavailable(error)) {
      request.log.warn({ err: error }, 'the database could not be reached');
      return sendRefusal(reply, {
        refused: error.isOutcomeUnknown ? 'outcome-unknown' : 'database-unavailable',
      });
    }
    return sendFailure(error, request, reply);
  });
  refuseUnknown(app);
}

export function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode = 500 } = error;
  const status = statusCode >= 400 && statusCode < 500 ? statusCode : 500;
  if (status === 500) request.log.error({ err: error }, 'a request failed');
  return sendProblem(reply, status, { detail: details[status] ?? error.message });
}

const details: Record<number, string> = {
  400: 'This request cannot be read: its address or its JSON is malformed.',
  413: 'This request is too large.',
  415: 'This address does not take content of this type; calls of the API take JSON (application/json).',
  429: 'Too many attempts. Please try again in a few minutes.',
  500: 'Something went wrong on our side. Please try again.',
};

/** No such address, or an address that has other methods (RFC 9110, 15.5.6). */
function refuseUnknown(app: FastifyInstance): void {
  const routes: { methods: string[]; address: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url === unknownCalls) return;
    const pattern = url
      .replaceAll('.', String.raw`\.`)
      .replace(/:\w+(\([^)]*\))?/g, '[^/]+')
      .replace('*', '.*');
    const address = new RegExp(url === '/*' ? '^(?!/api/).*$' : `^${pattern}$`);
    routes.push({ methods: [method].flat(), address });
  });
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const methods = routes.filter(({ address }) => address.test(path)).flatMap((route) => route.methods);
    const allowed = [...new Set(methods)].join(', ');
    if (methods.length === 0 || methods.includes(request.method))
      return sendProblem(reply, 404, { detail: 'There is no such call.' });
    reply.header('allow', allowed);
    return sendProblem(reply, 405, { detail: `This address takes ${allowed} alone.` });
  });
}

/** What no call of the API has taken; pages take the rest. */
export const unknownCalls = '/api/*';

const titles: Record<number, string> = {
  400: 'Bad input',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Wrong method',
  409: 'Conflict',
  413: 'Too large',
  415: 'Wrong kind of content',
  422: 'Not possible',
  429: 'Too many requests',
  503: 'Not available',
};

export function findTitle(status: number): string {
  return titles[status] ?? (status < 500 ? 'Refused' : 'Failed');
}

export function sendProblem(
  reply: FastifyReply,
  status: number,
  problem: { detail: string; [fact: string]: unknown },
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', `${problemType}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send({ ...problem, type: 'about:blank', title: findTitle(status), status, requestId: reply.request.id });
}
