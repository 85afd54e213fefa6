/** Generates values of a JSON Schema, for the keywords that `openapi.json` uses. */
import fc from 'fast-check';

export type Schema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

/** Existing values of a field in the shop, if any. */
export type KnownValues = (field: string) => fc.Arbitrary<unknown> | undefined;

/** Mostly existing values of a field, otherwise any value of its schema. */
export function makeValues(schema: Schema, known: KnownValues, field = ''): fc.Arbitrary<unknown> {
  const free = listFreeValues(schema, known);
  const usual = known(field);
  return usual ? fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: free }) : free;
}

function listFreeValues(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => listFreeValues(option, known)));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (schema.type) {
    case 'object':
      return readRecord(schema, known);
    case 'array':
      return fc.array(listFreeValues(schema.items ?? {}, known), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return readText(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function readRecord({ properties = {}, required = [] }: Schema, known: KnownValues) {
  const fields = Object.entries(properties).map(([name, schema]) => [name, makeValues(schema, known, name)]);
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
    noNullPrototype: true,
  });
}

const times = fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());

function readText({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date') return times.map((time) => time.slice(0, 10));
  if (format === 'date-time') return times;
  // fast-check does not support lookahead, which only addresses use
  if (pattern && !pattern.includes('(?!')) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) });
}
