/** Validates requests with the contract's schemas, makes a sentence for each wrong field, and writes answers by theirs. */
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type { z } from 'zod';
import { type FieldError, keepFirstPerField } from '#kernel/refusals.ts';
import { formatIssue } from '#kernel/validation-messages.ts';

export class InvalidInput extends Error {
  readonly statusCode = 400;
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('Invalid input');
    this.errors = errors;
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (value) => {
    const parsed = parseInput(schema, httpPart, value ?? undefined);
    return 'errors' in parsed ? { error: new InvalidInput(parsed.errors) } : parsed;
  };

/** Only what the schema has. `encode` would check each value twice, for conversions, of which answers have none. */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(schema.parse(answer));

export function parseInput(
  schema: z.ZodType,
  httpPart: string,
  value: unknown,
): { value: unknown } | { errors: FieldError[] } {
  // said to zod for the whole process it would be module state, which depends on the order of imports
  const parsed = schema.safeParse(value, { error: formatIssue });
  if (parsed.success) return { value: parsed.data };
  if (httpPart === 'body' && value === undefined) return { errors: [missingBody] };
  return { errors: keepFirstPerField(parsed.error.issues.map((issue) => makeFieldError(issue, httpPart))) };
}

const missingBody: FieldError = {
  path: 'body',
  message: 'A body is required: a JSON object with the fields',
};

function makeFieldError(issue: z.core.$ZodIssue, httpPart: string): FieldError {
  const field = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return { path: field.map(String).join('.') || httpPart, message: issue.message };
}
