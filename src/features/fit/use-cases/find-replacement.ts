/** Finds the cheapest part that takes the place of one that does not fit. */
import { LRUCache } from 'lru-cache';
import type { Catalogue, NamedPartOnSale } from '#catalogue/database/catalogue.ts';
import type { PartOnSale } from '#catalogue/database/parts.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { StoredBuildPart } from '#fit/database/build-parts.ts';
import { type CheckBudget, chooseReplacement, makeReplacementCheck } from '#fit/rules/replacements.ts';
import type { Finding, Verdict } from '#fit/rules/verdicts.ts';

/** Each has an answer for some thousand sets of facts. */
const maxKeptReplacements = 48;

/** What the rules said, by the key of the check: of facts, and not of the parts that have them. */
const keptAnswers = new LRUCache<string, Map<FitPart, Verdict>>({ max: maxKeptReplacements });

type CatalogueDependencies = { catalogue: Pick<Catalogue, 'chooseFromCheapest'> };

/** `replaced`: one of the parts that the finding is about; `others`: the rest of the build. */
export async function findReplacement(
  { catalogue }: CatalogueDependencies,
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
  if (!check) return undefined;
  const kept = keptAnswers.get(check.key) ?? new Map<FitPart, Verdict>();
  keptAnswers.set(check.key, kept);
  const search = {
    ...check,
    budget,
    isOffered: ({ id, stock, minimum_order: minimum }: PartOnSale) =>
      id !== row.id && stock >= quantity && minimum <= quantity,
  };
  return await catalogue.chooseFromCheapest(row.category, (offers) =>
    chooseReplacement(offers, search, kept),
  );
}
