/** Generates the description of a part from its specification. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { listColors } from '#catalogue/rules/clauses.ts';
import { findDistinctions, type Namesake } from '#catalogue/rules/shown-names.ts';
import { describeSpecification, type SpecificationValues } from '#catalogue/rules/specifications.ts';
import { capitalize } from '#kernel/words.ts';

export type DescribedPart = { category: Category; name: string; specs: SpecificationValues };

/** Of parts that share a made description, more have nothing to say of each. */
export const maxSharingParts = 50;

type ComparedPart = DescribedPart & Namesake & { description: string };

/**
 * What a page says of a part: the description that somebody wrote, or the made one, with the facts that tell the part from its
 * neighbours, which have the same. Empty where nothing that is known tells it from all of them.
 */
export function describeAmong(part: ComparedPart, neighbours: readonly ComparedPart[]): string {
  if (neighbours.length === 0 || part.description !== makeDescription(part)) return part.description;
  if (neighbours.length > maxSharingParts) return '';
  const group = [part, ...neighbours].map((each) => ({ ...each, mpn: null }));
  const distinctions = findDistinctions(group);
  const own = distinctions.get(part.id);
  const isShared = neighbours.some(({ id }) => distinctions.get(id) === own);
  return own === undefined || isShared ? '' : `${part.description} ${capitalize(own)}.`;
}

export function makeDescription({ category, name, specs }: DescribedPart): string {
  const rows = describeSpecification(category, specs);
  if (rows.length === 0) return `${name}.`;
  const { describe, isFreeForm } = getDefinition(category);
  if (isFreeForm) return `${rows.map(({ label, value }) => `${label}: ${value}`).join('; ')}.`;
  const { color, ...values } = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const sentences = describe?.({ ...values, color: color && listColors(color) }) ?? [];
  return sentences.flatMap((sentence) => (sentence ? [`${capitalize(sentence)}.`] : [])).join(' ');
}
