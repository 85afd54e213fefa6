/** Maps the matches of a search to rows of the category indexes. */
import type { CategoryIndex } from '#domain/catalogue/index/category-index.ts';
import type { MatchedRows, Matches } from '#domain/catalogue/index/indexed-part.ts';

export type Location = { index: CategoryIndex; row: number };

export type FindLocation = (number: number) => Location | undefined;

export type MatchLocator = {
  locate(matches: Matches | undefined): (index: CategoryIndex) => MatchedRows | undefined;
  invalidate(): void;
};

export function makeMatchLocator(find: FindLocation): MatchLocator {
  const cache = new WeakMap<Matches, { layout: number; rows: Map<CategoryIndex, MatchedRows> }>();
  let layout = 0;
  return {
    locate(matches) {
      if (!matches) return () => undefined;
      const cached = cache.get(matches);
      const rows = cached?.layout === layout ? cached.rows : locateMatches(matches, find);
      cache.set(matches, { layout, rows });
      return (index) => rows.get(index) ?? noMatches;
    },
    invalidate() {
      layout += 1;
    },
  };
}

const noMatches: MatchedRows = { rows: new Uint32Array(), scores: new Uint32Array() };

function locateMatches({ numbers, scores }: Matches, find: FindLocation): Map<CategoryIndex, MatchedRows> {
  const matchesByIndex = new Map<CategoryIndex, { rows: number[]; scores: number[] }>();
  for (let index = 0; index < numbers.length; index += 1) {
    const location = find(numbers[index] as number);
    if (!location) continue;
    const matches = matchesByIndex.get(location.index) ?? { rows: [], scores: [] };
    if (matches.rows.length === 0) matchesByIndex.set(location.index, matches);
    matches.rows.push(location.row);
    matches.scores.push(scores[index] as number);
  }
  return new Map(
    [...matchesByIndex].map(([index, { rows, scores }]) => [
      index,
      { rows: new Uint32Array(rows), scores: new Uint32Array(scores) },
    ]),
  );
}
