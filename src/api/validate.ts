/** Validates requests with the contract's schemas, and makes a sentence for each wrong field. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '#domain/refusals.ts';
import { formatIssue } from '#domain/validation-messages.ts';

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
    const parsed = schema.safeParse(value ?? undefined, { error: formatIssue });
    if (parsed.success) return { value: parsed.data };
    const isMissing = (value ?? undefined) === undefined;
    if (httpPart === 'body' && isMissing) return { error: new InvalidInput([missingBody]) };
    return {
      error: new InvalidInput(
        keepFirstPerField(parsed.error.issues.map((issue) => makeFieldError(issue, httpPart))),
      ),
    };
  };

const missingBody: FieldError = {
  path: 'body',
  message: 'A body is required: a JSON object with the fields',
};

function keepFirstPerField(errors: FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((error) => error.path === path) === index);
}

function makeFieldError(issue: z.core.$ZodIssue, httpPart: string): FieldError {
  const field = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return { path: field.map(String).join('.') || httpPart, message: issue.message };
}
