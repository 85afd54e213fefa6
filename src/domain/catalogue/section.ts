/** A section of the shelf: the parts of one category, with a column for each of its filters. */
import { addTallies, type Column, makeColumn, type Places, type Tally } from '#domain/catalogue/columns.ts';
import { commonFilters, filtersOf } from '#domain/catalogue/filters.ts';
import type { Question } from '#domain/catalogue/questions.ts';
import { firstOf, fitStep, type Position, type Ranking } from '#domain/catalogue/ranking.ts';
import type { FoundPlaces, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import type { Place } from '#domain/catalogue/sorts.ts';
import type { Category } from '#domain/parts.ts';

export type Section = {
  /** Lays a part down in the place of another one, or behind the last; answers where. */
  put(part: ShelvedPart, place?: number): number;
  /** Takes the part at a place; the last one, which is answered, comes there, unless it was this one. */
  take(place: number): ShelvedPart | undefined;
  at(place: number): ShelvedPart | undefined;
  /** All parts, in no order. */
  all(): readonly ShelvedPart[];
  /** How many parts answer the question, and the first of them in the ranking. */
  list(question: Asked, found: FoundPlaces | undefined, ranking: Ranking, part: ListPart): SectionList;
  /** How many parts answer the question. */
  size(question: Asked, found: FoundPlaces | undefined): number;
  count(question: Asked, found: FoundPlaces | undefined): SectionCounts;
};

/** What a section needs to know of a question. */
export type Asked = Pick<Question, 'category' | 'q' | 'chosen'>;

/** At most so many, of those that come after a position if one is given. */
export type ListPart = { count: number; after: Position | undefined };

export type SectionList = {
  total: number;
  /** How many of them come after the position. */
  rest: number;
  first: (Position & { part: ShelvedPart })[];
};

export type SectionCounts = {
  total: number;
  tallies: Map<string, Tally>;
  /** Parts that miss one condition and no other, by the filter's key or 'q'; 'q' only counts where nothing is found. */
  nearly: Map<string, number>;
};

/** The places of the parts that answer a question, and of those that miss one condition alone, by its key. */
type Sorted = { passing: Places; nearly: Map<string, Places> };

/** An empty section. */
export function makeSection(category: Category): Section {
  const parts: ShelvedPart[] = [];
  const columns = new Map<string, Column>(
    filtersOf(category).map((filter) => [filter.key, makeColumn(filter)]),
  );

  /** What lists were sorted by so far, written along like the filters' columns. */
  const keyColumns = new Map<string, { ranking: Ranking; keys: Place[] }>();

  function keysOf(ranking: Ranking, found: FoundPlaces | undefined): (place: number) => Place {
    const known = keyColumns.get(ranking.name);
    const keys = known?.keys ?? parts.map((part) => ranking.keyOf(part));
    if (!known) keyColumns.set(ranking.name, { ranking, keys });
    if (!ranking.isByFit) return (place) => keys[place] as Place;
    if (ratings.length < parts.length) ratings = new Uint32Array(parts.length);
    const fits = ratings; // at other places stands what an earlier search has left: only what was found is looked up
    for (let index = 0; index < (found?.places.length ?? 0); index += 1) {
      fits[found?.places[index] as number] = found?.fits[index] as number;
    }
    return (place) => (fits[place] as number) * fitStep + (keys[place] as number);
  }

  /** The conditions of the question, and for each place the bits of those that its part misses: until the next is judged. */
  function judge({ q, chosen }: Asked, found: FoundPlaces | undefined) {
    const missed = blank(parts.length);
    const conditions: string[] = [];
    if (q !== '') {
      missed.fill(1);
      for (const place of placesOf(found)) missed[place] = 0;
      conditions.push('q');
    }
    for (const [key, choice] of chosen) {
      const column = columns.get(key);
      if (column) column.judge(choice, missed, 1 << (conditions.push(key) - 1));
    }
    return { conditions, missed };
  }

  function sortOut(question: Asked, found: FoundPlaces | undefined): Sorted {
    const { conditions, missed } = judge(question, found);
    const sets = [0, ...conditions.map((_, condition) => 1 << condition)];
    const [passing = nowhere, ...others] =
      conditions.length <= 4 ? ofAllBits(missed, sets) : sets.map((bits) => ofBits(missed, bits));
    return {
      passing,
      nearly: new Map(conditions.map((key, condition) => [key, others[condition] ?? nowhere])),
    };
  }

  function sorted(question: Asked, found: FoundPlaces | undefined): Sorted {
    if (question.chosen.size === 0) {
      // a search alone needs no look at those that it has not found, but where it has found none
      if (question.q === '') return { passing: Uint32Array.from(parts.keys()), nearly: new Map() };
      if (placesOf(found).length > 0) return { passing: placesOf(found), nearly: new Map() };
    }
    return sortOut(question, found);
  }

  return {
    put(part, place = parts.length) {
      parts[place] = part;
      for (const column of columns.values()) column.write(place, part);
      for (const { ranking, keys } of keyColumns.values()) keys[place] = ranking.keyOf(part);
      return place;
    },
    take(place) {
      const last = parts.length - 1;
      for (const column of columns.values()) column.move(last, place);
      for (const { keys } of keyColumns.values()) {
        keys[place] = keys[last] as Place;
        keys.pop();
      }
      parts[place] = parts[last] as ShelvedPart;
      parts.pop();
      return parts[place];
    },
    at: (place) => parts[place],
    all: () => parts,
    list(question, found, ranking, part) {
      const { passing } = sorted(question, found);
      const ranked = {
        keyAt: keysOf(ranking, found),
        idAt: (place: number) => (parts[place] as ShelvedPart).id,
      };
      const { first, rest } = firstOf(passing, ranked, part, ranking);
      return {
        total: passing.length,
        rest,
        first: first.map(({ key, id, place }) => ({ key, id, part: parts[place] as ShelvedPart })),
      };
    },
    size(question, found) {
      if (question.chosen.size > 0) return countOf(0, judge(question, found).missed);
      return question.q === '' ? parts.length : placesOf(found).length;
    },
    count(question, found) {
      const { passing, nearly } = sorted(question, found);
      const tallies = new Map<string, Tally>();
      for (const { key } of filtersOf(question.category)) {
        const column = columns.get(key);
        if (!column) continue;
        const others = nearly.get(key); // what the filter's own condition alone keeps out
        const tally = column.tally(passing);
        tallies.set(key, others ? addTallies(tally, column.tally(others)) : tally);
      }
      return {
        total: passing.length,
        tallies,
        nearly: new Map([...nearly].flatMap(([key, { length }]) => (length > 0 ? [[key, length]] : []))),
      };
    },
  };
}

function placesOf(found: FoundPlaces | undefined): Places {
  return found?.places ?? new Uint32Array();
}

const nowhere: Places = new Uint32Array();

let sheet = new Uint16Array(0);
let ratings = new Uint32Array(0);

/** So many zeros, in the same memory each time. */
function blank(length: number): Uint16Array {
  if (sheet.length < length) sheet = new Uint16Array(length);
  return sheet.subarray(0, length).fill(0);
}

/** Where exactly these bits are set. They are counted first, so that the loop has nothing to decide. */
function ofBits(missed: Uint16Array, bits: number): Places {
  const found = new Uint32Array(countOf(bits, missed));
  let length = 0;
  for (let place = 0; length < found.length; place += 1) {
    found[length] = place;
    length += Number(missed[place] === bits);
  }
  return found;
}

let piles = new Uint32Array(0);

/** The same for each of some sets of few bits, in one pass: each place goes on the pile of its bits. */
function ofAllBits(missed: Uint16Array, sets: readonly number[]): Places[] {
  const { length: size } = missed;
  const count = 1 << (sets.length - 1);
  if (piles.length < count * size) piles = new Uint32Array(count * size);
  const ends = Uint32Array.from({ length: count }, (_, bits) => bits * size);
  const all = piles;
  for (let place = 0; place < size; place += 1) {
    const bits = missed[place] as number;
    const end = ends[bits] as number;
    all[end] = place;
    ends[bits] = end + 1;
  }
  return sets.map((bits) => all.slice(bits * size, ends[bits]));
}

function countOf(bits: number, missed: Uint16Array): number {
  let count = 0;
  for (let place = 0; place < missed.length; place += 1) count += Number(missed[place] === bits);
  return count;
}

/** The same question without what is chosen of filters that not every category has. */
export function inAnyCategory(question: Asked): Asked {
  const chosen = new Map([...question.chosen].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: question.q, chosen };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));
