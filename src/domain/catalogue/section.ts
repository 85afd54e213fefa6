/** A section of the shelf: the parts of one category, with a column for each of its filters. */
import { addTallies, type Column, makeColumn, type Places, type Tally } from '#domain/catalogue/columns.ts';
import { commonFilters, filtersOf } from '#domain/catalogue/filters.ts';
import type { Question } from '#domain/catalogue/questions.ts';
import { firstOf, type Position, type Ranking } from '#domain/catalogue/ranking.ts';
import type { Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import type { Place } from '#domain/catalogue/sorts.ts';
import type { Category } from '#domain/parts.ts';

export type Section = {
  put(part: ShelvedPart): void;
  take(number: number): void;
  find(number: number): ShelvedPart | undefined;
  /** All parts, in no order. */
  all(): readonly ShelvedPart[];
  /** How many parts answer the question, and the first of them in the ranking. */
  list(question: Asked, matches: Matches | undefined, ranking: Ranking, part: ListPart): SectionList;
  /** How many parts answer the question. */
  size(question: Asked, matches: Matches | undefined): number;
  count(question: Asked, matches: Matches | undefined): SectionCounts;
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

/** The conditions of a question by their keys, and for each place the bits of those that its part misses. */
type Judged = { conditions: string[]; missed: Int32Array };

/** An empty section. */
export function makeSection(category: Category): Section {
  const parts: ShelvedPart[] = [];
  const places = new Map<number, number>();
  const columns = new Map<string, Column>(
    filtersOf(category).map((filter) => [filter.key, makeColumn(filter)]),
  );

  const keyColumns = new Map<string, { ranking: Ranking; keys: Place[] }>();

  function keysOf(ranking: Ranking): (place: number) => Place {
    if (ranking.name === undefined) return (place) => ranking.keyOf(parts[place] as ShelvedPart);
    const known = keyColumns.get(ranking.name);
    const keys = known?.keys ?? parts.map(ranking.keyOf);
    if (!known) keyColumns.set(ranking.name, { ranking, keys });
    return (place) => keys[place] as Place;
  }

  function judge({ q, chosen }: Asked, matches: Matches | undefined): Judged {
    const missed = new Int32Array(parts.length);
    const conditions: string[] = [];
    if (q !== '') {
      missed.fill(1);
      for (const place of placesOf(matches)) missed[place] = 0;
      conditions.push('q');
    }
    for (const [key, choice] of chosen) {
      const column = columns.get(key);
      if (column) column.judge(choice, missed, 1 << (conditions.push(key) - 1));
    }
    return { conditions, missed };
  }

  /** Where the parts are that answer the question. A search alone needs no look at those that it has not found. */
  function passing(question: Asked, matches: Matches | undefined): Places {
    if (question.chosen.size > 0) return placesWith(0, judge(question, matches).missed);
    return question.q === '' ? placesWith(0, new Int32Array(parts.length)) : placesOf(matches);
  }

  /** Also those that miss one condition alone, by its key; of a search alone only when it found nothing. */
  function sortOut(question: Asked, matches: Matches | undefined) {
    if (question.chosen.size === 0) {
      const found = passing(question, matches);
      if (question.q === '' || found.length > 0) return { found, nearly: new Map<string, Places>() };
    }
    const { conditions, missed } = judge(question, matches);
    const nearly = conditions.map((key, condition) => [key, placesWith(1 << condition, missed)] as const);
    return { found: placesWith(0, missed), nearly: new Map(nearly) };
  }

  function placesOf(matches: Matches | undefined): Places {
    const found: number[] = [];
    for (const number of matches?.keys() ?? []) {
      const place = places.get(number);
      if (place !== undefined) found.push(place);
    }
    return Uint32Array.from(found);
  }

  return {
    put(part) {
      const place = places.get(part.number) ?? parts.length;
      parts[place] = part;
      places.set(part.number, place);
      for (const column of columns.values()) column.write(place, part);
      for (const { ranking, keys } of keyColumns.values()) keys[place] = ranking.keyOf(part);
    },
    take(number) {
      const place = places.get(number);
      const last = parts.at(-1);
      if (place === undefined || !last) return;
      for (const column of columns.values()) column.move(parts.length - 1, place);
      for (const { keys } of keyColumns.values()) {
        keys[place] = keys.at(-1) as Place;
        keys.pop();
      }
      parts[place] = last;
      parts.pop();
      places.set(last.number, place);
      places.delete(number);
    },
    find: (number) => parts[places.get(number) ?? -1],
    all: () => parts,
    list(question, matches, ranking, part) {
      const found = passing(question, matches);
      const ranked = { keyAt: keysOf(ranking), idAt: (place: number) => (parts[place] as ShelvedPart).id };
      const { first, rest } = firstOf(found, ranked, part, ranking);
      return {
        total: found.length,
        rest,
        first: first.map(({ key, id, place }) => ({ key, id, part: parts[place] as ShelvedPart })),
      };
    },
    size(question, matches) {
      if (question.q === '' && question.chosen.size === 0) return parts.length;
      return passing(question, matches).length;
    },
    count(question, matches) {
      const { found, nearly } = sortOut(question, matches);
      const tallies = new Map<string, Tally>();
      for (const { key } of filtersOf(question.category)) {
        const column = columns.get(key);
        if (!column) continue;
        const others = nearly.get(key); // what the filter's own condition alone keeps out
        const tally = column.tally(found);
        tallies.set(key, others ? addTallies(tally, column.tally(others)) : tally);
      }
      return {
        total: found.length,
        tallies,
        nearly: new Map([...nearly].flatMap(([key, { length }]) => (length > 0 ? [[key, length]] : []))),
      };
    },
  };
}

function placesWith(bits: number, missed: Int32Array): Places {
  const found = new Uint32Array(missed.length);
  let length = 0;
  for (let place = 0; place < missed.length; place += 1) {
    found[length] = place;
    length += Number(missed[place] === bits);
  }
  return found.subarray(0, length);
}

/** The same question without what is chosen of filters that not every category has. */
export function inAnyCategory(question: Asked): Asked {
  const chosen = new Map([...question.chosen].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: question.q, chosen };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));
