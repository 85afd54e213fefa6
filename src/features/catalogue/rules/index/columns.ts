/** Columns: the values of one filter for all parts of a category. Loops avoid branches, which are unpredictable. */
import type { Column, ColumnPart, Tally } from '#catalogue/rules/index/column.ts';
import { keepState, type Numbers, noNumbers, writeNumber } from '#catalogue/rules/index/states.ts';
import type {
  BuildFilter,
  ChoiceFilter,
  Filter,
  FilteredPart,
  FlagFilter,
  RangeFilter,
} from '#catalogue/rules/lists/filter-kinds.ts';
import type { FilterChoice } from '#catalogue/rules/lists/list-queries.ts';

export function makeColumn(filter: Exclude<Filter, BuildFilter>): Column {
  if (filter.kind === 'choice') return makeChoiceColumn(filter);
  if (filter.kind === 'flag') return makeFlagColumn(filter);
  return filter.formatUsual ? makeUsualValuesColumn(filter) : makeRangeColumn(filter);
}

export function addTallies(one: Tally, other: Tally): Tally {
  if (one.kind === 'choice' && other.kind === 'choice') {
    return { kind: 'choice', counts: addCounts(one.counts, other.counts) };
  }
  if (one.kind === 'range' && other.kind === 'range') {
    const known = (value: number | undefined) => value !== undefined;
    const min = Math.min(...[one.min, other.min].filter(known));
    const max = Math.max(...[one.max, other.max].filter(known));
    if (min > max) return one;
    const counts = one.counts && other.counts && addCounts(one.counts, other.counts);
    return { kind: 'range', min, max, ...(counts ? { counts } : {}) };
  }
  if (one.kind === 'flag' && other.kind === 'flag') return { kind: 'flag', count: one.count + other.count };
  throw new Error('These are tallies of different filters');
}

function addCounts(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) {
  const counts = new Map(one);
  for (const [value, count] of other) counts.set(value, (counts.get(value) ?? 0) + count);
  return counts;
}

function makeChoiceColumn(filter: ChoiceFilter): Column {
  return makeSetColumn({
    getValues: (part) => filter.getValues(part),
    makeTest(choice) {
      const chosen = new Set(choice.kind === 'choice' ? choice.values : []);
      return (value) => chosen.has(value);
    },
    makeTally: (counts) => ({ kind: 'choice', counts }),
  });
}

/** A range whose values parts share: there are few of them, so that they can be counted. */
function makeUsualValuesColumn(filter: RangeFilter): Column {
  return makeSetColumn({
    getValues(part) {
      const value = filter.getValue(part);
      return value === undefined ? [] : [String(value)];
    },
    makeTest(choice) {
      const { min, max, values } = readRange(choice);
      return (value) =>
        Number(value) >= min && Number(value) <= max && (values === undefined || values.includes(value));
    },
    makeTally(counts) {
      const numbers = [...counts.keys()].map(Number);
      const [min, max] = numbers.length > 0 ? [Math.min(...numbers), Math.max(...numbers)] : [];
      return { kind: 'range', min, max, counts };
    },
  });
}

type SetColumn = {
  getValues(part: FilteredPart): readonly string[];
  makeTest(choice: FilterChoice): (value: string) => boolean;
  makeTally(counts: Map<string, number>): Tally;
};

/** What every column does with the number of each part. */
export function keepColumn<State extends { column: Numbers }>(
  state: State,
  readNumber: (part: ColumnPart) => number,
): Pick<Column, 'save' | 'restore' | 'write' | 'move'> {
  return {
    ...keepState(state),
    write(row, part) {
      state.column = writeNumber(state.column, row, readNumber(part));
    },
    move(from, to) {
      state.column[to] = state.column[from] as number;
    },
  };
}

/** Stores the number of each part's set of values; 'black' and 'black and silver' are two sets. */
function makeSetColumn({ getValues, makeTest, makeTally }: SetColumn): Column {
  const state = {
    sets: [] as (readonly string[])[],
    numbers: new Map<string, number>(),
    column: noNumbers,
  };

  function getSetNumber(values: readonly string[]): number {
    const name = values.join('\0');
    const known = state.numbers.get(name);
    if (known !== undefined) return known;
    state.numbers.set(name, state.sets.length);
    return state.sets.push(values) - 1;
  }

  return {
    ...keepColumn(state, (part) => getSetNumber(getValues(part))),
    applyFilter(choice, masks, bit) {
      const passes = makeTest(choice);
      const bits = Int32Array.from(state.sets, (set) => (set.some(passes) ? 0 : bit));
      const values = state.column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (bits[values[row] as number] as number);
      }
    },
    tally(rows) {
      const setCounts = new Uint32Array(state.sets.length);
      const values = state.column;
      for (let index = 0; index < rows.length; index += 1) {
        const set = values[rows[index] as number] as number;
        setCounts[set] = (setCounts[set] as number) + 1;
      }
      const counts = new Map<string, number>();
      setCounts.forEach((count, set) => {
        if (count > 0) {
          for (const value of state.sets[set] ?? []) counts.set(value, (counts.get(value) ?? 0) + count);
        }
      });
      return makeTally(counts);
    },
  };
}

/** `fractions`: of the values by row; 0: no value. */
export type RangeColumn = Column & { fractions(): Numbers };

export function makeRangeColumn({ getValue, fractions }: RangeFilter & { fractions: number }): RangeColumn {
  const state: { column: Numbers } = { column: new Uint32Array() };
  return {
    ...keepColumn(state, (part) => Math.round((getValue(part) ?? 0) * fractions)),
    fractions: () => state.column,
    applyFilter(choice, masks, bit) {
      const [least, greatest] = findLimits(choice, fractions);
      const values = state.column;
      for (let row = 0; row < masks.length; row += 1) {
        const value = values[row] as number;
        // a difference below zero has all bits
        masks[row] = (masks[row] as number) | (bit & (((value - least) | (greatest - value)) >> 31));
      }
    },
    tally(rows) {
      const values = state.column;
      let min = 0xffff_ffff; // less 1, so that no value is the greatest
      let max = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const value = values[rows[index] as number] as number;
        if ((value - 1) >>> 0 < min) min = value - 1;
        if (value > max) max = value;
      }
      return max > 0
        ? { kind: 'range', min: (min + 1) / fractions, max: max / fractions }
        : { kind: 'range', min: undefined, max: undefined };
    },
  };
}

function makeFlagColumn(filter: FlagFilter): Column {
  const state = { column: noNumbers };
  return {
    ...keepColumn(state, (part) => Number(filter.isTrueFor(part))),
    applyFilter(_, masks, bit) {
      const values = state.column;
      for (let row = 0; row < masks.length; row += 1) {
        masks[row] = (masks[row] as number) | (bit & ((values[row] as number) - 1));
      }
    },
    tally(rows) {
      const values = state.column;
      let count = 0;
      for (let index = 0; index < rows.length; index += 1) {
        count += values[rows[index] as number] as number;
      }
      return { kind: 'flag', count };
    },
  };
}

/** The least and the greatest number of fractions within the range; the product may be rounded past a whole number. */
function findLimits(choice: FilterChoice, fractions: number): [least: number, greatest: number] {
  const { min, max } = readRange(choice);
  const [from, to] = [Math.floor(min * fractions), Math.ceil(max * fractions)];
  const least = Math.max(from / fractions < min ? from + 1 : from, 1); // no value does not pass
  const greatest = to / fractions > max ? to - 1 : to;
  return [Math.min(least, maxFractions), Math.min(greatest, maxFractions)];
}

/** So that a difference of two has a sign. */
const maxFractions = 0x7fff_ffff;

function readRange(choice: FilterChoice) {
  const { min, max, values } = choice.kind === 'range' ? choice : { min: undefined, max: undefined };
  return { min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY, values };
}
