/** Values that can hardly be true: mistakes of lists that an owner should look at. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { computePricePerGb, formatPricePerGb, isPlausiblePerGb } from '#catalogue/rules/price-per-gb.ts';
import { formatValue, isPlausible, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { computeCapacityGb } from '#catalogue/rules/specifications.ts';
import type { Cents } from '#kernel/money.ts';

export type DoubtedPart = { category: Category; price_cents: Cents | null; specs: SpecificationValues };

/** Stands for the price per gigabyte. */
const priceField = 'price';

export function findDoubtfulFields(part: DoubtedPart): string[] {
  const { fields } = getDefinition(part.category);
  const doubtful = Object.entries(fields)
    .filter(([name, field]) => !isPlausible(part.specs[name], field))
    .map(([name]) => name);
  const perGb = computePerGb(part);
  return perGb === undefined || isPlausiblePerGb(perGb) ? doubtful : [...doubtful, priceField];
}

/** 'Core clock 115 MHz', '$497.50 per GB'. */
export function describeDoubts(part: DoubtedPart, doubtfulFields: readonly string[]): string[] {
  const { fields } = getDefinition(part.category);
  return doubtfulFields.flatMap((name) => {
    const [field, value] = [fields[name], part.specs[name]];
    const perGb = name === priceField ? computePerGb(part) : undefined;
    if (perGb !== undefined) return [`${formatPricePerGb(perGb)} per GB`];
    return field && value !== undefined ? [`${field.label} ${formatValue(value, field)}`] : [];
  });
}

function computePerGb({ category, price_cents, specs }: DoubtedPart): number | undefined {
  return price_cents === null
    ? undefined
    : computePricePerGb(price_cents, computeCapacityGb(category, specs));
}
