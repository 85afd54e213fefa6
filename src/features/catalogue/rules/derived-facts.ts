/** Facts that follow from others: what a row does not state, but its name, its description or another field says. */
import type { Category } from '#catalogue/rules/categories.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import {
  isPlausible,
  type SpecificationField,
  type SpecificationValues,
} from '#catalogue/rules/specification-fields.ts';

/** Raise it when derived facts, or the types of fields, change: the facts of all parts are then made anew. */
export const factsVersion = 4;

/** `description`: missing where the shop makes it from the specification. */
export type StatedPart = {
  category: Category;
  name: string;
  description?: string | undefined;
  specs: SpecificationValues;
};

/**
 * The specification with what was derived, which never replaces what was stated, and the fields that were derived, in the
 * order of the category's fields. A part without any specification stays so.
 */
export function deriveFacts({ category, name, description = '', specs }: StatedPart) {
  if (Object.keys(specs).length === 0) return { specs, derivedFields: [] };
  const { derive, fields } = getListedCategory(category);
  const derived = derive?.(specs, name) ?? {};
  const text = `${name}. ${description}`;
  const additions = Object.entries<SpecificationField>(fields).flatMap(([name, field]) => {
    const value = specs[name] === undefined ? (derived[name] ?? field.readText?.(text)) : undefined;
    return value !== undefined && isPlausible(value, field) ? [[name, value] as const] : [];
  });
  return {
    specs: { ...specs, ...Object.fromEntries(additions) },
    derivedFields: additions.map(([name]) => name),
  };
}

export function omitDerived(
  specs: SpecificationValues,
  derivedFields: readonly string[],
): SpecificationValues {
  return Object.fromEntries(Object.entries(specs).filter(([field]) => !derivedFields.includes(field)));
}
