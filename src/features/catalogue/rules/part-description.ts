/** Generates the description of a part from its specification. */
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { listColors } from '#catalogue/rules/clauses.ts';
import { findDistinctions, type Namesake } from '#catalogue/rules/shown-names.ts';
import { formatValue, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
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
  const { fields, describe, isFreeForm } = getDefinition(category);
  const stated: [field: string, value: string][] = [];
  for (const field of Object.keys(isFreeForm ? specs : fields)) {
    const value = specs[field];
    if (value !== undefined) stated.push([field, formatValue(value, fields[field])]);
  }
  if (stated.length === 0) return `${name}.`;
  if (isFreeForm) return `${stated.map((row) => row.join(': ')).join('; ')}.`;
  const { color, ...values } = Object.fromEntries(stated);
  const sentences = describe?.({ ...values, color: color && listColors(color) }) ?? [];
  return sentences.flatMap((sentence) => (sentence ? [`${capitalize(sentence)}.`] : [])).join(' ');
}
