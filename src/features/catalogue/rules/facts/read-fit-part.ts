/** The facts of a part of the catalogue, from its category and specification. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { getListedCategory } from '#catalogue/rules/listed-categories.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';

export type StoredPart = { id: string; name: string; category: Category; specs: SpecificationValues };

/** Undefined: no rule is about parts of this category. What the specification does not say is absent. */
export function readFitPart({ id, name, category, specs }: StoredPart): FitPart | undefined {
  const facts = getListedCategory(category).readFitFacts?.(specs);
  return facts && { ...facts, id, name };
}
