/** The facts of a part of the catalogue, as they are stored, and what the rules of fit know by them. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { FitFacts, FitPart } from '#catalogue/rules/facts/facts.ts';
import { type Facts, readFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

/** `facts`: null until the text is read. */
export type SpecifiedPart = { category: Category; specs: SpecificationValues; facts?: Facts | null };

export type StoredPart = SpecifiedPart & { id: string; name: string };

export function getFacts({ category, specs, facts }: SpecifiedPart): Facts {
  return facts ?? readFacts(getListedCategory(category).fields, specs);
}

/** Undefined: no rule is about parts of this category. What the specification does not say is absent. */
export function readFitFacts(part: SpecifiedPart): FitFacts | undefined {
  return getListedCategory(part.category).readFitFacts?.(getFacts(part));
}

export function readFitPart({ id, name, ...part }: StoredPart): FitPart | undefined {
  const facts = readFitFacts(part);
  return facts && { ...facts, id, name };
}
