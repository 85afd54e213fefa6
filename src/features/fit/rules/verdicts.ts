/** What a rule says about parts, and what that says about all of them. */
import type { FitKind } from '#catalogue/rules/facts/facts.ts';
import type { Build } from '#fit/rules/build.ts';
import { countWords } from '#kernel/words.ts';

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
  /** Of 'only-if': what stands behind “Fits if”. */
  condition?: string | undefined;
  /** The kind of part that is missing, and with which it fits. */
  lacks?: FitKind;
  /** The parts that it is about. */
  partIds: readonly string[];
  /** Computed when it is shown: a list filters thousands of parts by the verdict alone. */
  explain: () => string;
};

export function findWorst(findings: readonly { verdict: Verdict }[]): Verdict | undefined {
  return verdicts.find((verdict) => findings.some((finding) => finding.verdict === verdict));
}

/** A condition is what stands behind “Fits if”: 'its firmware is new enough'. */
export type Conclusion = Exclude<Verdict, 'only-if'> | { onlyIf: string };

/** Findings of one rule, named after it. */
export function makeFinding(
  rule: string,
  conclusion: Conclusion,
  parts: readonly { id: string }[],
  explain: () => string,
): Finding {
  const partIds = parts.map(({ id }) => id);
  return typeof conclusion === 'string'
    ? { rule, verdict: conclusion, partIds, explain }
    : { rule, verdict: 'only-if', condition: conclusion.onlyIf, partIds, explain };
}

/** Makes the findings of a rule about the same parts. */
export function concludeAbout(rule: string, parts: readonly { id: string }[]): Conclude {
  return (conclusion, explain) => makeFinding(rule, conclusion, parts, explain);
}

export type Conclude = (conclusion: Conclusion, explain: () => string) => Finding;

/** 'ATX, Micro ATX and Mini ITX'. */
export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Explains that nobody knows a fact of a part. */
export const missing = (part: { name: string }, fact: string) => () =>
  `Not known: ${fact} of the ${part.name}.`;

/** What people read for a verdict, where it stands alone. */
export type ShownVerdict = { verdict: Verdict; label: string };

type Concluded = Pick<Finding, 'verdict' | 'condition'>;

/** A condition is part of its label. */
export const showFinding = (finding: Concluded): ShownVerdict => ({
  verdict: finding.verdict,
  label: labelVerdict(finding.verdict, [finding]),
});

/** The worst of the findings. */
export function showVerdict(findings: readonly Concluded[]): ShownVerdict | undefined {
  const verdict = findWorst(findings);
  return verdict && { verdict, label: labelVerdict(verdict, findings) };
}

/** What its worst findings say, each once. */
export function explainVerdict(findings: readonly Finding[]): string[] {
  const worst = findWorst(findings);
  return [...new Set(findings.flatMap((each) => (each.verdict === worst ? each.explain() : [])))];
}

function labelVerdict(verdict: Verdict, findings: readonly Concluded[]): string {
  const [first, ...others] = new Set(findings.flatMap(({ condition }) => condition ?? []));
  // purchases of earlier releases have kept none
  if (verdict !== 'only-if' || !first) return verdictLabels[verdict];
  const more = others.length > 0 ? `, and ${countWords(others.length, 'more condition')}` : '';
  return `Fits if ${first}${more}`;
}

const verdictLabels: Record<Verdict, string> = {
  'does-not-fit': 'Does not fit',
  'not-known': 'Not known',
  'only-if': 'Fits under a condition',
  fits: 'Fits',
};
