/** Columns: the values of one filter for all parts of a category. Loops avoid branches, which are unpredictable. */

import type { BuildPart, FitPart } from '#features/catalogue/rules/facts/facts.ts';
import { readFitPart } from '#features/catalogue/rules/facts/read-fit-part.ts';
import type { Column, Rows, Tally } from '#features/catalogue/rules/index/column.ts';
import { copyTo } from '#features/catalogue/rules/index/column.ts';
import type {
  ChoiceFilter,
  Filter,
  FlagFilter,
  RangeFilter,
} from '#features/catalogue/rules/lists/filter-kinds.ts';
import type { FilterChoice } from '#features/catalogue/rules/lists/list-queries.ts';
import { formatDecidingBuild, formatDecidingFacts, makeJoinCheck } from '#features/fit/rules/join-build.ts';

export function makeColumn(filter: Filter): Column {
  if (filter.kind === 'build') return makeFitColumn();
  if (filter.kind === 'choice') return makeChoiceColumn(filter);
  return filter.kind === 'range' ? makeRangeColumn(filter) : makeFlagColumn(filter);
}

export function addTallies(one: Tally, other: Tally): Tally {
  if (one.kind === 'choice' && other.kind === 'choice') {
    const counts = new Map(one.counts);
    for (const [value, count] of other.counts) counts.set(value, (counts.get(value) ?? 0) + count);
    return { kind: 'choice', counts };
  }
  if (one.kind === 'range' && other.kind === 'range') {
    const known = (value: number | undefined) => value !== undefined;
    const min = Math.min(...[one.min, other.min].filter(known));
    const max = Math.max(...[one.max, other.max].filter(known));
    return min <= max ? { kind: 'range', min, max } : one;
  }
  if (one.kind === 'flag' && other.kind === 'flag') return { kind: 'flag', count: one.count + other.count };
  throw new Error('These are tallies of different filters');
}

/** Stores the number of each part's set of values; 'black' and 'black and silver' are two sets. */
function makeChoiceColumn(filter: ChoiceFilter): Column {
  const sets: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  let column = new Uint32Array(initialSize);

  function getSetNumber(values: readonly string[]): number {
    const name = values.join('\0');
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, sets.length);
    return sets.push(values) - 1;
  }

  return {
    write(row, part) {
      if (row >= column.length) column = copyTo(new Uint32Array(row * 2), column);
      column[row] = getSetNumber(filter.getValues(part));
    },
    move(from, to) {
      column[to] = column[from] as number;
    },
    applyFilter(choice, masks, bit) {
      const chosen = new Set(choice.kind === 'choice' ? choice.values : []);
      const bits = Int32Array.from(sets, (set) => (set.some((value) => chosen.has(value)) ? 0 : bit));
      const values = column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (bits[values[row] as number] as number);
      }
    },
    tally(rows) {
      const setCounts = new Uint32Array(sets.length);
      const values = column;
      for (let index = 0; index < rows.length; index += 1) {
        const set = values[rows[index] as number] as number;
        setCounts[set] = (setCounts[set] as number) + 1;
      }
      const counts = new Map<string, number>();
      setCounts.forEach((count, set) => {
        if (count > 0) {
          for (const value of sets[set] ?? []) counts.set(value, (counts.get(value) ?? 0) + count);
        }
      });
      return { kind: 'choice', counts };
    },
  };
}

function makeRangeColumn(filter: RangeFilter): Column {
  let column = new Float64Array(initialSize); // NaN: no value
  return {
    write(row, part) {
      if (row >= column.length) column = copyTo(new Float64Array(row * 2), column);
      column[row] = filter.getValue(part) ?? Number.NaN;
    },
    move(from, to) {
      column[to] = column[from] as number;
    },
    applyFilter(choice, masks, bit) {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
        choice.kind === 'range' ? choice : {};
      const values = column;
      for (let row = 0; row < masks.length; row += 1) {
        const value = values[row] as number;
        const passes = Number(value >= min) & Number(value <= max); // NaN does not pass
        masks[row] = (masks[row] as number) | (bit & (passes - 1));
      }
    },
    tally(rows) {
      const values = column;
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (let index = 0; index < rows.length; index += 1) {
        const value = values[rows[index] as number] as number;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      return min <= max ? { kind: 'range', min, max } : { kind: 'range', min: undefined, max: undefined };
    },
  };
}

function makeFlagColumn(filter: FlagFilter): Column {
  let column = new Uint8Array(initialSize);
  return {
    write(row, part) {
      if (row >= column.length) column = copyTo(new Uint8Array(row * 2), column);
      column[row] = filter.isTrueFor(part) ? 1 : 0;
    },
    move(from, to) {
      column[to] = column[from] as number;
    },
    applyFilter(_, masks, bit) {
      const values = column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (bit & ((values[row] as number) - 1));
      }
    },
    tally(rows) {
      const values = column;
      let count = 0;
      for (let index = 0; index < rows.length; index += 1) {
        count += values[rows[index] as number] as number;
      }
      return { kind: 'flag', count };
    },
  };
}

const initialSize = 16;

/** One byte for each set of facts, and build. */
const maxKeptBuilds = 32;

/** Stores the number of each part's set of facts: many parts share one, and the rules are slow. */
function makeFitColumn(): Column {
  const sets: (FitPart | undefined)[] = [];
  const numbers = new Map<string, number>();
  const check = makeSetCheck(sets);
  let column = new Uint32Array(16);

  function getSetNumber(part: FitPart | undefined): number {
    const name = part ? formatDecidingFacts(part) : '';
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, sets.length);
    return sets.push(part) - 1;
  }

  return {
    write(row, part) {
      if (row >= column.length) column = copyTo(new Uint32Array(row * 2), column);
      column[row] = getSetNumber(readFitPart(part));
    },
    readFacts: (row) => sets[column[row] as number],
    move(from, to) {
      column[to] = column[from] as number;
    },
    settle(choice, maxValues) {
      const parts = readParts(choice);
      return parts ? sets.length - check(parts, maxValues).count : 0;
    },
    applyFilter(choice, masks, bit) {
      const parts = readParts(choice);
      if (!parts) return;
      const { fits } = check(parts);
      const values = column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (fits[values[row] as number] === 1 ? 0 : bit);
      }
    },
    tally(rows: Rows, choice) {
      const parts = readParts(choice);
      if (!parts) return undefined;
      const { fits } = check(parts);
      const values = column;
      let count = 0;
      for (let index = 0; index < rows.length; index += 1) {
        count += fits[values[rows[index] as number] as number] as number;
      }
      return { kind: 'flag', count };
    },
  };
}

/** Checks at most `maxSets` of the sets that are new since the last time. */
type SetCheck = (parts: readonly BuildPart[], maxSets?: number) => Answers;

function makeSetCheck(sets: readonly (FitPart | undefined)[]): SetCheck {
  /** By the facts of the build; the latest used is the last. */
  const kept = new Map<string, Answers>();
  return (parts, maxSets = Number.POSITIVE_INFINITY) => {
    const key = formatDecidingBuild(parts);
    const answers = kept.get(key) ?? { fits: new Uint8Array(16), count: 0, canJoin: makeJoinCheck(parts) };
    kept.delete(key);
    kept.set(key, answers);
    const [oldest] = kept.keys();
    if (kept.size > maxKeptBuilds && oldest !== undefined) kept.delete(oldest);
    if (answers.fits.length < sets.length)
      answers.fits = copyTo(new Uint8Array(sets.length * 2), answers.fits);
    const end = Math.min(sets.length, answers.count + maxSets);
    for (; answers.count < end; answers.count += 1)
      answers.fits[answers.count] = Number(answers.canJoin(sets[answers.count]));
    return answers;
  };
}

/** By set, of the first `count`: 1 when it fits. */
type Answers = {
  fits: Uint8Array<ArrayBuffer>;
  count: number;
  canJoin: ReturnType<typeof makeJoinCheck>;
};

function readParts(choice: FilterChoice | undefined): readonly BuildPart[] | undefined {
  return choice?.kind === 'build' ? (choice.parts ?? []) : undefined;
}
