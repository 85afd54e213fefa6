/** A section of the shelf: the parts of one category, with a column for each of its filters. */
import { addTallies, type Column, makeColumn, type Tally } from '#domain/catalogue/columns.ts';
import { commonFilters, filtersOf } from '#domain/catalogue/filters.ts';
import type { Question } from '#domain/catalogue/questions.ts';
import type { Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import type { Category } from '#domain/parts.ts';

export type Section = {
  put(part: ShelvedPart): void;
  take(number: number): void;
  find(number: number): ShelvedPart | undefined;
  /** All parts that answer the question. */
  list(question: Asked, matches: Matches | undefined): ShelvedPart[];
  /** How many these are. */
  size(question: Asked, matches: Matches | undefined): number;
  count(question: Asked, matches: Matches | undefined): SectionCounts;
};

/** What a section needs to know of a question. */
export type Asked = Pick<Question, 'category' | 'q' | 'chosen'>;

export type SectionCounts = {
  total: number;
  tallies: Map<string, Tally>;
  /** Parts that miss one condition and no other, by the filter's key or 'q'; 'q' only counts where nothing is found. */
  nearly: Map<string, number>;
};

/** Where the parts are that miss no condition, and those that miss one alone, by its key. */
type Judged = { passing: number[]; nearly: Map<string, number[]> };

/** An empty section. */
export function makeSection(category: Category): Section {
  const parts: ShelvedPart[] = [];
  const places = new Map<number, number>();
  const columns = new Map<string, Column>(
    filtersOf(category).map((filter) => [filter.key, makeColumn(filter)]),
  );

  function judge({ q, chosen }: Asked, matches: Matches | undefined): Judged {
    if (q !== '' && chosen.size === 0) return judgeSearch(matches);
    const misses = new Uint8Array(parts.length);
    const lastMissed = new Uint8Array(parts.length);
    const conditions: string[] = [];
    const missing = (key: string) => {
      const condition = conditions.push(key) - 1;
      return (place: number) => {
        misses[place] = (misses[place] as number) + 1;
        lastMissed[place] = condition;
      };
    };
    if (q !== '') judgeFit(matches, missing('q'));
    for (const [key, choice] of chosen) columns.get(key)?.judge(choice, missing(key));
    const passing: number[] = [];
    const nearly = conditions.map((): number[] => []);
    for (let place = 0; place < misses.length; place += 1) {
      if (misses[place] === 0) passing.push(place);
      else if (misses[place] === 1) nearly[lastMissed[place] as number]?.push(place);
    }
    return { passing, nearly: new Map(conditions.map((key, condition) => [key, nearly[condition] ?? []])) };
  }

  /** A search alone needs no look at the parts that it has not found; they matter only when it found nothing. */
  function judgeSearch(matches: Matches | undefined): Judged {
    const passing = [...(matches?.keys() ?? [])].flatMap((number) => places.get(number) ?? []);
    return { passing, nearly: new Map([['q', passing.length === 0 ? [...parts.keys()] : []]]) };
  }

  function judgeFit(matches: Matches | undefined, miss: (place: number) => void): void {
    const isFound = new Uint8Array(parts.length);
    for (const number of matches?.keys() ?? []) {
      const place = places.get(number);
      if (place !== undefined) isFound[place] = 1;
    }
    for (let place = 0; place < isFound.length; place += 1) {
      if (isFound[place] === 0) miss(place);
    }
  }

  return {
    put(part) {
      const place = places.get(part.number) ?? parts.length;
      parts[place] = part;
      places.set(part.number, place);
      for (const column of columns.values()) column.write(place, part);
    },
    take(number) {
      const place = places.get(number);
      const last = parts.at(-1);
      if (place === undefined || !last) return;
      parts[place] = last;
      parts.pop();
      places.set(last.number, place);
      places.delete(number);
      for (const column of columns.values()) column.fill(place);
    },
    find: (number) => parts[places.get(number) ?? -1],
    list(question, matches) {
      return judge(question, matches).passing.map((place) => parts[place] as ShelvedPart);
    },
    size(question, matches) {
      if (question.q === '' && question.chosen.size === 0) return parts.length;
      return judge(question, matches).passing.length;
    },
    count(question, matches) {
      const { passing, nearly } = judge(question, matches);
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

/** The same question without what is chosen of filters that not every category has. */
export function inAnyCategory(question: Asked): Asked {
  const chosen = new Map([...question.chosen].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: question.q, chosen };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));
