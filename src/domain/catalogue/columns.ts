/** The values of all parts of a category for one filter, so that many parts are counted at once. */
import type {
  ChoiceFilter,
  Filter,
  FilteredPart,
  FlagFilter,
  RangeFilter,
} from '#domain/catalogue/filters.ts';
import type { Chosen } from '#domain/catalogue/questions.ts';

export type Column = {
  filter: Filter;
  /** Writes the value of the part at a place, which may be the one after the last. */
  write(place: number, part: FilteredPart): void;
  /** Moves the last value to a place, where another one was, and is one shorter. */
  fill(place: number): void;
  /** For a choice, what tells whether the part at a place passes. */
  test(choice: Chosen): (place: number) => boolean;
  /** Adds up the parts at those places that count. */
  count(counts: (place: number) => boolean): Tally;
};

/** What was counted: parts by value, the least and the greatest number, or parts of which it is true. */
export type Tally =
  | { kind: 'choice'; counts: Map<string, number> }
  | { kind: 'range'; min: number | undefined; max: number | undefined }
  | { kind: 'flag'; count: number };

/** An empty column. */
export function makeColumn(filter: Filter): Column {
  if (filter.kind === 'choice') return choiceColumn(filter);
  return filter.kind === 'range' ? rangeColumn(filter) : flagColumn(filter);
}

/** Two tallies of the same filter, together. */
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

/** Each part has the number of its set of values, of which there are few: 'black' and 'black and silver' are two. */
function choiceColumn(filter: ChoiceFilter): Column {
  const sets: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const column: number[] = [];

  function numberOf(values: readonly string[]): number {
    const name = values.join('\0');
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, sets.length);
    return sets.push(values) - 1;
  }

  return {
    filter,
    write: (place, part) => {
      column[place] = numberOf(filter.valuesOf(part));
    },
    fill: (place) => replaceByLast(column, place),
    test(choice) {
      const values = choice.kind === 'choice' ? choice.values : [];
      const passes = sets.map((set) => set.some((value) => values.includes(value)));
      return (place) => passes[column[place] ?? -1] === true;
    },
    count(counts) {
      const ofSets = new Array<number>(sets.length).fill(0);
      for (let place = 0; place < column.length; place += 1) {
        if (counts(place)) ofSets[column[place] as number] = (ofSets[column[place] as number] as number) + 1;
      }
      const ofValues = new Map<string, number>();
      sets.forEach((set, number) => {
        const count = ofSets[number] ?? 0;
        if (count > 0) for (const value of set) ofValues.set(value, (ofValues.get(value) ?? 0) + count);
      });
      return { kind: 'choice', counts: ofValues };
    },
  };
}

function rangeColumn(filter: RangeFilter): Column {
  const column: number[] = []; // NaN: the part does not say
  return {
    filter,
    write: (place, part) => {
      column[place] = filter.valueOf(part) ?? Number.NaN;
    },
    fill: (place) => replaceByLast(column, place),
    test(choice) {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
        choice.kind === 'range' ? choice : {};
      return (place) => {
        const value = column[place] as number;
        return value >= min && value <= max; // false for NaN
      };
    },
    count(counts) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (let place = 0; place < column.length; place += 1) {
        const value = column[place] as number;
        if (Number.isNaN(value) || !counts(place)) continue;
        if (value < min) min = value;
        if (value > max) max = value;
      }
      return min <= max ? { kind: 'range', min, max } : { kind: 'range', min: undefined, max: undefined };
    },
  };
}

function flagColumn(filter: FlagFilter): Column {
  const column: boolean[] = [];
  return {
    filter,
    write: (place, part) => {
      column[place] = filter.isTrueOf(part);
    },
    fill: (place) => replaceByLast(column, place),
    test: () => (place) => column[place] === true,
    count(counts) {
      let count = 0;
      for (let place = 0; place < column.length; place += 1) {
        if (column[place] && counts(place)) count += 1;
      }
      return { kind: 'flag', count };
    },
  };
}

function replaceByLast<Value>(column: Value[], place: number): void {
  const last = column.pop();
  if (last !== undefined && place < column.length) column[place] = last;
}
