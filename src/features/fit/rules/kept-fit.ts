/** What the rules said about the parts of a purchase when it was placed; it is kept with it and never computed again. */
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { showFinding, type Verdict } from '#fit/rules/verdicts.ts';

/** `condition`: of 'only-if'; purchases before version 4 of the rules have it in the sentence alone. */
type KeptFinding = { verdict: Verdict; condition?: string | undefined; sentence: string };

export type KeptFit =
  | {
      verdict: Verdict;
      rulesVersion: number;
      /** The worst first. */
      findings: KeptFinding[];
      /** What no rule can see of these parts. */
      neverChecked: string[];
      /** The facts that the rules used. */
      parts: { part: FitPart; quantity: number }[];
    }
  | { verdict: 'not-checked' };

/** As order and invoice say it: one text for each sentence, the worst first. */
export function listFitSentences(fit: ShownFit): string[] {
  if (fit.verdict === 'not-checked') return ['Whether these parts fit together was not checked.'];
  return [
    ...fit.findings.map((finding) => `${showFinding(finding).label}: ${finding.sentence}`),
    ...(fit.neverChecked.length > 0 ? [`Not checked: ${fit.neverChecked.join('; ')}.`] : []),
  ];
}

/** Without the facts: what people are shown. */
export type ShownFit = {
  verdict: Verdict | 'not-checked';
  rulesVersion: number | null;
  findings: KeptFinding[];
  neverChecked: string[];
};

/** `kept`: as `makeKeptFit` made it, with a purchase. */
export function showKeptFit(kept: object): ShownFit {
  const fit = kept as KeptFit;
  if (fit.verdict === 'not-checked') {
    return { verdict: 'not-checked', rulesVersion: null, findings: [], neverChecked: [] };
  }
  const { parts: _, ...shown } = fit;
  return shown;
}
