/** A section of the shelf: the parts of one category, with a column for each of its filters. */
import { type Column, makeColumn, type Tally } from '#domain/catalogue/columns.ts';
import { commonFilters, filtersOf } from '#domain/catalogue/filters.ts';
import type { Chosen, Question } from '#domain/catalogue/questions.ts';
import type { Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import type { Category } from '#domain/parts.ts';

export type Section = {
  put(part: ShelvedPart): void;
  take(number: number): void;
  find(number: number): ShelvedPart | undefined;
  /** All parts that answer the question. */
  list(question: Asked, matches: Matches | undefined): ShelvedPart[];
  count(question: Asked, matches: Matches | undefined): SectionCounts;
};

/** What a section needs to know of a question. */
export type Asked = Pick<Question, 'category' | 'q' | 'chosen'>;

export type SectionCounts = {
  total: number;
  tallies: Map<string, Tally>;
  /** Parts that miss one condition and no other, by the filter's key or 'q'. */
  nearly: Map<string, number>;
};

/** An empty section. */
export function makeSection(category: Category): Section {
  const parts: ShelvedPart[] = [];
  const places = new Map<number, number>();
  const columns = new Map(filtersOf(category).map((filter) => [filter.key, makeColumn(filter)]));

  /** For each part how many conditions it misses, and which it was that it missed last. */
  function judge({ q, chosen }: Asked, matches: Matches | undefined) {
    const conditions = conditionsOf(chosen, columns);
    if (q !== '') conditions.push(['q', (place) => matches?.has(parts[place]?.number ?? 0) ?? false]);
    const missed = new Uint8Array(parts.length);
    const lastMissed = new Uint8Array(parts.length);
    conditions.forEach(([, passes], condition) => {
      for (let place = 0; place < parts.length; place += 1) {
        if (passes(place)) continue;
        missed[place] = (missed[place] as number) + 1;
        lastMissed[place] = condition;
      }
    });
    return { missed, lastMissed, keys: conditions.map(([key]) => key) };
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
      const { missed } = judge(question, matches);
      return parts.filter((_, place) => missed[place] === 0);
    },
    count(question, matches) {
      const { missed, lastMissed, keys } = judge(question, matches);
      const tallies = new Map<string, Tally>();
      for (const { key } of filtersOf(question.category)) {
        const own = keys.indexOf(key);
        const tally = columns
          .get(key)
          ?.count((place) => missed[place] === 0 || (missed[place] === 1 && lastMissed[place] === own));
        if (tally) tallies.set(key, tally);
      }
      const nearly = new Map<string, number>();
      let total = 0;
      for (let place = 0; place < parts.length; place += 1) {
        if (missed[place] === 0) total += 1;
        if (missed[place] !== 1) continue;
        const key = keys[lastMissed[place] as number] as string;
        nearly.set(key, (nearly.get(key) ?? 0) + 1);
      }
      return { total, tallies, nearly };
    },
  };
}

/** The same question without what is chosen of filters that not every category has. */
export function inAnyCategory(question: Asked): Asked {
  const chosen = new Map([...question.chosen].filter(([key]) => commonKeys.has(key)));
  return { category: undefined, q: question.q, chosen };
}

const commonKeys = new Set(commonFilters.map(({ key }) => key));

type Condition = [key: string, passes: (place: number) => boolean];

function conditionsOf(
  chosen: ReadonlyMap<string, Chosen>,
  columns: ReadonlyMap<string, Column>,
): Condition[] {
  return [...chosen].flatMap(([key, choice]): Condition[] => {
    const column = columns.get(key);
    return column ? [[key, column.test(choice)]] : [];
  });
}
