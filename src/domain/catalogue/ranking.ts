/** The order of a list of parts, and the first of many in it. */
import type { Places } from '#domain/catalogue/columns.ts';
import type { Question } from '#domain/catalogue/questions.ts';
import type { ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import { type Place, placing, relevance } from '#domain/catalogue/sorts.ts';

/** Where a part stands in a list: by what the list is sorted by, and then by its id, the newest first. */
export type Position = { key: Place; id: string };

export type Ranking = {
  /** The same for every question with this order. */
  name: string;
  keyOf(part: ShelvedPart): Place;
  /** Whether parts come first that fit better what is searched for; the keys count where they fit equally well. */
  isByFit: boolean;
  /** Whether greater keys come first. */
  isDown: boolean;
};

/** Keys of parts that fit equally well are below this. */
export const fitStep = 4;

/** The order that the question asks for; whoever does not say what it is sorted by comes last. */
export function rankingOf({ category, sort }: Question): Ranking {
  if (sort === relevance.key) return { name: sort, keyOf: standingOf, isByFit: true, isDown: true };
  const { isDown, placeOf } = placing(category, sort);
  const missing = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    name: `${category ?? ''} ${sort}`,
    keyOf: (part) => placeOf(part) ?? missing,
    isByFit: false,
    isDown,
  };
}

/** Below 0 when the first one comes first in the ranking. */
export function compare(one: Position, other: Position, { isDown }: Ranking): number {
  if (one.key !== other.key) return one.key < other.key === isDown ? 1 : -1;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}

/** What lies at a place, as far as the ranking needs it. */
export type Ranked = { keyAt(place: number): Place; idAt(place: number): string };
export type RankedPlace = Position & { place: number };

/**
 * The first `count` of these places in the ranking, of those that come after a position if one is given, and how many
 * these are: all are sorted only where many of them are asked for.
 */
export function firstOf(
  places: Places,
  { keyAt, idAt }: Ranked,
  { count, after }: { count: number; after: Position | undefined },
  ranking: Ranking,
): { first: RankedPlace[]; rest: number } {
  const { isDown } = ranking;
  const isSorting = count * 4 < places.length;
  const first: RankedPlace[] = [];
  let rest = 0;
  for (const place of places) {
    const key = keyAt(place);
    if (after && compare({ key, id: idAt(place) }, after, ranking) <= 0) continue;
    rest += 1;
    const last = isSorting && first.length === count ? first[count - 1] : undefined;
    if (last && (key === last.key ? idAt(place) < last.id : key < last.key === isDown)) continue; // most go this way
    const ranked = { key, id: idAt(place), place };
    if (last) first.pop();
    if (isSorting) first.splice(placeIn(first, ranked, ranking), 0, ranked);
    else first.push(ranked);
  }
  if (isSorting) return { first, rest };
  return { first: first.sort((one, other) => compare(one, other, ranking)).slice(0, count), rest };
}

/** Of parts that fit equally well, those that can be bought come first, and of these our choice. */
function standingOf({ stock, minimum_order, featured_rank }: ShelvedPart): number {
  return (stock >= minimum_order ? 2 : 0) + (featured_rank === null ? 0 : 1);
}

/** Where it belongs among those that are sorted already, by halving. */
function placeIn(sorted: readonly Position[], position: Position, ranking: Ranking): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compare(sorted[middle] as Position, position, ranking) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
