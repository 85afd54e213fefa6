/** Generates requests from `openapi.json`: valid ones, and ones with a single fault. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { z } from 'zod';
import type { Input } from './examples.ts';
import { nastyTexts, oddNumbers, wrongTypes } from './odd-values.ts';
import { type KnownValues, makeValues, type Schema } from './schema-values.ts';

export type ResponseSchema = z.core.JSONSchema.JSONSchema;
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
export type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: ResponseSchema }> }>;
};
export type DescribedCall = { method: string; path: string; operation: Operation };

export type FuzzedRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};

type Fields = Record<string, unknown>;
/** A request before serialization. */
type Draft = {
  path: Fields;
  query: Fields;
  headers: Record<string, string>;
  body?: unknown;
  /** Replaces the JSON body. */
  raw?: string;
  /** Appended to the address. */
  suffix?: string;
};

/** Valid requests, with existing values where possible. */
export function makeValidRequests(call: DescribedCall, known: KnownValues): fc.Arbitrary<FuzzedRequest> {
  return makeDrafts(call, known).map((draft) => write(call, draft));
}

/** With a key of its own: those that are made up are few, and another call may have used one for other contents. */
export function makeExampleRequest(
  call: DescribedCall,
  { params = {}, query = {}, body }: Input,
): FuzzedRequest {
  return write(call, { path: params, query, headers: { 'idempotency-key': randomUUID() }, body });
}

/** Requests with exactly one fault. */
export function makeBrokenRequests(call: DescribedCall, known: KnownValues): fc.Arbitrary<FuzzedRequest> {
  return makeDrafts(call, known).chain((draft) =>
    fc.oneof(...makeFaults(call, draft)).map((broken) => write(call, broken)),
  );
}

function makeDrafts({ operation }: DescribedCall, known: KnownValues): fc.Arbitrary<Draft> {
  const { parameters = [] } = operation;
  const schema = operation.requestBody?.content['application/json']?.schema;
  const key = { 'idempotency-key': 'x'.repeat(20) };
  return fc.record(
    {
      path: makeFields('path', parameters, known),
      query: makeFields('query', parameters, known),
      headers: fc.constantFrom<Record<string, string>>({}, {}, {}, key),
      ...(schema ? { body: makeValues(schema, known) } : {}),
    },
    { noNullPrototype: true },
  );
}

/** The required parameters and up to three others: lists have a hundred filters, and few combinations match parts. */
function makeFields(place: 'path' | 'query', all: Parameter[], known: KnownValues): fc.Arbitrary<Fields> {
  const parameters = all.filter((parameter) => parameter.in === place);
  const optional = parameters.filter(({ required }) => !required);
  return fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain((chosen) => {
    const fields = [...parameters.filter(({ required }) => required), ...chosen].map(({ name, schema }) => {
      const values = makeValues(schema, known, name);
      return [name, place === 'path' ? values.filter(isSegment) : values] as const;
    });
    return fc.record(Object.fromEntries(fields), { noNullPrototype: true });
  });
}

function isSegment(value: unknown): boolean {
  return !['', '.', '..'].includes(String(value));
}

const oddValues: unknown[] = [
  ...Object.values(nastyTexts),
  ...Object.values(wrongTypes),
  ...Object.values(oddNumbers),
  '',
  ' ',
  '/elsewhere',
  '__proto__',
  'x'.repeat(5_000),
];
/** Addresses cannot contain half a surrogate pair, nor be longer than the test's client allows. */
const oddTexts = oddValues
  .filter((value) => value !== nastyTexts['half a surrogate pair'])
  .map(String)
  .filter((text) => text !== '' && text.length < 5_000);

/** Parameters and fields that libraries may read: redirects, prototypes, roles. */
const foreignNames = ['callbackURL', 'redirectTo', '__proto__', 'constructor', 'role', 'status', 'limit'];

function makeFaults(call: DescribedCall, draft: Draft): fc.Arbitrary<Draft>[] {
  const { path, query, headers } = draft;
  const oddText = fc.constantFrom(...oddTexts);
  const stranger = fc.constantFrom(...foreignNames);
  const { parameters = [] } = call.operation;
  const queryNames = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const faults: fc.Arbitrary<Draft>[] = [
    fc.tuple(stranger, oddText).map(([name, text]) => ({ ...draft, query: { ...query, [name]: text } })),
    fc
      .constantFrom('%zz', '?%zz=%', '?a[]=1&a[b]=2', '?limit=1&limit=2')
      .map((suffix) => ({ ...draft, suffix })),
    fc
      .constantFrom<Record<string, string>>(
        { authorization: 'Bearer a.b.c' },
        { authorization: 'Basic eDp5' },
        { cookie: 'compact.session_token=a.b' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'idempotency-key': 'ä\t'.repeat(300) },
        { accept: 'image/png', 'if-none-match': '*', range: 'bytes=0-1' },
      )
      .map((more) => ({ ...draft, headers: { ...headers, ...more } })),
  ];
  for (const place of Object.keys(path)) {
    faults.push(oddText.map((text) => ({ ...draft, path: { ...path, [place]: text } })));
  }
  if (queryNames.length > 0) {
    faults.push(
      fc
        .tuple(fc.constantFrom(...queryNames), oddText)
        .map(([name, text]) => ({ ...draft, query: { ...query, [name]: text } })),
    );
  }
  return call.method === 'GET' ? faults : [...faults, ...makeBodyFaults(call, draft)];
}

function makeBodyFaults(call: DescribedCall, draft: Draft): fc.Arbitrary<Draft>[] {
  const { headers, body } = draft;
  const types = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '/',
  ];
  const faults: fc.Arbitrary<Draft>[] = [
    fc
      .constantFrom('{', '"', 'null', '[]', '5', '', '\u0000', '{"__proto__":{"role":"admin"}}')
      .map((raw) => ({ ...draft, raw })),
    fc.constantFrom(...types).map((type) => ({
      ...draft,
      raw: 'a=b',
      headers: { ...headers, 'content-type': type },
    })),
    fc.constant({ ...draft, raw: `{"a":"${'x'.repeat(300_000)}"}` }),
  ];
  if (typeof body !== 'object' || body === null) return faults;
  const name = fc.constantFrom(...readFields(call), ...foreignNames);
  faults.push(
    fc
      .tuple(name, fc.constantFrom(...oddValues))
      .map(([field, value]) => ({ ...draft, body: { ...body, [field]: value } })),
    name.map((field) => {
      const { [field]: _, ...others } = body as Fields;
      return { ...draft, body: others };
    }),
  );
  return faults;
}

function readFields({ operation }: DescribedCall): string[] {
  return Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {});
}

function write({ method, path }: DescribedCall, draft: Draft): FuzzedRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(draft.path[name])),
  );
  const search = new URLSearchParams(draft.query as Record<string, string>).toString();
  const payload = draft.raw ?? (draft.body === undefined ? undefined : JSON.stringify(draft.body));
  return {
    method,
    url: `${filled}${search ? `?${search}` : ''}${draft.suffix ?? ''}`,
    headers: { ...(payload === undefined ? {} : { 'content-type': 'application/json' }), ...draft.headers },
    ...(payload === undefined ? {} : { payload }),
  };
}
