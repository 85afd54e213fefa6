/** The data that a comparison of parts shows. */
import type { PartDetails } from '#app/pages/part/part-view.ts';
import type { ComparedFact, ComparisonAnswer } from '#catalogue/rules/comparison-answer.ts';
import type { Category } from '#catalogue/rules/parts.ts';

/** `missing`: what stands for a value that is not known. */
export type ComparedRow = ComparedFact & { missing: string; differs: boolean };

export type Comparison = {
  category: Category;
  parts: (PartDetails & {
    pathWithout: string;
  })[];
  /** Undefined: fewer than two parts. */
  answer: ComparisonAnswer | undefined;
  groups: { group: string; rows: ComparedRow[] }[];
  onlyDifferences: boolean;
  togglePath: string;
  omitted: OmittedParts;
  additions: { name: string; to: string }[];
  canonical: string | undefined;
};

export type OmittedParts = {
  unknownCount: number;
  surplusNames: string[];
  isUnreadable: boolean;
};
