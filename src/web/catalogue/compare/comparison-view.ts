/** The data that a comparison of parts shows. */
import type { Category } from '#domain/catalogue/parts.ts';
import type { PartDetails } from '#web/catalogue/part/part-view.ts';

/** `values` are in the order of the parts; undefined where a part states none. */
export type ComparedRow = { label: string; values: (string | undefined)[]; differs: boolean };

export type Comparison = {
  category: Category;
  parts: (PartDetails & {
    pathWithout: string;
  })[];
  groups: { group: string; rows: ComparedRow[] }[];
  onlyDifferences: boolean;
  /** The comparison with `onlyDifferences` the other way round. */
  togglePath: string;
  omitted: OmittedParts;
  /** Parts similar to the first; `to` is the comparison with that part added. */
  additions: { name: string; to: string }[];
  canonical: string | undefined;
};

/** What the address names and the page does not show. */
export type OmittedParts = {
  /** Slugs without a part on sale in this category. */
  unknownCount: number;
  /** The names of the parts after the first four. */
  surplusNames: string[];
  /** True when a parameter cannot be a slug. */
  isUnreadable: boolean;
};
