/** The OpenAPI description, generated from the contract. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { adjustSchema, type Description, describeSpecs, tidyDescription } from '#app/api/openapi-schemas.ts';
import { contract, endpoints, fillExample, findFeature } from '#app/endpoints.ts';
import * as listQueries from '#catalogue/contract/list-queries.ts';
import * as imports from '#catalogue/rules/import/import-previews.ts';
import * as categories from '#catalogue/rules/parts.ts';
import * as carriers from '#delivery/rules/carriers.ts';
import * as rules from '#delivery/rules/rules.ts';
import { changedFieldSchema } from '#kernel/admin-changes.ts';
import { type Refusal, refusalKinds } from '#kernel/refusals.ts';
import * as concernedOrders from '#payments/contract/concerned-orders.ts';
import { disputeOutcomes } from '#payments/rules/disputes.ts';
import { answersByAccess, type Endpoint, type ExampleThing } from '#platform/contract/endpoint.ts';
import { findStatus, findTitle } from '#platform/http/problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

const transform = createJsonSchemaTransform({ zodToJsonConfig: { override: adjustSchema } });
const addSchemas = createJsonSchemaTransformObject({ zodToJsonConfig: { override: adjustSchema } });

export async function describeApi(app: FastifyInstance): Promise<void> {
  nameSchemas();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'COMPACT',
        description:
          'An online shop for computer parts. Programs send the shop’s address as Origin to /api/identity/.',
        version: '1',
      },
      servers: [{ url: '/', description: 'the shop that answers this description' }],
      tags: Object.keys(contract).map((name) => ({ name })),
      components: { securitySchemes },
    },
    transform: ({ schema, url, route, ...rest }) => {
      const endpoint = route.config?.endpoint;
      if (!endpoint || route.method === 'HEAD') return { schema: { ...schema, hide: true }, url };
      const description = {
        ...schema,
        operationId: Object.entries<Endpoint>(endpoints).find(([, listed]) => listed === endpoint)?.[0],
        tags: [findFeature(endpoint) ?? ''],
        security: makeSecurity(endpoint),
        ...makeUploadForm(endpoint),
      };
      return transform({ schema: description, url, route, ...rest });
    },
    transformObject: (document) => {
      if (!('openapiObject' in document)) return document.swaggerObject;
      const { paths, components, ...rest } = addSchemas(document) as Description;
      for (const endpoint of Object.values<Endpoint>(endpoints)) describeResponses(paths, endpoint);
      const schemas = { ...components.schemas, ...describeSpecs() };
      return tidyDescription({ ...rest, paths, components: { ...components, responses, schemas } });
    },
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => {
    const description = app.swagger();
    const paths = description.paths ?? {};
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const content = findOperation(paths, endpoint)?.requestBody?.content['application/json'];
      const { body } = await fillSample(endpoint);
      if (content && body && JSON.stringify(body).length <= maxExampleLength)
        Object.assign(content, { example: body });
    }
    return description;
  });
}

/** Names the schemas in the description: of the constant `orderSchema` it is `Order`. */
function nameSchemas(): void {
  const modules = [...Object.values(contract), concernedOrders, listQueries, categories, carriers, rules];
  const named = { problemSchema, refusalKindSchema, fieldChangeSchema: changedFieldSchema, ...imports };
  for (const [name, schema] of [...modules, named].flatMap((each) => Object.entries(each))) {
    if (!name.endsWith('Schema') || !(schema instanceof z.ZodType)) continue;
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}`;
    schema.register(z.globalRegistry, { ...z.globalRegistry.get(schema), id });
  }
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

const refusalKindSchema = z.enum(refusalKinds);
const amount = z.number().describe('US dollars');

/** What a refusal says besides its sentence, for programs. */
const factSchemas = {
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('what is wrong with which field'),
  available: z.int().describe('units that can be had now'),
  minimum: z.int().describe('units of the smallest order'),
  limit: z.int().describe('how many are possible'),
  units: z.int().describe('how many can be ordered'),
  price: amount.describe('what it costs now, US dollars'),
  isOfOrder: z.literal(true).describe('the price is what is to be paid for the order'),
  country: z.string(),
  grams: z.number(),
  version: z.int().describe('to be sent with the next change'),
  current: z.record(z.string(), z.unknown()).describe('the values that others have set'),
  state: z.string().describe('of the order'),
  paymentStatus: z.string().describe('the card provider’s word'),
  dispute: z.enum(disputeOutcomes),
  zone: z.string().describe('the zone of delivery that was promised'),
  isBuyer: z.boolean().describe('the order is of the person who asked'),
  remaining: z.number().describe('US dollars or units that are left'),
  reason: z.string().describe('the card provider’s sentence'),
  name: z.string().describe('of the identity provider'),
  megapixels: z.number().describe('how many are possible'),
  lines: z
    .array(
      z.object({
        partsId: z.uuid(),
        refused: refusalKindSchema,
        detail: z.string(),
        available: z.int().optional(),
        minimum: z.int().optional(),
        price: amount.optional(),
        units: z.int().optional(),
        limit: z.int().optional(),
      }),
    )
    .describe('of a purchase: the parts that cannot be ordered like this, each with its reason'),
} satisfies Record<FactName, z.ZodType>;

type MemberName<Each> = Each extends Each ? keyof Each : never;
type FactName = Exclude<MemberName<Refusal>, 'refused'>;

export const problemSchema = z
  .object({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('a sentence for the person who asked'),
    refused: refusalKindSchema.optional().describe('the kind of refusal, for programs'),
    requestId: z.string().describe('of the request, as in the X-Request-Id header and the log'),
    code: z.string().optional().describe('the identity library’s own name for it'),
    ...z.object(factSchemas).partial().shape,
  })
  .describe('Why the answer is no');

function makeUploadForm({ upload }: Endpoint): { consumes?: string[]; body?: z.ZodType } {
  return upload ? { consumes: ['multipart/form-data'], body: z.object({ [upload]: z.file() }) } : {};
}

/** An empty requirement: also without it. */
function makeSecurity({ access, isBySession, path }: Endpoint): Record<string, string[]>[] {
  if (access !== 'anyone') return isBySession ? [{ session: [] }] : [{ bearer: [] }];
  return path.startsWith('/api/identity/') ? [{}, { session: [] }] : [{}, { bearer: [] }];
}

export function listProblemStatuses(endpoint: Endpoint): number[] {
  const statuses = new Set<number>(endpoint.refusals.map(findStatus));
  statuses.add(findStatus('invalid-input')); // any path may be undecodable
  if (endpoint.method !== 'GET') for (const status of bodyStatuses) statuses.add(status);
  for (const answer of Object.values(answersByAccess[endpoint.access]))
    if (answer !== 'ok') statuses.add(answer);
  statuses.add(findStatus('database-unavailable'));
  for (const status of endpoint.otherStatuses ?? []) statuses.add(status);
  return [...statuses].sort();
}

const bodyStatuses = [413, 415];

type Operation = {
  parameters?: object[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, object>;
};

function describeResponses(paths: object, endpoint: Endpoint): void {
  const operation = findOperation(paths, endpoint);
  if (!operation) return;
  for (const status of listProblemStatuses(endpoint)) {
    operation.responses[status] = { $ref: `#/components/responses/Problem${status}` };
  }
  const success = operation.responses[endpoint.status];
  const headers = { ...(endpoint.isPaged ? pageHeaders : {}), ...(endpoint.isSearch ? searchHeaders : {}) };
  const described = Object.keys(headers).length > 0 ? { headers } : {};
  const content = endpoint.file ? { content: { [endpoint.file]: { schema: binarySchema } } } : {};
  if (success) Object.assign(success, { description: 'Done' }, described, content);
  if (endpoint.isIdempotent) operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
}

function findOperation(paths: object, { method, path }: Endpoint): Operation | undefined {
  const operations = (paths as Record<string, Record<string, Operation>>)[path.replace(/:(\w+)/g, '{$1}')];
  return operations?.[method.toLowerCase()];
}

/** Longer ones say little more than their schemas, and clients load all of the description. */
const maxExampleLength = 600;

const sampleId = '01980000-0000-7000-8000-000000000000';
const samplePerson = { name: 'Pat Person', email: 'pat@example.com', password: 'a good password' };
const samples: Partial<Record<ExampleThing, string>> = {
  ...{ 'asking-name': samplePerson.name, 'asking-email': samplePerson.email },
  ...{ 'asking-password': samplePerson.password, 'owner-password': samplePerson.password },
  ...{ 'owner-name': samplePerson.name, 'owner-email': samplePerson.email },
  ...{ administrator: 'ada@example.com', customer: samplePerson.email, 'new-email': samplePerson.email },
  ...{ sku: 'TC-32-6000', gtin: '4000000000006', image: `/images/${'a'.repeat(40)}-400x300-400.jpg` },
  ...{ 'import-hash': 'f'.repeat(64), 'reset-token': 'of-the-mail', 'verification-token': 'of.the.mail' },
  ...{ 'payment-transaction': 'pi_123', build: 'a1b2c3d4e5' },
};

/** The example of the endpoint with samples; `id` stands for all of its ids. */
export async function fillSample(endpoint: Endpoint, id = sampleId) {
  return await fillExample(endpoint, (thing) => samples[thing] ?? id);
}

const retryHeaders = {
  'Retry-After': { description: 'in how many seconds to come again', schema: { type: 'integer' } },
} as const;

const responses = Object.fromEntries(
  [...new Set(Object.values<Endpoint>(endpoints).flatMap(listProblemStatuses))].sort().map((status) => [
    `Problem${status}`,
    {
      description: findTitle(status),
      ...([429, 503].includes(status) && { headers: retryHeaders }),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]),
);

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
