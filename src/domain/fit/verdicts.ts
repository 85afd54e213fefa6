/** What a rule says about parts, and what that says about all of them. */
import type { Build } from '#domain/fit/build.ts';

export const verdicts = ['does-not-fit', 'not-known', 'only-if', 'fits'] as const;
/** The worst comes first; a condition is worth nothing beside what is not known. */
export type Verdict = (typeof verdicts)[number];

/** What it says of parts that are there. */
export type Rule = (build: Build) => Finding[];

export type Finding = {
  rule: string;
  /** The function of the rule, in the verdict about a build. */
  apply?: Rule;
  verdict: Verdict;
  /** The parts that it is about. */
  partIds: readonly string[];
  /** Computed when it is shown: a list filters thousands of parts by the verdict alone. */
  explain: () => string;
};

export function findWorst(findings: readonly { verdict: Verdict }[]): Verdict | undefined {
  return verdicts.find((verdict) => findings.some((finding) => finding.verdict === verdict));
}

/** Findings of one rule, named after it. */
export function makeFinding(
  rule: string,
  verdict: Verdict,
  parts: readonly { id: string }[],
  explain: () => string,
): Finding {
  return { rule, verdict, partIds: parts.map(({ id }) => id), explain };
}
