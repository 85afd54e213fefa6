/** What the budget of a build leaves, and what the rest affords. */
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { OfferOfPart } from '#catalogue/rules/index/catalogue-index.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
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

type Rest = {
  above: Cents;
  upTo: Cents;
  checks: CheckBudget;
  isOffered: (specs: SpecificationValues, facts: FitPart) => boolean;
};

/** The dearest that costs more than `above`, at most `upTo`, and surely fits the others. `offers`: from the cheapest. */
export function chooseDearest<Part>(
  offers: Iterable<OfferOfPart<Part>>,
  others: Build,
  { above, upTo, checks, isOffered }: Rest,
): Part | undefined {
  const within: OfferOfPart<Part>[] = [];
  for (const offer of offers) {
    if (offer.price_cents > upTo) break;
    if (offer.price_cents > above && offer.minimum_order === 1 && offer.stock > 0) within.push(offer);
  }
  const refused = new Set<FitPart>();
  for (const { facts, specs, read } of within.reverse()) {
    if (!facts || refused.has(facts) || !isOffered(specs, facts)) continue;
    if (checks.left <= 0) return undefined;
    checks.left -= 1;
    if ((findCandidateVerdict(others, makeCandidate(facts)) ?? 'fits') === 'fits') return read();
    refused.add(facts);
  }
  return undefined;
}
