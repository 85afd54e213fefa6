/** Masks of failed conditions: one for each row, with a bit for each condition. Loops avoid branches. */
import type { Column, Rows } from '#catalogue/rules/index/column.ts';
import type { MatchedRows } from '#catalogue/rules/index/indexed-part.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';

export const maxConditions = 32;

export type Scratch = ReturnType<typeof makeScratch>;

/** Reused memory for one calculation at a time. */
export function makeScratch() {
  const masks = keepLargest((length) => new Int32Array(length));
  return {
    masks: (length: number) => masks(length).fill(0),
    scores: keepLargest((length) => new Uint32Array(length)),
    groups: keepLargest((length) => new Uint32Array(length)),
    places: keepLargest((length) => new Float64Array(length)),
    /** The rows from 0 on. */
    allRows: keepLargest((length) => new Uint32Array(length * 2).map((_, row) => row)),
  };
}

type TypedValues<Values> = { length: number; subarray(begin: number, end: number): Values };

/** What is asked for is a part of the greatest so far. */
function keepLargest<Values extends TypedValues<Values>>(make: (length: number) => Values) {
  let largest = make(0);
  return (length: number): Values => {
    if (largest.length < length) largest = make(length);
    return largest.subarray(0, length);
  };
}

export type IndexQuery = Pick<ListQuery, 'category' | 'q' | 'choices'>;

/** `conditions`: keys of filters, 'q' for the search. `masks`: one per row, valid until scratch is reused. */
export type ConditionMasks = { conditions: readonly string[]; masks: Int32Array };

export function computeMasks(
  { q, choices }: IndexQuery,
  matches: MatchedRows | undefined,
  {
    columns,
    rowCount,
    scratch,
  }: { columns: ReadonlyMap<string, Column>; rowCount: number; scratch: Scratch },
): ConditionMasks {
  const masks = scratch.masks(rowCount);
  const conditions: string[] = [];
  if (q !== '') {
    masks.fill(1);
    for (const row of matches?.rows ?? noRows) masks[row] = 0;
    conditions.push('q');
  }
  for (const [key, choice] of choices) {
    const column = columns.get(key);
    if (column) column.applyFilter(choice, masks, 1 << (conditions.push(key) - 1));
  }
  return { conditions, masks };
}

/** Valid until scratch is reused. */
export type SplitRows = { passing: Rows; nearMisses: Map<string, Rows> };

export function splitRows({ conditions, masks }: ConditionMasks, scratch: Scratch): SplitRows {
  const wantedMasks = [0, ...conditions.map((_, condition) => 1 << condition)];
  const [passing = noRows, ...others] =
    conditions.length <= 4
      ? groupByMask(masks, wantedMasks, scratch)
      : wantedMasks.map((mask) => findRows(masks, mask));
  return {
    passing,
    nearMisses: new Map(conditions.map((key, condition) => [key, others[condition] ?? noRows])),
  };
}

export function countRows(masks: Int32Array, mask: number): number {
  let others = 0;
  for (let row = 0; row < masks.length; row += 1) others += differs(masks[row] as number, mask);
  return masks.length - others;
}

/** 1 or 0, by arithmetic: V8 makes a branch of a comparison. */
function differs(one: number, other: number): number {
  const bits = one ^ other;
  return (bits | -bits) >>> 31;
}

export const noRows: Rows = new Uint32Array();

/** Counts the rows first, so that the loop does not branch. */
function findRows(masks: Int32Array, mask: number): Rows {
  const rows = new Uint32Array(countRows(masks, mask));
  let length = 0;
  for (let row = 0; length < rows.length; row += 1) {
    rows[length] = row;
    length += 1 - differs(masks[row] as number, mask);
  }
  return rows;
}

function groupByMask(masks: Int32Array, wantedMasks: readonly number[], scratch: Scratch): Rows[] {
  const { length: size } = masks;
  const count = 1 << (wantedMasks.length - 1);
  const groups = scratch.groups(count * size);
  const ends = Uint32Array.from({ length: count }, (_, mask) => mask * size);
  for (let row = 0; row < size; row += 1) {
    const mask = masks[row] as number;
    const end = ends[mask] as number;
    groups[end] = row;
    ends[mask] = end + 1;
  }
  return wantedMasks.map((mask) => groups.subarray(mask * size, ends[mask]));
}
