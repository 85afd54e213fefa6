/** Generates the description of a part from its specification. */
import { type Category, getDefinition } from '#domain/catalogue/categories.ts';
import { surround } from '#domain/catalogue/clauses.ts';
import { describeSpecification, type SpecificationValues } from '#domain/catalogue/specifications.ts';

export type DescribedPart = { category: Category; name: string; specs: SpecificationValues };

export function makeDescription({ category, name, specs }: DescribedPart): string {
  const rows = describeSpecification(category, specs);
  if (rows.length === 0) return `${name}.`;
  const { describe, isFreeForm } = getDefinition(category);
  if (isFreeForm) return `${rows.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`;
  const { color, ...part } = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const sentence = describe(part).filter(Boolean).join(', ');
  return `${sentence}.${surround(' Color: ', color, '.')}`;
}
