/** Finds the cheapest part that takes the place of one that does not fit, or is missing. */
import { LRUCache } from 'lru-cache';
import type { Catalogue, NamedPartOnSale } from '#catalogue/database/catalogue.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import type { Category } from '#catalogue/rules/categories.ts';
import type { FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import type { OfferOfPart } from '#catalogue/rules/index/catalogue-index.ts';
import type { StoredBuildPart } from '#fit/database/build-parts.ts';
import { kindCategories } from '#fit/rules/kind-categories.ts';
import {
  type CheckBudget,
  chooseReplacement,
  keepsClass,
  makeAdditionCheck,
  makeReplacementCheck,
  type ReplacementCheck,
} from '#fit/rules/replacements.ts';
import type { Finding, Verdict } from '#fit/rules/verdicts.ts';

/** Each has an answer for some thousand sets of facts. */
const maxKeptReplacements = 48;

/** What the rules said, by the key of the check: of facts, and not of the parts that have them. */
const keptAnswers = new LRUCache<string, Map<FitPart, Verdict>>({ max: maxKeptReplacements });

type CatalogueDependencies = { catalogue: Pick<Catalogue, 'chooseFromCheapest'> };

/** `replaced`: one of the parts that the finding is about; `others`: the rest of the build. */
export async function findReplacement(
  dependencies: CatalogueDependencies,
  {
    replaced: { part, row, quantity },
    others,
    finding,
    budget,
  }: {
    replaced: StoredBuildPart;
    others: readonly StoredBuildPart[];
    finding: Finding;
    budget: CheckBudget;
  },
): Promise<NamedPartOnSale | undefined> {
  const check = makeReplacementCheck(others, finding, { kind: part.kind, quantity });
  return await search(dependencies, row.category, {
    check,
    budget,
    isOffered: ({ stock, minimum_order: minimum, specs, read }) =>
      stock >= quantity &&
      minimum <= quantity &&
      keepsClass(part.kind, row.specs, specs) &&
      read().id !== row.id,
  });
}

/** The cheapest part of a kind that is missing. */
export async function findAddition(
  dependencies: CatalogueDependencies,
  { parts, kind, budget }: { parts: readonly StoredBuildPart[]; kind: FitKind; budget: CheckBudget },
): Promise<NamedPartOnSale | undefined> {
  const [category] = kindCategories.find((each) => each.kind === kind)?.categories ?? [];
  if (!category) return undefined;
  return await search(dependencies, category, {
    check: makeAdditionCheck(parts, kind),
    budget,
    isOffered: ({ stock, minimum_order: minimum }) => stock > 0 && minimum === 1,
  });
}

async function search(
  { catalogue }: CatalogueDependencies,
  category: Category,
  {
    check,
    ...request
  }: {
    check: ReplacementCheck | undefined;
    budget: CheckBudget;
    isOffered: (offer: OfferOfPart<PartOnSale>) => boolean;
  },
): Promise<NamedPartOnSale | undefined> {
  if (!check) return undefined;
  const kept = keptAnswers.get(check.key) ?? new Map<FitPart, Verdict>();
  keptAnswers.set(check.key, kept);
  return await catalogue.chooseFromCheapest(category, (offers) =>
    chooseReplacement(offers, { ...check, ...request }, kept),
  );
}
