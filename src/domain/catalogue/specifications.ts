/** The specifications of a part by its category: what is valid, how it reads, and what capacity it has. */
import type { z } from 'zod';
import { type ByCategory, type Category, collect, getDefinition } from '#domain/catalogue/categories.ts';
import { formatValue, type SpecificationValues } from '#domain/catalogue/specification-fields.ts';

export type { SpecificationValues } from '#domain/catalogue/specification-fields.ts';

/** What a specification may hold, by category. */
export const specificationSchemas = collect('schema');

/** The valid specification of a part of this category. */
export type Specification<C extends Category> = z.infer<ByCategory<'schema'>[C]>;

/** How each field is named, measured, grouped and explained, by category. */
export const specificationFields = collect('fields');

/** One line of a part's specification table; `explanation` is missing where the owner made up the field. */
export type SpecificationRow = {
  field: string;
  label: string;
  value: string;
  group: string;
  explanation?: string;
};

/** The specification as a buyer reads it: the known fields that have a value, in their order, with units. */
export function describeSpecification(category: Category, specs: SpecificationValues): SpecificationRow[] {
  const { fields, isFreeForm } = getDefinition(category);
  if (isFreeForm) return describeFreeForm(specs);
  return Object.entries(fields).flatMap(([field, described]) => {
    const value = specs[field];
    if (value === undefined) return [];
    const { label, group, explanation } = described;
    return [{ field, label, value: formatValue(value, described), group, explanation }];
  });
}

/** Gigabytes by which parts of this category are priced; undefined where nobody buys by the gigabyte. */
export function computeCapacityGb(category: Category, specs: SpecificationValues): number | undefined {
  const { isPricedByCapacity } = getDefinition(category);
  return isPricedByCapacity && typeof specs.capacityGb === 'number' ? specs.capacityGb : undefined;
}

function describeFreeForm(specs: SpecificationValues): SpecificationRow[] {
  return Object.entries(specs).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, label: field, value: formatValue(value), group: 'Details' }],
  );
}
