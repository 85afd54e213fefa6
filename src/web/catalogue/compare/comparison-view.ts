/** What a comparison of parts shows, and what of its address it does not. */
import type { Category } from '#domain/catalogue/parts.ts';
import type { PartDetails } from '#web/catalogue/part/part-view.ts';

/** One line: what each part says, in the order of the parts; undefined where it does not say. */
export type ComparedRow = { label: string; values: (string | undefined)[]; differs: boolean };

export type Comparison = {
  category: Category;
  parts: (PartDetails & {
    /** The path of the same comparison without this part. */
    without: string;
  })[];
  groups: { group: string; rows: ComparedRow[] }[];
  /** Whether only lines are shown in which the parts differ, and the path that shows the others, too, or not. */
  onlyDifferences: boolean;
  toggled: string;
  leftOut: OmittedParts;
  /** What could be added: near the first one, with the paths of the comparison that has it, too. */
  additions: { name: string; to: string }[];
  canonical: string | undefined;
};

/** What of the address is not there. */
export type OmittedParts = {
  /** How many are named that there are no more, or never were. */
  unknownCount: number;
  /** The names of those that do not fit beside the first four. */
  surplus: string[];
  /** True when something is named that cannot be a part. */
  isUnreadable: boolean;
};
