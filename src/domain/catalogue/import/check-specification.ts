/** Checks the specification of a new part, field by field. */
import type { Category } from '#domain/catalogue/parts.ts';
import { specificationSchemas } from '#domain/catalogue/specifications.ts';
import type { Refusal } from '#domain/refusals.ts';
import { formatIssue } from '#domain/validation-messages.ts';

/** The specification as it is stored (equal parts compare equal). Refuses: invalid-input, naming each wrong field. */
export function checkSpecification(
  category: Category,
  specs: Record<string, unknown>,
): { specs: Record<string, unknown> } | Refusal {
  if (Object.keys(specs).length === 0) return { specs }; // a part may be added before it is described
  const checked = specificationSchemas[category].safeParse(specs, { error: formatIssue });
  if (checked.success) return { specs: checked.data };
  return {
    refused: 'invalid-input',
    errors: checked.error.issues.map(({ path, message }) => ({
      path: ['specs', ...path].join('.'),
      message,
    })),
  };
}
