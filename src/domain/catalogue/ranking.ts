/** The order of a list of parts, and the first of many in it. */
import type { Question } from '#domain/catalogue/questions.ts';
import type { Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import { type Place, placing, relevance } from '#domain/catalogue/sorts.ts';

/** Where a part stands in a list: by what the list is sorted by, and then by its id, the newest first. */
export type Position = { key: Place; id: string };

export type Ranking = {
  keyOf(part: ShelvedPart): Place;
  /** Whether greater keys come first. */
  isDown: boolean;
};

/** The order that the question asks for; whoever does not say what it is sorted by comes last. */
export function rankingOf({ category, sort }: Question, matches: Matches | undefined): Ranking {
  const { isDown, placeOf } =
    sort === relevance.key ? { isDown: true, placeOf: fitOf(matches) } : placing(category, sort);
  const missing = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return { isDown, keyOf: (part) => placeOf(part) ?? missing };
}

/** Below 0 when the first one comes first in the ranking. */
export function compare(one: Position, other: Position, { isDown }: Ranking): number {
  if (one.key !== other.key) return one.key < other.key === isDown ? 1 : -1;
  return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
}

/** The first `count` parts in the ranking: all are sorted only where many of them are asked for. */
export function firstOf(parts: readonly ShelvedPart[], count: number, ranking: Ranking): ShelvedPart[] {
  const { keyOf, isDown } = ranking;
  if (count * 4 >= parts.length) {
    const ranked = parts.map((part) => ({ part, key: keyOf(part), id: part.id }));
    ranked.sort((one, other) => compare(one, other, ranking));
    return ranked.slice(0, count).map(({ part }) => part);
  }
  const first: (Position & { part: ShelvedPart })[] = [];
  for (const part of parts) {
    const key = keyOf(part);
    const last = first.length === count ? first[count - 1] : undefined;
    if (last && key !== last.key && key < last.key === isDown) continue; // most parts go this way
    const ranked = { part, key, id: part.id };
    if (last && compare(ranked, last, ranking) > 0) continue;
    if (last) first.pop();
    first.splice(placeIn(first, ranked, ranking), 0, ranked);
  }
  return first.map(({ part }) => part);
}

/** Of parts that fit equally well, those that can be bought come first, and of these our choice. */
function fitOf(matches: Matches | undefined) {
  return (part: ShelvedPart) =>
    (matches?.get(part.number) ?? 0) * 4 +
    (part.stock >= part.minimum_order ? 2 : 0) +
    (part.featured_rank === null ? 0 : 1);
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
