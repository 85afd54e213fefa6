/** The description of the API, made from the contract that validates it. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findStatus, findTitle } from '#api/problems.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's declaration of this route. */
    call?: Endpoint;
  }
}

/** Collects the routes that are added after it. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'COMPACT', description: 'An online shop for computer parts.', version: '1' },
      components: { securitySchemes, schemas: { Problem: makeJsonSchema(problemSchema) } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const call = route.config?.call;
      if (!call || route.method === 'HEAD') return { schema: { ...schema, hide: true }, url };
      const described = {
        ...schema,
        operationId: makeOperationId(call),
        ...makeUploadForm(call),
        ...makeSecurity(call),
      };
      return jsonSchemaTransform({ schema: described, url, route, ...rest });
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      for (const call of Object.values<Endpoint>(endpoints)) describeAnswers(openapiObject.paths ?? {}, call);
      return openapiObject;
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token that PUT /api/user/{email} answers; it lives 15 minutes.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'compact.session_token',
    description: 'The session that signing up or signing in sets; over https its name begins with __Secure-.',
  },
} as const;

/** RFC 9457, with what the shop adds to it. */
const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('a sentence for the person who asked'),
    refused: z.string().optional().describe('the kind of refusal, for programs'),
    requestId: z.string().describe('of the request, as in the X-Request-Id header and the log'),
    code: z.string().optional().describe('the identity library’s own name for it'),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('what is wrong with which field'),
  })
  .describe('Why the answer is no');

/** The same as JSON Schema, open to what may be added to a problem later. */
function makeJsonSchema(schema: z.ZodType): object {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: 'input' });
  return described;
}

function makeOperationId(call: Endpoint): string | undefined {
  return Object.entries<Endpoint>(endpoints).find(([, listed]) => listed === call)?.[0];
}

/** The multipart form of a call that takes a file; the route itself has no schema for it. */
function makeUploadForm({ upload }: Endpoint): { consumes?: string[]; body?: z.ZodType } {
  return upload ? { consumes: ['multipart/form-data'], body: z.object({ [upload]: z.file() }) } : {};
}

function makeSecurity(call: Endpoint): { security?: Record<string, string[]>[] } {
  if (call.access !== 'anyone') return { security: [{ bearer: [] }] };
  return (call.refusals as readonly string[]).includes('not-signed-in')
    ? { security: [{ session: [] }] }
    : {};
}

/** Every status that a call may be refused with: by its schemas, by who may call it, and by what it says itself. */
export function problemStatuses(call: Endpoint): number[] {
  const statuses = new Set<number>(call.refusals.map(findStatus));
  statuses.add(findStatus('invalid-input')); // any address may be one that cannot be decoded
  if (call.method !== 'GET') for (const status of bodyStatuses) statuses.add(status);
  if (call.access !== 'anyone') statuses.add(findStatus('not-signed-in'));
  if (call.access === 'administrator') statuses.add(findStatus('not-allowed'));
  statuses.add(findStatus('database-unavailable'));
  for (const status of call.otherStatuses ?? []) statuses.add(status);
  return [...statuses].sort();
}

/** Whoever sends a body, needed or not, may send too much of it, or something else than JSON. */
const bodyStatuses = [413, 415];

type Operation = { parameters?: object[]; responses: Record<string, object> };

/** Adds what the route's schema cannot say: problems, and the headers of pages, searches and idempotent calls. */
function describeAnswers(paths: object, call: Endpoint): void {
  const path = (paths as Record<string, Record<string, Operation>>)[call.path.replace(/:(\w+)/g, '{$1}')];
  const operation = path?.[call.method.toLowerCase()];
  if (!operation) return;
  for (const status of problemStatuses(call)) {
    operation.responses[status] = {
      description: findTitle(status),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  const answer = operation.responses[call.status];
  const headers = { ...(call.isPaged ? pageHeaders : {}), ...(call.isSearch ? searchHeaders : {}) };
  const described = Object.keys(headers).length > 0 ? { headers } : {};
  if (answer) Object.assign(answer, { description: 'Done' }, described);
  if (call.isIdempotent) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
}

const pageHeaders = {
  'X-Total-Count': { description: 'how many rows there are in all', schema: { type: 'integer' } },
  Link: { description: 'the next page, if there is one (RFC 8288)', schema: { type: 'string' } },
} as const;

const searchHeaders = {
  'X-Search-Meant': {
    description: 'what was searched for instead of a probable typing error, if there was one',
    schema: { type: 'string' },
  },
  'X-Search-Partial': {
    description: 'there, as true, if no part on sale has all words of `q`: these have the most of them',
    schema: { type: 'string', const: 'true' },
  },
} as const;

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'one key does one thing, however often it is sent within 30 days; 1 to 255 visible ASCII characters',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
} as const;
