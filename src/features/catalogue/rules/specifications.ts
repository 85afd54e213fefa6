/** Specifications by category: schemas, display rows, and capacity. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { formatValue, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type SpecificationRow = {
  field: string;
  label: string;
  value: string;
  group: string;
  explanation?: string;
  /** What the shop derived the value from; undefined when it was stated. */
  derivedFrom?: string | undefined;
};

export function describeSpecification(
  category: Category,
  specs: SpecificationValues,
  derivedFields: readonly string[] = [],
): SpecificationRow[] {
  const { fields, isFreeForm } = getDefinition(category);
  if (isFreeForm)
    return Object.entries(specs).flatMap(([field, value]) =>
      value === undefined ? [] : [{ field, label: field, value: formatValue(value), group: 'Details' }],
    );
  let group = '';
  return Object.entries(fields).flatMap(([field, definition]) => {
    group = definition.group ?? group;
    const value = specs[field];
    if (value === undefined) return [];
    const { label, explanation, readText } = definition;
    const source = definition.derivedFrom ?? (readText && 'the name or the description');
    const derivedFrom = derivedFields.includes(field) ? source : undefined;
    return [{ field, label, value: formatValue(value, definition), group, explanation, derivedFrom }];
  });
}

export function computeCapacityGb(category: Category, specs: SpecificationValues): number | undefined {
  const { isPricedByCapacity } = getDefinition(category);
  return isPricedByCapacity && typeof specs.capacityGb === 'number' ? specs.capacityGb : undefined;
}
