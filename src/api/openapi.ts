/** The OpenAPI description, generated from the contract. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { findStatus, findTitle } from '#api/problems.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'COMPACT', description: 'An online shop for computer parts.', version: '1' },
      components: { securitySchemes, schemas: { Problem: makeJsonSchema(problemSchema) } },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const endpoint = route.config?.endpoint;
      if (!endpoint || route.method === 'HEAD') return { schema: { ...schema, hide: true }, url };
      const description = {
        ...schema,
        operationId: makeOperationId(endpoint),
        ...makeUploadForm(endpoint),
        ...makeSecurity(endpoint),
      };
      return jsonSchemaTransform({ schema: description, url, route, ...rest });
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { openapiObject } = document;
      for (const endpoint of Object.values<Endpoint>(endpoints))
        describeResponses(openapiObject.paths ?? {}, endpoint);
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

export const problemSchema = z
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
    lines: z
      .array(
        z.object({
          partsId: z.uuid(),
          refused: z.string(),
          detail: z.string(),
          available: z.int().optional(),
          minimum: z.int().optional(),
          price: z.number().optional().describe('US dollars'),
          units: z.int().optional(),
          limit: z.int().optional(),
        }),
      )
      .optional()
      .describe('of a purchase: the parts that cannot be ordered like this, each with its reason'),
  })
  .describe('Why the answer is no');

/** Allows additional members, which a later release may add. */
function makeJsonSchema(schema: z.ZodType): object {
  const { $schema, ...jsonSchema } = z.toJSONSchema(schema, { io: 'input' });
  return jsonSchema;
}

function makeOperationId(endpoint: Endpoint): string | undefined {
  return Object.entries<Endpoint>(endpoints).find(([, listed]) => listed === endpoint)?.[0];
}

function makeUploadForm({ upload }: Endpoint): { consumes?: string[]; body?: z.ZodType } {
  return upload ? { consumes: ['multipart/form-data'], body: z.object({ [upload]: z.file() }) } : {};
}

function makeSecurity(endpoint: Endpoint): { security?: Record<string, string[]>[] } {
  if (endpoint.access !== 'anyone') return { security: [{ bearer: [] }] };
  return (endpoint.refusals as readonly string[]).includes('not-signed-in')
    ? { security: [{ session: [] }] }
    : {};
}

export function listProblemStatuses(endpoint: Endpoint): number[] {
  const statuses = new Set<number>(endpoint.refusals.map(findStatus));
  statuses.add(findStatus('invalid-input')); // any path may be undecodable
  if (endpoint.method !== 'GET') for (const status of bodyStatuses) statuses.add(status);
  if (endpoint.access !== 'anyone') statuses.add(findStatus('not-signed-in'));
  if (endpoint.access === 'administrator') statuses.add(findStatus('not-allowed'));
  statuses.add(findStatus('database-unavailable'));
  for (const status of endpoint.otherStatuses ?? []) statuses.add(status);
  return [...statuses].sort();
}

const bodyStatuses = [413, 415];

type Operation = { parameters?: object[]; responses: Record<string, object> };

function describeResponses(paths: object, endpoint: Endpoint): void {
  const path = (paths as Record<string, Record<string, Operation>>)[endpoint.path.replace(/:(\w+)/g, '{$1}')];
  const operation = path?.[endpoint.method.toLowerCase()];
  if (!operation) return;
  for (const status of listProblemStatuses(endpoint)) {
    operation.responses[status] = {
      description: findTitle(status),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  const success = operation.responses[endpoint.status];
  const headers = { ...(endpoint.isPaged ? pageHeaders : {}), ...(endpoint.isSearch ? searchHeaders : {}) };
  const described = Object.keys(headers).length > 0 ? { headers } : {};
  const content = endpoint.file ? { content: { [endpoint.file]: { schema: binarySchema } } } : {};
  if (success) Object.assign(success, { description: 'Done' }, described, content);
  if (endpoint.isIdempotent) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
}

const binarySchema = { type: 'string', format: 'binary' } as const;

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
