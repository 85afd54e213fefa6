/** A column of a category index: the values of one filter for all parts of the category. */
import type { Category } from '#catalogue/rules/categories.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { SavedState } from '#catalogue/rules/index/states.ts';
import type { FilteredPart } from '#catalogue/rules/lists/filter-kinds.ts';
import type { FilterChoice } from '#catalogue/rules/lists/list-queries.ts';

export type Column = SavedState & {
  write(row: number, part: ColumnPart): void;
  move(from: number, to: number): void;
  applyFilter(choice: FilterChoice, masks: Int32Array, bit: number): void;
  /** Computes at most `maxValues` values that this choice needs, and returns how many are left; `applyFilter` computes the rest. */
  settle?(choice: FilterChoice, maxValues: number): number;
  /** What decides whether the part fits others; parts with the same facts share one object. */
  readFacts?(row: number): FitPart | undefined;
  /** Undefined: there is nothing to count before something is chosen. */
  tally(rows: Rows, choice: FilterChoice | undefined): Tally | undefined;
};

/** The column of the filter that takes a build: the rules are those of a feature above. */
export type MakeBuildColumn = () => Column;

export type ColumnPart = FilteredPart & { id: string; name: string; category: Category };

export type Rows = Uint32Array;

/** Parts by value, minimum and maximum (and parts by value where parts share them), or parts for which the flag is true. */
export type Tally =
  | { kind: 'choice'; counts: Map<string, number> }
  | { kind: 'range'; min: number | undefined; max: number | undefined; counts?: Map<string, number> }
  | { kind: 'flag'; count: number };
