/** The order of a list of parts, and the first of many in it. */
import type { Question } from '#domain/catalogue/questions.ts';
import type { Matches, ShelvedPart } from '#domain/catalogue/shelved-part.ts';
import { placing, relevance } from '#domain/catalogue/sorts.ts';

/** Where a part stands in a list: by what the list is sorted by, and then by its id, the newest first. */
export type Position = { key: number | string; id: string };

export type Ranking = {
  positionOf(part: ShelvedPart): Position;
  /** Below 0 when the first one comes first. */
  compare(one: Position, other: Position): number;
};

/** The order that the question asks for; whoever does not say what it is sorted by comes last. */
export function rankingOf({ category, sort }: Question, matches: Matches | undefined): Ranking {
  const { isDown, placeOf } =
    sort === relevance.key ? { isDown: true, placeOf: fitOf(matches) } : placing(category, sort);
  const missing = isDown ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return {
    positionOf: (part) => ({ key: placeOf(part) ?? missing, id: part.id }),
    compare(one, other) {
      if (one.key !== other.key) return one.key < other.key === isDown ? 1 : -1;
      return one.id < other.id ? 1 : one.id > other.id ? -1 : 0;
    },
  };
}

/** The first `count` parts in the order: all are sorted only where most of them are asked for. */
export function firstOf(parts: readonly ShelvedPart[], count: number, ranking: Ranking): ShelvedPart[] {
  if (count * 4 >= parts.length) {
    const placed = parts.map((part) => ({ part, position: ranking.positionOf(part) }));
    placed.sort((one, other) => ranking.compare(one.position, other.position));
    return placed.slice(0, count).map(({ part }) => part);
  }
  const first: { part: ShelvedPart; position: Position }[] = [];
  for (const part of parts) {
    const position = ranking.positionOf(part);
    const last = first.length === count ? first.at(-1) : undefined;
    if (last && ranking.compare(position, last.position) > 0) continue;
    if (last) first.pop();
    first.splice(placeIn(first, position, ranking), 0, { part, position });
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
function placeIn(sorted: readonly { position: Position }[], position: Position, ranking: Ranking): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const at = sorted[middle] as { position: Position };
    if (ranking.compare(at.position, position) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
