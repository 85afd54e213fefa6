/** The shelf: every part on sale, laid out so that any question about the catalogue is answered within a millisecond or two. */
import { addTallies, type Tally } from '#domain/catalogue/columns.ts';
import type { Question } from '#domain/catalogue/questions.ts';
import { compare, type Position, rankingOf } from '#domain/catalogue/ranking.ts';
import { inAnyCategory, makeSection, type Section } from '#domain/catalogue/section.ts';
import type { FoundPlaces, Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import { type Category, categories } from '#domain/parts.ts';

export type Shelf = {
  /** Lays a part down, in the place of what was known of it before. */
  put(part: ShelvedPart): void;
  take(number: number): void;
  find(number: number): ShelvedPart | undefined;
  size(): number;
  /** All parts of a category, in no order. */
  partsOf(category: Category): readonly ShelvedPart[];
  /** How many parts answer the question, and those of a page: at most `size` from `offset`, or after a position. */
  list(question: Question, matches: Matches | undefined, page: ShelfPage): Listing;
  /** The counts of all filters of the question's list. */
  count(question: Question, matches: Matches | undefined): Counts;
};

export type ShelfPage = { size: number; offset?: number; after?: Position | undefined };

export type Listing = {
  total: number;
  parts: ShelvedPart[];
  /** The position of the last one, if there are more after it. */
  next: Position | undefined;
};

export type Counts = {
  total: number;
  /** For each filter: what would be there if nothing were chosen of it, and everything else as it is. */
  tallies: ReadonlyMap<string, Tally>;
  /**
   * Parts by category, with what is searched for and what is chosen of the filters that all categories have; of the
   * question's own category, with everything that is chosen.
   */
  categories: ReadonlyMap<Category, number>;
  /**
   * When nothing is found: how many parts there would be if one thing were dropped, by the filter's key, 'q' for the
   * search, 'category' for it and its own filters. What would not help is left out.
   */
  reliefs: ReadonlyMap<string, number>;
};

/** Where a part lies. */
type Spot = { section: Section; place: number };

const nowhere: FoundPlaces = { places: new Uint32Array(), fits: new Uint32Array() };

/** An empty shelf. */
export function makeShelf(): Shelf {
  const sections = new Map(categories.map((category) => [category, makeSection(category)]));
  const spots = new Map<number, Spot>();
  const located = new WeakMap<Matches, { layout: number; found: Map<Section, FoundPlaces> }>();
  let layout = 0;
  const asked = ({ category }: Question): Section[] =>
    [...sections].flatMap(([each, section]) =>
      category === undefined || category === each ? [section] : [],
    );

  function take(number: number): void {
    const spot = spots.get(number);
    if (!spot) return;
    spots.delete(number);
    layout += 1;
    const moved = spot.section.take(spot.place);
    const ofMoved = moved && spots.get(moved.number);
    if (ofMoved) ofMoved.place = spot.place;
  }

  /** What is found of each section; looked up once for each search as long as no part comes, goes or moves. */
  function locate(matches: Matches | undefined): (section: Section) => FoundPlaces | undefined {
    if (!matches) return () => undefined;
    const known = located.get(matches);
    const found = known?.layout === layout ? known.found : lookUp(matches);
    located.set(matches, { layout, found });
    return (section) => found.get(section) ?? nowhere;
  }

  function lookUp({ numbers, fits }: Matches): Map<Section, FoundPlaces> {
    const found = new Map<Section, { places: number[]; fits: number[] }>();
    for (let index = 0; index < numbers.length; index += 1) {
      const spot = spots.get(numbers[index] as number);
      if (!spot) continue;
      const there = found.get(spot.section) ?? { places: [], fits: [] };
      if (there.places.length === 0) found.set(spot.section, there);
      there.places.push(spot.place);
      there.fits.push(fits[index] as number);
    }
    const inArrays = (those: { places: number[]; fits: number[] }): FoundPlaces => ({
      places: new Uint32Array(those.places),
      fits: new Uint32Array(those.fits),
    });
    return new Map([...found].map(([section, those]) => [section, inArrays(those)]));
  }

  return {
    put(part) {
      const section = sections.get(part.category);
      if (!section) return;
      if (spots.get(part.number)?.section !== section) take(part.number);
      const spot = spots.get(part.number);
      const place = section.put(part, spot?.place);
      if (spot) return;
      spots.set(part.number, { section, place });
      layout += 1;
    },
    take,
    find(number) {
      const spot = spots.get(number);
      return spot?.section.at(spot.place);
    },
    size: () => spots.size,
    partsOf: (category) => sections.get(category)?.all() ?? [],
    list(question, matches, { size, offset = 0, after }) {
      const ranking = rankingOf(question);
      const found = locate(matches);
      const lists = asked(question).map((section) =>
        section.list(question, found(section), ranking, { count: offset + size, after }),
      );
      const first = lists.flatMap((list) => list.first).sort((one, other) => compare(one, other, ranking));
      const shown = first.slice(offset, offset + size);
      const hasMore = offset + shown.length < sumOf(lists.map(({ rest }) => rest));
      const last = shown.at(-1);
      return {
        total: sumOf(lists.map((list) => list.total)),
        parts: shown.map(({ part }) => part),
        next: hasMore && last ? { key: last.key, id: last.id } : undefined,
      };
    },
    count(question, matches) {
      const found = locate(matches);
      const counted = asked(question).map((section) => section.count(question, found(section)));
      const total = sumOf(counted.map((each) => each.total));
      const anywhere = inAnyCategory(question);
      const common = new Map(
        [...sections].map(([category, section]) => [
          category,
          total > 0 && category === question.category ? total : section.size(anywhere, found(section)),
        ]),
      );
      const reliefs = merge(
        counted.map(({ nearly }) => nearly),
        (one, other) => one + other,
      );
      const everywhere = sumOf([...common.values()]);
      if (question.category && everywhere > 0) reliefs.set('category', everywhere);
      if (question.category) common.set(question.category, total);
      return {
        total,
        tallies: merge(
          counted.map(({ tallies }) => tallies),
          addTallies,
        ),
        categories: new Map([...common].filter(([, count]) => count > 0)),
        reliefs: total === 0 ? reliefs : new Map(),
      };
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

function merge<Key, Value>(maps: readonly Map<Key, Value>[], add: (one: Value, other: Value) => Value) {
  const merged = new Map<Key, Value>();
  for (const [key, value] of maps.flatMap((map) => [...map])) {
    const earlier = merged.get(key);
    merged.set(key, earlier === undefined ? value : add(earlier, value));
  }
  return merged;
}
