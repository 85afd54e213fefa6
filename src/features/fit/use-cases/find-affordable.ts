/** Finds what the rest of a budget affords of a kind: the dearest part that surely fits the build. */
import type { Catalogue, NamedPartOnSale } from '#catalogue/database/catalogue.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import type { StoredBuildPart } from '#fit/database/build-parts.ts';
import { chooseDearest } from '#fit/rules/budgets.ts';
import { sortBuild } from '#fit/rules/build.ts';
import { isReplaced, keepOthers } from '#fit/rules/join-build.ts';
import type { KindCategories } from '#fit/rules/kind-categories.ts';
import { computePrice } from '#fit/rules/priced-build.ts';
import { isOlderGeneration } from '#fit/rules/processor-generations.ts';
import { type CheckBudget, keepsCapacity } from '#fit/rules/replacements.ts';
import type { Cents } from '#kernel/money.ts';

type CatalogueDependencies = { catalogue: Pick<Catalogue, 'chooseFromCheapest'> };

export type Affordable = { part: NamedPartOnSale; above: Cents; upTo: Cents };

/** `left`: of the budget. A part that is there is replaced by a dearer one with no less of what counts; memory and drives stay as they are. */
export async function findAffordable(
  { catalogue }: CatalogueDependencies,
  {
    parts,
    of: { kind, categories },
    left,
    checks,
  }: { parts: readonly StoredBuildPart[]; of: KindCategories; left: Cents; checks: CheckBudget },
): Promise<Affordable | undefined> {
  const own = parts.filter(({ part }) => part.kind === kind);
  if (own.some(({ isOwned }) => isOwned) || (own.length > 0 && !isReplaced(kind))) return undefined;
  const above = own.reduce((sum, each) => sum + computePrice(each), 0);
  const upTo = left + above;
  const others = sortBuild(keepOthers(parts, kind));
  const isOffered = (specs: SpecificationValues, { name }: FitPart) =>
    own.every(
      ({ row, part }) => keepsCapacity(kind, row.specs, specs) && !isOlderGeneration(name, part.name),
    );
  let best: NamedPartOnSale | undefined;
  for (const category of categories) {
    const dearest = await catalogue.chooseFromCheapest(category, (offers) =>
      chooseDearest(offers, others, { above, upTo, checks, isOffered }),
    );
    if (dearest && dearest.price_cents > (best?.price_cents ?? 0)) best = dearest;
  }
  return best && { part: best, above, upTo };
}
