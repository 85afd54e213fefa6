/** What the budget of a build leaves, and what the rest affords. */
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { Build } from '#fit/rules/build.ts';
import { findCandidateVerdict } from '#fit/rules/check-build.ts';
import { makeCandidate } from '#fit/rules/join-build.ts';
import type { CheckBudget } from '#fit/rules/replacements.ts';
import { type Cents, type Dollars, dollarsToCents, formatBudget, formatMoney } from '#kernel/money.ts';

export function describeRest(budget: Dollars, total: Cents): string {
  const left = dollarsToCents(budget) - total;
  if (left >= 0) return `${formatMoney(left)} of ${formatBudget(budget)} is left.`;
  return `${formatMoney(-left)} more than your budget of ${formatBudget(budget)}.`;
}

type Priced = { price_cents: Cents; stock: number; minimum_order: number };

/**
 * The dearest that costs more than `above`, at most `upTo`, and surely fits the others. `offers`: from the cheapest; parts
 * with the same facts share one object.
 */
export function chooseDearest<Part extends Priced>(
  offers: Iterable<{ part: Part; facts: FitPart | undefined }>,
  others: Build,
  { above, upTo, checks }: { above: Cents; upTo: Cents; checks: CheckBudget },
): Part | undefined {
  const within: { part: Part; facts: FitPart }[] = [];
  for (const { part, facts } of offers) {
    if (part.price_cents > upTo) break;
    if (facts && part.price_cents > above && part.minimum_order === 1 && part.stock > 0)
      within.push({ part, facts });
  }
  const refused = new Set<FitPart>();
  for (const { part, facts } of within.reverse()) {
    if (refused.has(facts)) continue;
    if (checks.left <= 0) return undefined;
    checks.left -= 1;
    if ((findCandidateVerdict(others, makeCandidate(facts)) ?? 'fits') === 'fits') return part;
    refused.add(facts);
  }
  return undefined;
}
