/** Answers refusals, bad input and failures as problem details (RFC 9457). */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { InvalidInput } from '#api/validate.ts';
import { isUnavailable } from '#database/unavailable.ts';
import { identityProblems } from '#domain/people/identity-problems.ts';
import { explainRefusal, type Refusal, type RefusalKind } from '#domain/refusals.ts';
import { interruptedCode } from '#identity/password-queue.ts';

const statuses = {
  'invalid-input': 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  'demo-account-elsewhere': 403,
  'part-not-found': 404,
  'order-not-found': 404,
  'purchase-not-found': 404,
  'invoice-not-found': 404,
  'person-not-found': 404,
  'part-not-for-sale': 409,
  'out-of-stock': 409,
  'below-minimum-order': 409,
  'total-too-small': 409,
  'total-too-large': 409,
  'lines-impossible': 409,
  'purchase-too-small': 409,
  'purchase-too-large': 409,
  'rest-too-small': 409,
  'too-many-unpaid-orders': 409,
  'confirm-address-first': 409,
  'price-changed': 409,
  'not-delivered-there': 409,
  'too-heavy-to-deliver': 409,
  'delivery-method-gone': 409,
  'delivery-price-changed': 409,
  'basket-full': 409,
  'basket-changed': 409,
  'too-many-baskets': 429,
  'too-many-builds': 429,
  'address-not-found': 404,
  'too-many-addresses': 409,
  'linked-log-in-not-found': 404,
  'last-log-in': 409,
  'sku-taken': 409,
  'gtin-taken': 409,
  'stock-changed': 409,
  'changed-meanwhile': 409,
  'address-not-confirmed': 409,
  'last-administrator': 409,
  'part-not-bought': 409,
  'nothing-bought': 409,
  'review-not-found': 404,
  'order-not-unpaid': 409,
  'order-not-paid': 409,
  'order-not-shipped': 409,
  'payment-not-found': 409,
  'payment-not-succeeded': 409,
  'payment-in-progress': 409,
  'payment-provider-unavailable': 503,
  'order-not-refundable': 409,
  'order-disputed': 409,
  'dispute-unconfirmed': 409,
  'order-left-already': 409,
  'order-is-collected': 409,
  'other-delivery-zone': 409,
  'order-not-on-its-way': 409,
  'order-being-refunded': 409,
  'refund-too-large': 409,
  'too-many-units': 409,
  'refund-failed': 409,
  'event-not-genuine': 400,
  'event-malformed': 400,
  'idempotency-key-reused': 422,
  'identity-provider-unavailable': 503,
  'log-ins-busy': 503,
  'not-multipart': 415,
  'image-too-large': 413,
  'image-too-many-pixels': 400,
  'image-not-recognised': 400,
  'image-broken': 400,
  'image-too-costly': 400,
  'image-host-busy': 503,
  'too-many-uploads': 429,
  'image-store-unavailable': 503,
  'part-file-too-large': 413,
  'too-many-imports': 429,
  'import-busy': 409,
  'import-differs': 409,
  'work-busy': 503,
  'work-too-costly': 422,
  'database-unavailable': 503,
  'outcome-unknown': 503,
} as const satisfies Record<RefusalKind, number>;

export const retryAfterSeconds = 2;

const transientKinds: RefusalKind[] = [
  'database-unavailable',
  'outcome-unknown',
  'log-ins-busy',
  'work-busy',
];

const fields: Partial<Record<RefusalKind, string>> = {
  'out-of-stock': 'quantity',
  'below-minimum-order': 'quantity',
  'total-too-small': 'quantity',
  'total-too-large': 'quantity',
  'price-changed': 'price',
  'not-delivered-there': 'address.country',
  'other-delivery-zone': 'address.country',
  'delivery-method-gone': 'deliveryMethod',
  'delivery-price-changed': 'deliveryPrice',
  'sku-taken': 'sku',
  'gtin-taken': 'gtin',
  'stock-changed': 'available_quantity',
  'part-not-bought': 'partsId',
  'refund-too-large': 'amount',
  'too-many-units': 'returnedUnits',
  'image-too-large': 'image',
  'image-too-many-pixels': 'image',
  'image-not-recognised': 'image',
  'image-broken': 'image',
  'image-too-costly': 'image',
  'image-host-busy': 'image',
  'too-many-uploads': 'image',
  'image-store-unavailable': 'image',
  'part-file-too-large': 'file',
  'too-many-imports': 'file',
};

export function findStatus(kind: RefusalKind): number {
  return statuses[kind];
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused, ...facts } = refusal;
  const field = fields[refused];
  const detail = explainRefusal(refusal);
  if (transientKinds.includes(refused)) {
    reply.header('retry-after', retryAfterSeconds);
  }
  return sendProblem(reply, statuses[refused], {
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
  app.setNotFoundHandler(sendNoSuchEndpoint);
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
  415: 'The content of this request must be JSON (application/json).',
  429: 'Too many attempts. Please try again in a few minutes.',
  500: 'Something went wrong on our side. Please try again.',
};

export function sendIdentityProblem(reply: FastifyReply, status: number, content: unknown): FastifyReply {
  const { message, code } = (content ?? {}) as { message?: string; code?: string };
  if (code === interruptedCode) return sendRefusal(reply, { refused: 'log-ins-busy' });
  const { detail, field } = identityProblems[code ?? ''] ?? {
    detail: message ?? 'The account could not be used.',
    field: undefined,
  };
  const errors = field ? { errors: [{ path: field, message: detail }] } : {};
  return sendProblem(reply, status, { detail, code, ...errors });
}

export function sendNoSuchEndpoint(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, 404, { detail: 'There is no such call.' });
}

const titles: Record<number, string> = {
  400: 'Bad input',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found',
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

function sendProblem(
  reply: FastifyReply,
  status: number,
  problem: { detail: string; [fact: string]: unknown },
) {
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...problem, type: 'about:blank', title: findTitle(status), status, requestId: reply.request.id });
}
