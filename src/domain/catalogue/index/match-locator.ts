/** Where in the catalogue index lies what a search has found. */
import type { CategoryIndex } from '#domain/catalogue/index/category-index.ts';
import type { FoundRows, Matches } from '#domain/catalogue/index/indexed-part.ts';

export type Location = { index: CategoryIndex; row: number };

export type MatchLocator = {
  /** What is found in each category index; undefined without a search. */
  locate(matches: Matches | undefined): (index: CategoryIndex) => FoundRows | undefined;
  /** To be called when a part has come, gone or moved. */
  forget(): void;
};

/** Locates each search once, as long as no part comes, goes or moves. */
export function makeMatchLocator(locations: ReadonlyMap<number, Location>): MatchLocator {
  const located = new WeakMap<Matches, { layout: number; found: Map<CategoryIndex, FoundRows> }>();
  let layout = 0;
  return {
    locate(matches) {
      if (!matches) return () => undefined;
      const known = located.get(matches);
      const found = known?.layout === layout ? known.found : locateMatches(matches, locations);
      located.set(matches, { layout, found });
      return (index) => found.get(index) ?? nothing;
    },
    forget() {
      layout += 1;
    },
  };
}

const nothing: FoundRows = { rows: new Uint32Array(), fits: new Uint32Array() };

function locateMatches(
  { numbers, fits }: Matches,
  locations: ReadonlyMap<number, Location>,
): Map<CategoryIndex, FoundRows> {
  const found = new Map<CategoryIndex, { rows: number[]; fits: number[] }>();
  for (let index = 0; index < numbers.length; index += 1) {
    const location = locations.get(numbers[index] as number);
    if (!location) continue;
    const there = found.get(location.index) ?? { rows: [], fits: [] };
    if (there.rows.length === 0) found.set(location.index, there);
    there.rows.push(location.row);
    there.fits.push(fits[index] as number);
  }
  return new Map(
    [...found].map(([index, { rows, fits }]) => [
      index,
      { rows: new Uint32Array(rows), fits: new Uint32Array(fits) },
    ]),
  );
}
