/** Generates the description of a part from its specification. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { listColors } from '#catalogue/rules/clauses.ts';
import { describeSpecification, type SpecificationValues } from '#catalogue/rules/specifications.ts';
import { capitalize } from '#kernel/words.ts';

export type DescribedPart = { category: Category; name: string; specs: SpecificationValues };

export function makeDescription({ category, name, specs }: DescribedPart): string {
  const rows = describeSpecification(category, specs);
  if (rows.length === 0) return `${name}.`;
  const { describe, isFreeForm } = getDefinition(category);
  if (isFreeForm) return `${rows.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`;
  const { color, ...values } = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const sentences = describe?.({ ...values, color: color && listColors(color) }) ?? [];
  return sentences.flatMap((sentence) => (sentence ? [`${capitalize(sentence)}.`] : [])).join(' ');
}
