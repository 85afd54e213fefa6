/** Validates the specification of a part. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import type { Refusal } from '#kernel/refusals.ts';
import { formatIssue } from '#kernel/validation-messages.ts';

export function checkSpecification(
  category: Category,
  specs: Record<string, unknown>,
): { specs: Record<string, unknown> } | Refusal {
  if (Object.keys(specs).length === 0) return { specs }; // a part may be added without a specification
  const checked = getDefinition(category).schema.safeParse(specs, { error: formatIssue });
  if (checked.success) return { specs: checked.data };
  return {
    refused: 'invalid-input',
    errors: checked.error.issues.map(({ path, message }) => ({
      path: ['specs', ...path].join('.'),
      message,
    })),
  };
}
