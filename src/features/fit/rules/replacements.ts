/** Looks for a part that mends what does not fit, among parts that come from the cheapest. */
import type { BuildPart, FitKind, FitPart } from '#catalogue/rules/facts/facts.ts';
import { getNumber, type SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { addSubject, type Build, sortBuild } from '#fit/rules/build.ts';
import { findAboutCandidate, oneOfEachRule } from '#fit/rules/check-build.ts';
import { formatDecidingBuild, keepOthers, makeCandidate } from '#fit/rules/join-build.ts';
import { findAdapter } from '#fit/rules/rules/drives.ts';
import { type Finding, findWorst, type Verdict } from '#fit/rules/verdicts.ts';

export type ReplacementCheck = {
  /** Checks with the same text give the same answers. */
  key: string;
  /** The verdict with the other parts; 'does-not-fit' also for what does not mend the finding. */
  check(facts: FitPart): Verdict;
};

/** Undefined when the others have the problem without it. */
export function makeReplacementCheck(
  others: readonly BuildPart[],
  finding: Finding,
  { kind, quantity }: { kind: FitKind; quantity: number },
): ReplacementCheck | undefined {
  const { rule } = finding;
  const all = sortBuild(others);
  // of a part too many, no replacement is one less
  if (rule === oneOfEachRule || hasProblem(all, finding)) return undefined;
  const joined = sortBuild(keepOthers(others, kind));
  return {
    key: `${rule} ${quantity} ${kind} ${formatDecidingBuild(others)}`,
    check(facts) {
      const candidate = makeCandidate(facts, quantity);
      // most fail here, which costs one rule instead of all
      if (hasProblem(addSubject(all, candidate), finding)) return 'does-not-fit';
      return judgeAdvice(findAboutCandidate(joined, candidate), facts);
    },
  };
}

/** Of what is missing: one more part of its kind. */
export function makeAdditionCheck(parts: readonly BuildPart[], kind: FitKind): ReplacementCheck {
  const others = sortBuild(parts);
  return {
    key: `add ${kind} ${formatDecidingBuild(parts)}`,
    check: (facts) => judgeAdvice(findAboutCandidate(others, makeCandidate(facts)), facts),
  };
}

/**
 * Nobody is advised to buy a power supply with less than the rule's own number, or the chip's maker's, nor a drive that
 * needs an adapter.
 */
function judgeAdvice(findings: readonly Finding[], facts: FitPart): Verdict {
  if (facts.kind === 'Drive' && findAdapter(facts)) return 'does-not-fit';
  const ofPower = findings.filter(({ rule }) => numbersOfPower.includes(rule));
  if (lightKinds.includes(facts.kind))
    return findWorst(findings.filter((each) => !ofPower.includes(each))) ?? 'fits';
  return ofPower.some(({ verdict }) => verdict !== 'fits') ? 'does-not-fit' : (findWorst(findings) ?? 'fits');
}

/** They are not the reason why a power supply is too weak, which has a finding of its own. */
const lightKinds: readonly FitKind[] = ['Cooler', 'Motherboard', 'Memory', 'Drive'];

const numbersOfPower = ['power-watts', 'power-recommended'];

/** What a replacement has no less of, and what it has in common. */
const keptFacts: Readonly<Record<FitKind, { atLeast?: string; same?: string }>> = {
  Processor: { atLeast: 'cores' },
  Cooler: { same: 'cooling' },
  Motherboard: { atLeast: 'memorySlots' },
  Memory: { atLeast: 'capacityGb' },
  GraphicsCard: { atLeast: 'memoryGb', same: 'chipset' },
  Drive: { atLeast: 'capacityGb' },
  Case: {},
  PowerSupply: { atLeast: 'watts' },
};

/** Whether a part has the capacity and the class of the one that it replaces. */
export function keepsClass(
  kind: FitKind,
  replaced: SpecificationValues,
  offered: SpecificationValues,
): boolean {
  const { same } = keptFacts[kind];
  const isSame = !same || !replaced[same] || offered[same] === replaced[same];
  return isSame && keepsCapacity(kind, replaced, offered);
}

export function keepsCapacity(
  kind: FitKind,
  replaced: SpecificationValues,
  offered: SpecificationValues,
): boolean {
  const { atLeast } = keptFacts[kind];
  const measure = (specs: SpecificationValues) => (atLeast && getNumber(specs, atLeast)) || 0;
  return measure(offered) >= measure(replaced);
}

/** Whether the rule of a finding still complains. */
export function hasProblem(build: Build, { rule, apply }: Finding): boolean {
  return apply?.(build).some((each) => each.rule === rule && each.verdict === 'does-not-fit') ?? false;
}

/** How many sets of facts may still be checked: what a page costs has an end. */
export type CheckBudget = { left: number };

export type ReplacementSearch<Offer> = ReplacementCheck & {
  isOffered(offer: Offer): boolean;
  budget: CheckBudget;
};

/** Of the first offers that may fit, one that surely does comes first, and then one that does under a condition. */
const maxCandidates = 24;

/** `kept`: answers of checks with the same key; parts with the same facts share one object. */
export function chooseReplacement<Part, Offer extends { facts: FitPart | undefined; read(): Part }>(
  offers: Iterable<Offer>,
  { check, isOffered, budget }: ReplacementSearch<Offer>,
  kept: Map<FitPart, Verdict>,
): Part | undefined {
  let best: { offer: Offer; verdict: Verdict } | undefined;
  let candidates = 0;
  for (const offer of offers) {
    const { facts } = offer;
    if (!facts || !isOffered(offer)) continue;
    let verdict = kept.get(facts);
    if (verdict === undefined) {
      if (budget.left <= 0) break;
      budget.left -= 1;
      verdict = check(facts);
      kept.set(facts, verdict);
    }
    if (verdict === 'does-not-fit') continue;
    if (verdict === 'fits') return offer.read();
    if (!best || (best.verdict === 'not-known' && verdict === 'only-if')) best = { offer, verdict };
    candidates += 1;
    if (candidates === maxCandidates) break;
  }
  return best?.offer.read();
}
