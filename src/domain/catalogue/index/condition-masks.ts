/**
 * Which conditions of a question the parts of a category index fail: a mask for each row, with a bit for each condition.
 * Loops over rows do not branch, because a processor cannot foresee which part passes.
 */
import type { Column, Rows } from '#domain/catalogue/index/columns.ts';
import type { FoundRows } from '#domain/catalogue/index/indexed-part.ts';
import type { ListQuery } from '#domain/catalogue/lists/list-queries.ts';

/** Bits of a mask: a search is one condition, each filter another. */
export const maxConditions = 32;

/** Memory for one calculation at a time, so that none of them allocates its own. */
export type Scratch = {
  /** So many zeros. */
  masks(length: number): Int32Array;
  /** At least so many numbers, whatever they are. */
  fits(length: number): Uint32Array;
  groups(length: number): Uint32Array;
};

export function makeScratch(): Scratch {
  let masks = new Int32Array(0);
  let fits = new Uint32Array(0);
  let groups = new Uint32Array(0);
  return {
    masks(length) {
      if (masks.length < length) masks = new Int32Array(length);
      return masks.subarray(0, length).fill(0);
    },
    fits(length) {
      if (fits.length < length) fits = new Uint32Array(length);
      return fits;
    },
    groups(length) {
      if (groups.length < length) groups = new Uint32Array(length);
      return groups;
    },
  };
}

/** What an index needs to know of a question. */
export type IndexQuery = Pick<ListQuery, 'category' | 'q' | 'chosen'>;

/** The conditions of a question by their keys, 'q' for the search; the mask of each row, until scratch is used again. */
export type ConditionMasks = { conditions: readonly string[]; masks: Int32Array };

/** Sets the bits of the conditions that each of the first `rowCount` rows fails. */
export function computeMasks(
  { q, chosen }: IndexQuery,
  found: FoundRows | undefined,
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
    for (const row of found?.rows ?? noRows) masks[row] = 0;
    conditions.push('q');
  }
  for (const [key, choice] of chosen) {
    const column = columns.get(key);
    if (column) column.applyFilter(choice, masks, 1 << (conditions.push(key) - 1));
  }
  return { conditions, masks };
}

/** The rows that pass all conditions, and for each condition those that fail it alone. */
export type SplitRows = { passing: Rows; nearMisses: Map<string, Rows> };

export function splitRows({ conditions, masks }: ConditionMasks, scratch: Scratch): SplitRows {
  const wanted = [0, ...conditions.map((_, condition) => 1 << condition)];
  const [passing = noRows, ...others] =
    conditions.length <= 4
      ? groupByMask(masks, wanted, scratch)
      : wanted.map((mask) => findRows(masks, mask));
  return {
    passing,
    nearMisses: new Map(conditions.map((key, condition) => [key, others[condition] ?? noRows])),
  };
}

export function countRows(masks: Int32Array, mask: number): number {
  let count = 0;
  for (let row = 0; row < masks.length; row += 1) count += Number(masks[row] === mask);
  return count;
}

export const noRows: Rows = new Uint32Array();

/** The rows with exactly this mask. They are counted first, so that the loop has nothing to decide. */
function findRows(masks: Int32Array, mask: number): Rows {
  const found = new Uint32Array(countRows(masks, mask));
  let length = 0;
  for (let row = 0; length < found.length; row += 1) {
    found[length] = row;
    length += Number(masks[row] === mask);
  }
  return found;
}

/** The same for each of some masks of few bits, in one pass: each row goes into the group of its mask. */
function groupByMask(masks: Int32Array, wanted: readonly number[], scratch: Scratch): Rows[] {
  const { length: size } = masks;
  const count = 1 << (wanted.length - 1);
  const groups = scratch.groups(count * size);
  const ends = Uint32Array.from({ length: count }, (_, mask) => mask * size);
  for (let row = 0; row < size; row += 1) {
    const mask = masks[row] as number;
    const end = ends[mask] as number;
    groups[end] = row;
    ends[mask] = end + 1;
  }
  return wanted.map((mask) => groups.slice(mask * size, ends[mask]));
}
