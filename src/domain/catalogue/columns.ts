/** The values of all parts of a category for one filter, side by side, so that thousands are looked at in a moment. */
import type {
  ChoiceFilter,
  Filter,
  FilteredPart,
  FlagFilter,
  RangeFilter,
} from '#domain/catalogue/filters.ts';
import type { Chosen } from '#domain/catalogue/questions.ts';

export type Column = {
  /** Writes the value of the part at a place, which may be the one after the last. */
  write(place: number, part: FilteredPart): void;
  /** Moves the last value to a place, where another one was, and is one shorter. */
  fill(place: number): void;
  /** Tells every place whose part does not pass. */
  judge(choice: Chosen, miss: (place: number) => void): void;
  /** Adds up the parts at these places. */
  tally(places: readonly number[]): Tally;
};

/** What was added up: parts by value, the least and the greatest number, or parts of which it is true. */
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
    write: (place, part) => {
      column[place] = numberOf(filter.valuesOf(part));
    },
    fill: (place) => replaceByLast(column, place),
    judge(choice, miss) {
      const values = choice.kind === 'choice' ? choice.values : [];
      const passes = sets.map((set) => set.some((value) => values.includes(value)));
      for (let place = 0; place < column.length; place += 1) {
        if (!passes[column[place] as number]) miss(place);
      }
    },
    tally(places) {
      const ofSets = new Array<number>(sets.length).fill(0);
      for (const place of places) {
        const set = column[place] as number;
        ofSets[set] = (ofSets[set] as number) + 1;
      }
      const counts = new Map<string, number>();
      ofSets.forEach((count, set) => {
        if (count > 0) {
          for (const value of sets[set] ?? []) counts.set(value, (counts.get(value) ?? 0) + count);
        }
      });
      return { kind: 'choice', counts };
    },
  };
}

function rangeColumn(filter: RangeFilter): Column {
  const column: number[] = []; // NaN: the part does not say
  return {
    write: (place, part) => {
      column[place] = filter.valueOf(part) ?? Number.NaN;
    },
    fill: (place) => replaceByLast(column, place),
    judge(choice, miss) {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } =
        choice.kind === 'range' ? choice : {};
      for (let place = 0; place < column.length; place += 1) {
        const value = column[place] as number;
        if (!(value >= min && value <= max)) miss(place); // so NaN misses, too
      }
    },
    tally(places) {
      let min = Number.POSITIVE_INFINITY;
      let max = Number.NEGATIVE_INFINITY;
      for (const place of places) {
        const value = column[place] as number;
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
    write: (place, part) => {
      column[place] = filter.isTrueOf(part);
    },
    fill: (place) => replaceByLast(column, place),
    judge(_, miss) {
      for (let place = 0; place < column.length; place += 1) {
        if (!column[place]) miss(place);
      }
    },
    tally(places) {
      let count = 0;
      for (const place of places) {
        if (column[place]) count += 1;
      }
      return { kind: 'flag', count };
    },
  };
}

function replaceByLast<Value>(column: Value[], place: number): void {
  const last = column.pop();
  if (last !== undefined && place < column.length) column[place] = last;
}
