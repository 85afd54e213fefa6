/** What a rule says about parts, and what that says about all of them. */
import type { Build } from '#fit/rules/build.ts';

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

/** Makes the findings of a rule about the same parts. */
export function concludeAbout(rule: string, parts: readonly { id: string }[]): Conclude {
  return (verdict, explain) => makeFinding(rule, verdict, parts, explain);
}

export type Conclude = (verdict: Verdict, explain: () => string) => Finding;

/** 'ATX, Micro ATX and Mini ITX'. */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Explains that nobody knows a fact of a part. */
export const missing = (part: { name: string }, fact: string) => () =>
  `Not known: ${fact} of the ${part.name}.`;

/** What people read for a verdict. */
export const verdictLabels: Record<Verdict, string> = {
  'does-not-fit': 'Does not fit',
  'not-known': 'Not known',
  'only-if': 'Only if',
  fits: 'Fits',
};
