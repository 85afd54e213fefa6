/** The description of the API: the file that is handed on is what the shop answers, and says all that the contract says. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { placePurchaseEndpoint } from '#app/contract/purchases.ts';
import { formatDescription } from '#app/description.ts';
import { contract, endpoints } from '#app/endpoints.ts';
import { definitions } from '#catalogue/rules/categories.ts';
import { refusalKinds } from '#kernel/refusals.ts';
import type { Endpoint, EndpointInput, EndpointResponse } from '#platform/contract/endpoint.ts';
import { dereference, lookUp } from '../support/description.ts';
import type { operations } from '../support/generated-client.ts';
import { expectGenerated, root } from '../support/generated-files.ts';
import { ask, givenPart, givenPerson } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();

type Answer = { description?: string; content?: Record<string, { schema?: object }>; headers?: object };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: { properties?: object } }> };
  responses: Record<string, Answer>;
  security?: Record<string, string[]>[];
};
type Description = {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> };
};

/** Without references. */

const raw = (await ask(shop, 'GET', '/api/openapi.json')).body as Description;
const description = dereference(raw);

test('openapi.json is what the shop answers: written anew, and in CI only compared', async () => {
  const text = formatDescription(raw);
  if (process.env.CI) await expectGenerated('openapi.json', text, 'describe-api');
  else await writeFile(new URL('openapi.json', root), text);
});

test('the description has the shape of OpenAPI 3.1, and every reference leads somewhere', async () => {
  for (const [, reference = ''] of JSON.stringify(raw).matchAll(/"\$ref":"([^"]+)"/g)) {
    expect(lookUp(raw, reference), reference).toBeTypeOf('object');
  }
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info).toMatchObject({ title: 'COMPACT', version: expect.any(String) });
  const ids = Object.values(description.paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
  for (const [path, operations] of Object.entries(description.paths)) {
    for (const operation of Object.values(operations)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const given = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect(given.map(({ name }) => name)).toEqual(named);
      for (const parameter of given) expect(parameter.required).toBe(true);
      for (const answer of Object.values(operation.responses)) expect(answer.description).toMatch(/^[A-Z]/);
    }
  }
});

test('clients can be generated from it: named schemas, each thing once, and of less than 300 KB', async () => {
  expect(Buffer.byteLength(formatDescription(raw))).toBeLessThan(300_000);
  expect(Object.keys(raw.components.schemas)).toEqual(
    expect.arrayContaining(['Part', 'Order', 'Purchase', 'Basket', 'Problem']),
  );
  expect(raw.components.schemas.RefusalKind).toMatchObject({ enum: refusalKinds });
  const objects = listNodes(raw).filter(({ properties }) => Object.keys(properties ?? {}).length > 1);
  expect(findRepeated(objects.map((schema) => JSON.stringify(schema)))).toEqual([]);
  const parameters = Object.values(raw.paths).flatMap((path) =>
    Object.values(path).flatMap((operation) => operation.parameters ?? []),
  );
  expect(
    findRepeated(parameters.filter((each) => 'name' in each).map((each) => JSON.stringify(each))),
  ).toEqual([]);
});

test('answers are open, because a later release may add members', async () => {
  const { paths } = description;
  const answers = Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.responses));
  expect(listNodes(answers).filter((schema) => schema.additionalProperties === false)).toEqual([]);
});

test('the specifications of parts are described by category, with the fields of each', async () => {
  const { components } = raw;
  const named = (components.schemas.Specs as { anyOf: { $ref: string }[] }).anyOf;
  expect(named).toHaveLength(definitions.length);
  for (const [index, { schema }] of definitions.entries()) {
    const { properties } = lookUp(raw, named[index]?.$ref ?? '') as { properties?: object };
    if (schema instanceof z.ZodObject)
      expect(Object.keys(properties ?? {})).toEqual(Object.keys(schema.shape));
  }
});

test('it describes the calls of the contract and no others', async () => {
  const { paths } = description;
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const declared = Object.values<Endpoint>(endpoints).map(
    ({ method, path }) => `${method} ${makeTemplate(path)}`,
  );
  expect(described.sort()).toEqual(declared.sort());
});

describe.each(Object.entries<Endpoint>(endpoints))('%s', (name, call) => {
  const find = async (): Promise<Operation> => {
    const { paths } = description;
    const operation = paths[makeTemplate(call.path)]?.[call.method.toLowerCase()];
    if (!operation) throw new Error(`${name} is not described`);
    return operation;
  };

  test('is described with its summary, its fields and who may call it', async () => {
    const operation = await find();
    expect(operation).toMatchObject({ operationId: name, summary: call.summary });
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    expect(query.map((parameter) => parameter.name)).toEqual(Object.keys(call.query?.shape ?? {}));
    const body = operation.requestBody?.content['application/json']?.schema.properties;
    expect(Object.keys(body ?? {})).toEqual(Object.keys(call.body?.shape ?? {}));
    if (call.upload) expect(operation.requestBody?.content['multipart/form-data']).toBeDefined();
    expect(operation.security?.length).toBeGreaterThan(0);
    if (call.access !== 'anyone')
      expect(operation.security).toEqual([call.isBySession ? { session: [] } : { bearer: [] }]);
    expect(operation.tags).toHaveLength(1);
    expect(Object.keys(contract)).toContain(operation.tags[0]);
    const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headers.map((parameter) => parameter.name)).toEqual(call.isIdempotent ? ['Idempotency-Key'] : []);
  });

  test('is described with its answer and with every problem that it may answer', async () => {
    const { responses } = await find();
    const { components } = description;
    const answer = responses[call.status];
    expect(answer?.content?.[call.file ?? 'application/json']?.schema).toBeDefined();
    const headers = [
      ...(call.isPaged ? ['X-Total-Count', 'Link'] : []),
      ...(call.isSearch ? ['X-Search-Meant', 'X-Search-Partial'] : []),
    ];
    expect(Object.keys(answer?.headers ?? {})).toEqual(headers);
    const problems = Object.keys(responses).filter((status) => Number(status) >= 400);
    for (const status of problems) {
      const schema = responses[status]?.content?.['application/problem+json']?.schema;
      expect(schema).toEqual(components.schemas.Problem);
    }
    expect(problems).toContain('400');
    if (call.method !== 'GET') expect(problems).toEqual(expect.arrayContaining(['413', '415']));
    if (call.access !== 'anyone') expect(problems).toContain('401');
    if (call.access === 'administrator') expect(problems).toContain('403');
    if (call.refusals.some((kind) => kind.endsWith('-not-found') && kind !== 'payment-not-found')) {
      expect(problems).toContain('404');
    }
    if (call.isIdempotent) expect(problems).toContain('422');
    for (const status of call.otherStatuses ?? []) expect(problems).toContain(String(status));
  });
});

test.each(
  Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query }]) =>
    [body, query].flatMap((fields) => (fields ? [[name, fields] as const] : [])),
  ),
)(
  '%s is described with bounds that hold, and with every bound that its numbers have',
  async (name, fields) => {
    const { paths } = description;
    const operation = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .find(({ operationId }) => operationId === name);
    const body = operation?.requestBody?.content['application/json']?.schema.properties;
    const query = operation?.parameters?.map((parameter) => [parameter.name, parameter.schema]) ?? [];
    checkFields(fields, { ...Object.fromEntries(query), ...body });
  },
);

test('a problem that the shop answers has the members that are described', async () => {
  const { components } = description;
  const { properties, required } = components.schemas.Problem as { properties: object; required: string[] };
  const answer = await ask(shop, 'GET', '/api/parts/nothing');
  expect(answer.status).toBe(400);
  for (const member of Object.keys(answer.body)) expect(Object.keys(properties)).toContain(member);
  for (const member of required) expect(Object.keys(answer.body)).toContain(member);
});

test('a client that was generated from it places a purchase, and is told why it cannot', async () => {
  const buyer = await givenPerson(shop);
  const described = raw.paths['/api/purchases']?.post?.requestBody?.content['application/json'];
  expect(described).toMatchObject({ example: { lines: [{ quantity: 1 }] } });
  const partsId = await givenPart(shop, { stock: 2, price: 2_000 });
  const order: PurchaseBody = {
    location: '1 Long Street, Dhaka',
    phone: '+1 555 010 9999',
    lines: [{ partsId, quantity: 2, price: '20.00' }],
  };
  // these lines compile only while the contract takes what such a client sends, and answers what it reads
  const send = (body: EndpointInput<typeof placePurchaseEndpoint>['body']) =>
    buyer.ask('POST', '/api/purchases', body);
  const placed: PurchaseAnswer = (await send(order)).body as EndpointResponse<typeof placePurchaseEndpoint>;
  const [line] = placed.orders;
  expect([placed._id, line?.status, line?.total]).toEqual([placed.insertedId, 'unpaid', 40]);
  expect((await send(order)).body).toMatchObject({
    refused: 'lines-impossible',
    lines: [{ refused: 'out-of-stock' }],
  });
});

type PurchaseBody = operations['placePurchase']['requestBody']['content']['application/json'];
type PurchaseAnswer = operations['placePurchase']['responses'][201]['content']['application/json'];

function makeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: unknown;
} & {
  [bound in 'minimum' | 'exclusiveMinimum' | 'maximum' | 'multipleOf' | 'minLength' | 'maxLength']?: number;
};

function listNodes(node: unknown): Schema[] {
  if (typeof node !== 'object' || node === null) return [];
  return [node, ...Object.values(node).flatMap(listNodes)];
}

function findRepeated(texts: string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) < index);
}

function checkFields(fields: z.ZodType, described: Record<string, Schema>): void {
  if (!(fields instanceof z.ZodObject)) return;
  for (const [field, schema] of Object.entries<z.ZodType>(fields.shape)) {
    const arms = [described[field] ?? {}].flatMap((each) => each.anyOf ?? [each]);
    const takes = (value: unknown) => schema.safeParse(value).success;
    for (const arm of arms) checkArm(field, takes, arm, arms);
    const isNullable = arms.some(({ type, enum: values }) => [type, values].flat().some(isNull));
    if (described[field]) expect(takes(null), `${field} null`).toBe(isNullable);
    const inner = unwrap(schema);
    const element = inner instanceof z.ZodArray ? unwrap(inner.element as z.ZodType) : inner;
    for (const { properties } of arms.flatMap((arm) => [arm, arm.items ?? {}]))
      if (properties) checkFields(element, properties);
  }
}

function isNull(value: unknown): boolean {
  return value === null || value === 'null';
}

/** The last value inside of a bound is taken, the first outside is not; numbers have no other bounds, within reason. */
function checkArm(field: string, takes: (value: unknown) => boolean, arm: Schema, arms: Schema[]): void {
  const { type, minimum, exclusiveMinimum = Number.NaN, maximum } = arm;
  if (type === 'integer' || type === 'number') {
    const step = type === 'integer' ? 1 : (arm.multipleOf ?? 0.01);
    const least = minimum ?? exclusiveMinimum + step;
    const inside = [Number.isNaN(least) ? -1e6 : least, maximum ?? 1e6];
    const outside = [least - step, (maximum ?? Number.NaN) + step, ...(type === 'integer' ? [0.5] : [])];
    for (const value of inside) expect(takes(value), `${field} ${value}`).toBe(true);
    for (const value of outside) expect(takes(value), `${field} ${value}`).toBe(false);
    expect(takes(String(inside[1])), `${field} as text`).toBe(arms.some((each) => each.type === 'string'));
  }
  if (type !== 'string') return;
  const { minLength, maxLength } = arm;
  if (maxLength !== undefined) expect(takes('1'.repeat(maxLength + 1)), `a long ${field}`).toBe(false);
  const isEmptyOne = arms.some(({ enum: values }) => values?.includes(''));
  if (minLength !== undefined) expect(takes(''), `an empty ${field}`).toBe(isEmptyOne);
}

function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? unwrap(schema.unwrap() as z.ZodType)
    : schema;
}
