/** The description of the API: the file that is handed on is what the shop answers, and says all that the contract says. */
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { expectGenerated, root } from '../support/generated-files.ts';
import { ask } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';

const shop = givenShop();

type Answer = { description?: string; content?: Record<string, { schema?: object }>; headers?: object };
type Operation = {
  operationId: string;
  summary: string;
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

async function readDescription(): Promise<Description> {
  return (await ask(shop, 'GET', '/api/openapi.json')).body as Description;
}

test('openapi.json is what the shop answers: written anew, and in CI only compared', async () => {
  const text = `${JSON.stringify(await readDescription(), null, 2)}\n`;
  if (process.env.CI) await expectGenerated('openapi.json', text, 'describe-api');
  else await writeFile(new URL('openapi.json', root), text);
});

test('the description has the shape of OpenAPI 3.1, and every reference leads somewhere', async () => {
  const description = await readDescription();
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.info).toMatchObject({ title: 'COMPACT', version: expect.any(String) });
  for (const reference of JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)) {
    expect(lookUp(description, reference[1] ?? '')).toBeTypeOf('object');
  }
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

test('it describes the calls of the contract and no others', async () => {
  const { paths } = await readDescription();
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
    const { paths } = await readDescription();
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
    if (call.access !== 'anyone') expect(operation.security).toEqual([{ bearer: [] }]);
    const headers = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
    expect(headers.map((parameter) => parameter.name)).toEqual(call.isIdempotent ? ['Idempotency-Key'] : []);
  });

  test('is described with its answer and with every problem that it may answer', async () => {
    const { responses } = await find();
    const answer = responses[call.status];
    expect(answer?.content?.[call.file ?? 'application/json']?.schema).toBeDefined();
    const headers = [
      ...(call.isPaged ? ['X-Total-Count', 'Link'] : []),
      ...(call.isSearch ? ['X-Search-Meant', 'X-Search-Partial'] : []),
    ];
    expect(Object.keys(answer?.headers ?? {})).toEqual(headers);
    const problems = Object.keys(responses).filter((status) => Number(status) >= 400);
    for (const status of problems) {
      expect(responses[status]?.content).toEqual({
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      });
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

test('a problem that the shop answers has the members that are described', async () => {
  const { components } = await readDescription();
  const { properties, required } = components.schemas.Problem as { properties: object; required: string[] };
  const answer = await ask(shop, 'GET', '/api/parts/nothing');
  expect(answer.status).toBe(400);
  for (const member of Object.keys(answer.body)) expect(Object.keys(properties)).toContain(member);
  for (const member of required) expect(Object.keys(answer.body)).toContain(member);
});

function makeTemplate(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function lookUp(description: object, reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], description);
}
