/** The specification forms of the categories. The build sends browsers only the values (vite.config.ts): plain values only. */
import { z } from 'zod';
import { definitions } from '#catalogue/rules/categories.ts';
import type { CategoryDefinition } from '#catalogue/rules/category-definition.ts';
import { findUnit } from '#catalogue/rules/specification-fields.ts';

export type CategoryForm = ReturnType<typeof makeForm>;
export type FormField = CategoryForm['fields'][number];

export const categoryForms: readonly CategoryForm[] = definitions.map(makeForm);

function makeForm({ id, labels, isFreeForm = false, schema, fields }: CategoryDefinition) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, { type?: string; enum?: string[] }>;
    required?: string[];
  };
  const formFields = Object.entries(fields).map(([name, field]) => {
    const { type, enum: choices } = properties[name] ?? {};
    return {
      name,
      label: field.label,
      unit: findUnit(field),
      isNumber: type === 'number' || type === 'integer',
      isRequired: required.includes(name),
      choices,
    };
  });
  return { id, label: labels.option, isFreeForm, fields: formFields };
}
