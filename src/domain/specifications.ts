/** The specifications of a part by its category: what is valid, how it reads, and what a gigabyte costs. */
import { z } from 'zod';
import type { Category } from '#domain/parts.ts';
import { hardDiskFields, hardDiskSchema, ssdFields, ssdSchema } from '#domain/specifications/drives.ts';
import { formatValue, type SpecificationField, specificationText } from '#domain/specifications/fields.ts';
import { graphicsCardFields, graphicsCardSchema } from '#domain/specifications/graphics-card.ts';
import { memoryFields, memorySchema } from '#domain/specifications/memory.ts';
import { motherboardFields, motherboardSchema } from '#domain/specifications/motherboard.ts';

/** Whatever the owner writes about a part of no known category, each entry under the name that a buyer reads. */
const otherSchema = z
  .record(
    z.string().regex(/^\p{L}[\p{L}\p{N} ()/.,+-]{0,39}$/u, 'Must be a name of at most 40 characters'),
    z.union([specificationText, z.number(), z.boolean()]),
  )
  .refine((specs) => Object.keys(specs).length <= 40, 'Must have at most 40 entries');

/** What a specification may hold, by category; the unit is part of the field's name, an unknown field is refused. */
export const specificationSchemas = {
  memory: memorySchema,
  'hard-disk': hardDiskSchema,
  ssd: ssdSchema,
  motherboard: motherboardSchema,
  'graphics-card': graphicsCardSchema,
  other: otherSchema,
} as const satisfies Record<Category, z.ZodType<SpecificationValues>>;

/** The valid specification of a part of this category. */
export type Specification<C extends Category> = z.infer<(typeof specificationSchemas)[C]>;

/** Any category's specification, as it comes out of the database: it was validated when it went in. */
export type SpecificationValues = Readonly<Record<string, string | number | boolean | undefined>>;

/** How each field is named, measured, grouped and explained, in the order in which a buyer reads them. */
export const specificationFields = {
  memory: memoryFields,
  'hard-disk': hardDiskFields,
  ssd: ssdFields,
  motherboard: motherboardFields,
  'graphics-card': graphicsCardFields,
  other: {},
} as const satisfies Record<Category, Readonly<Record<string, SpecificationField>>>;

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
  if (category === 'other') return describeOther(specs);
  const fields: Readonly<Record<string, SpecificationField>> = specificationFields[category];
  return Object.entries(fields).flatMap(([field, described]) => {
    const value = specs[field];
    if (value === undefined) return [];
    const { label, group, explanation } = described;
    return [{ field, label, value: formatValue(value, described), group, explanation }];
  });
}

/** Gigabytes by which parts of this category are priced; undefined where nobody buys by the gigabyte. */
export function capacityInGb(category: Category, specs: SpecificationValues): number | undefined {
  const isBoughtByCapacity = category === 'memory' || category === 'hard-disk' || category === 'ssd';
  return isBoughtByCapacity && typeof specs.capacityGb === 'number' ? specs.capacityGb : undefined;
}

/** Cents per gigabyte, not rounded, so that sorting by it is exact; undefined without a capacity. */
export function pricePerGbInCents(priceInCents: number, capacityGb: number | undefined): number | undefined {
  return capacityGb === undefined || capacityGb <= 0 ? undefined : priceInCents / capacityGb;
}

/** '$2.97' from a dollar up, '$0.075' below, where tenths of a cent tell drives apart. */
export function formatPricePerGb(centsPerGb: number): string {
  const dollars = centsPerGb / 100;
  return `$${dollars.toFixed(dollars < 1 ? 3 : 2)}`;
}

function describeOther(specs: SpecificationValues): SpecificationRow[] {
  return Object.entries(specs).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, label: field, value: formatValue(value), group: 'Details' }],
  );
}
