/** The text of a specification, of which a part stores only what its facts do not say. */
import type { SpecifiedPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { type Facts, formatFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type StoredSpecs = SpecifiedPart & { facts: Facts | null };

/** Also what they say in other words, and what could not be read. */
export function omitSaid({ category, specs, facts }: SpecifiedPart & { facts: Facts }): SpecificationValues {
  const said = formatFacts(getListedCategory(category).fields, facts);
  return Object.fromEntries(Object.entries(specs).filter(([field, value]) => said[field] !== value));
}

/**
 * What is stored as text stays as it is written, and what a later release has typed otherwise is left out. The fields are in the
 * order in which PostgreSQL reads those of one column.
 */
export function completeSpecs({ category, specs, facts }: StoredSpecs): SpecificationValues {
  const unwritten = Object.entries(facts ?? {}).filter(([field]) => !Object.hasOwn(specs, field));
  if (unwritten.length === 0) return specs;
  const made = formatFacts(getListedCategory(category).fields, Object.fromEntries(unwritten));
  const isText = ([, value]: [string, unknown]) => typeof value !== 'object';
  const fields = Object.entries({ ...made, ...specs }).filter(isText);
  if (unwritten.length < fields.length) fields.sort(compareFields);
  return Object.fromEntries(fields) as SpecificationValues;
}

/** Source: PostgreSQL's manual, 'jsonb': by the length of the names in bytes, then by their bytes. */
function compareFields([one]: [string, unknown], [other]: [string, unknown]): number {
  return (
    Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))
  );
}
