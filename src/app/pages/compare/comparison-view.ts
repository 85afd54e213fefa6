/** The data that a comparison of parts shows. */

import type { PartDetails } from '#app/pages/part/part-view.ts';
import type { Category } from '#catalogue/rules/parts.ts';

export type ComparedRow = { label: string; values: (string | undefined)[]; differs: boolean };

export type Comparison = {
  category: Category;
  parts: (PartDetails & {
    pathWithout: string;
  })[];
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
