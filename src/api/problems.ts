/** What is answered when the answer is no: problem details (RFC 9457) for refusals, bad input and failures. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { explain, type FieldError, type Refusal, type RefusalKind } from '#domain/refusals.ts';

const statuses = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'part-not-found': 404,
  'order-not-found': 404,
  'person-not-found': 404,
  'part-not-for-sale': 409,
  'out-of-stock': 409,
  'below-minimum-order': 409,
  'total-too-small': 409,
  'total-too-large': 409,
  'price-changed': 409,
  'sku-taken': 409,
  'order-not-unpaid': 409,
  'order-not-paid': 409,
  'payment-not-found': 409,
  'payment-not-succeeded': 409,
  'payment-provider-unavailable': 503,
  'idempotency-key-reused': 422,
} as const satisfies Record<RefusalKind, number>;

/** The fields of a form that a refusal belongs to, so that pages can say it there. */
const fields: Partial<Record<RefusalKind, string>> = {
  'out-of-stock': 'quantity',
  'below-minimum-order': 'quantity',
  'total-too-small': 'quantity',
  'total-too-large': 'quantity',
  'sku-taken': 'sku',
};

/** The status that a refusal is answered with. */
export function statusOf(kind: RefusalKind): number {
  return statuses[kind];
}

/** Answers a refusal. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused, ...facts } = refusal;
  const field = fields[refused];
  const detail = explain(refusal);
  return sendProblem(reply, statuses[refused], {
    detail,
    refused,
    ...(field ? { errors: [{ path: field, message: detail }] } : {}),
    ...facts,
  });
}

/** Answers everything that is thrown: bad input with its fields, the rest without a word about the inside. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      return sendRefusal(reply, { refused: 'invalid-input', errors: fieldErrors(error) });
    }
    const status =
      error.statusCode && error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : 500;
    if (status === 500) request.log.error({ err: error }, 'a request failed');
    const detail = status === 500 ? 'Something went wrong on our side. Please try again.' : error.message;
    return sendProblem(reply, status, { detail });
  });
}

/** Answers what the identity library refused, in its own words and with its code. */
export function sendIdentityProblem(reply: FastifyReply, status: number, content: unknown): FastifyReply {
  const { message, code } = (content ?? {}) as { message?: string; code?: string };
  return sendProblem(reply, status, { detail: message ?? 'The account could not be used.', code });
}

/** Answers that there is no such call. */
export function sendNoSuchCall(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 404, { detail: 'There is no such call.' });
}

const titles: Record<number, string> = {
  400: 'Bad input',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  422: 'Key reused',
  429: 'Too many requests',
  503: 'Not available',
};

function sendProblem(
  reply: FastifyReply,
  status: number,
  problem: { detail: string; [fact: string]: unknown },
) {
  const title = titles[status] ?? (status < 500 ? 'Refused' : 'Failed');
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ type: 'about:blank', title, status, ...problem });
}

function fieldErrors(error: FastifyError): FieldError[] {
  return (error.validation ?? []).map(({ instancePath, message, params }) => ({
    path: instancePath.split('/').filter(Boolean).join('.') || unknownKeys(params),
    message: message ?? 'This is not valid',
  }));
}

function unknownKeys(params: unknown): string {
  const keys = (params as { issue?: { keys?: string[] } } | undefined)?.issue?.keys;
  return keys?.join(', ') ?? '';
}
