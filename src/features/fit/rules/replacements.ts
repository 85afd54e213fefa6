/** Looks for a part that mends what does not fit, among parts that come from the cheapest. */

import type { BuildPart, FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import { addSubject, type Build, sortBuild } from '#fit/rules/build.ts';
import { findCandidateVerdict, isAboutMissing } from '#fit/rules/check-build.ts';
import { formatDecidingBuild, keepOthers, makeCandidate } from '#fit/rules/join-build.ts';
import type { Finding, Verdict } from '#fit/rules/verdicts.ts';

export type ReplacementCheck = {
  /** Checks with the same text give the same answers. */
  key: string;
  /** The verdict with the other parts; 'does-not-fit' also for what does not mend the finding. */
  check(facts: FitPart): Verdict;
};

export type Replaced = { kind: FitKind; quantity: number };

/** Undefined when the others have the problem without it. */
export function makeReplacementCheck(
  others: readonly BuildPart[],
  finding: Finding,
  { kind, quantity }: Replaced,
): ReplacementCheck | undefined {
  const { rule, apply } = finding;
  const all = sortBuild(others);
  if (rule === oneOfEach || (!isAboutMissing(apply) && hasProblem(all, finding))) return undefined;
  const joined = sortBuild(keepOthers(others, kind));
  return {
    key: `${rule} ${quantity} ${kind} ${formatDecidingBuild(others)}`,
    check(facts) {
      const candidate = makeCandidate(facts, quantity);
      // most fail here, which costs one rule instead of all
      if (hasProblem(addSubject(all, candidate), finding)) return 'does-not-fit';
      return findCandidateVerdict(joined, candidate) ?? 'fits';
    },
  };
}

/** Whether the rule of a finding still complains. */
export function hasProblem(build: Build, { rule, apply }: Finding): boolean {
  return apply?.(build).some((each) => each.rule === rule && each.verdict === 'does-not-fit') ?? false;
}

/** Of a part too many, no replacement is one less. */
const oneOfEach = 'one-of-each';

/** How many sets of facts may still be checked: what a page costs has an end. */
export type CheckBudget = { left: number };

export type ReplacementSearch<Part> = ReplacementCheck & {
  isOffered(part: Part): boolean;
  budget: CheckBudget;
};

/** Of the first offers that may fit, one that surely does comes first. */
const maxCandidates = 24;

/** `kept`: answers of checks with the same key; parts with the same facts share one object. */
export function chooseReplacement<Part>(
  offers: Iterable<{ part: Part; facts: FitPart | undefined }>,
  { check, isOffered, budget }: ReplacementSearch<Part>,
  kept: Map<FitPart, Verdict>,
): Part | undefined {
  let first: Part | undefined;
  let candidates = 0;
  for (const { part, facts } of offers) {
    if (!facts || !isOffered(part)) continue;
    let verdict = kept.get(facts);
    if (verdict === undefined) {
      if (budget.left <= 0) break;
      budget.left -= 1;
      verdict = check(facts);
      kept.set(facts, verdict);
    }
    if (verdict === 'does-not-fit') continue;
    if (verdict !== 'not-known') return part;
    first ??= part;
    candidates += 1;
    if (candidates === maxCandidates) break;
  }
  return first;
}
