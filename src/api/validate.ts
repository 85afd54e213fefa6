/** Checks requests with the contract's schemas, and says in plain sentences what is wrong with which field. */
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import type { FieldError } from '#domain/refusals.ts';
import { formatIssue } from '#domain/validation-messages.ts';

/** What is thrown for a request that a schema does not take. */
export class InvalidInput extends Error {
  readonly statusCode = 400;
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super('Invalid input');
    this.errors = errors;
  }
}

/** For Fastify, which hands on what the schema has made of the request. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart = 'body' }) =>
  (value) => {
    const parsed = schema.safeParse(value ?? undefined, { error: formatIssue });
    if (parsed.success) return { value: parsed.data };
    return {
      error: new InvalidInput(
        keepFirstPerField(parsed.error.issues.map((issue) => fieldError(issue, httpPart))),
      ),
    };
  };

/** One sentence for each field is enough: the first says what to mend first. */
function keepFirstPerField(errors: FieldError[]): FieldError[] {
  return errors.filter(({ path }, index) => errors.findIndex((error) => error.path === path) === index);
}

function fieldError(issue: z.core.$ZodIssue, httpPart: string): FieldError {
  const field = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path;
  return { path: field.map(String).join('.') || httpPart, message: issue.message };
}
