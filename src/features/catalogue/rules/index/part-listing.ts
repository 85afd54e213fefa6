/** One page of a list of parts: it costs the same wherever it begins. */
import type { CategoryIndex } from '#catalogue/rules/index/category-index.ts';
import type { Scratch } from '#catalogue/rules/index/condition-masks.ts';
import type { IndexedPart, MatchedRows } from '#catalogue/rules/index/indexed-part.ts';
import type { ListQuery } from '#catalogue/rules/lists/list-queries.ts';
import { readPrecedence } from '#catalogue/rules/lists/precedence.ts';
import type { ListSequence, Position } from './part-sequences.ts';

export type ListPage = { size: number; offset?: number; after?: Position | undefined };

export type Listing<Part extends IndexedPart = IndexedPart> = {
  total: number;
  parts: Part[];
  next: Position | undefined;
};

export type ListedParts<Part extends IndexedPart> = {
  /** By slot. */
  read: (slot: number) => Part;
  /** Of the categories that are listed. */
  indexes: readonly CategoryIndex[];
  sequence: ListSequence;
  scratch: Scratch;
};

export type FindRows = (index: CategoryIndex) => MatchedRows | undefined;

/** At most `size` parts from `offset` or after a position. */
export function listParts<Part extends IndexedPart>(
  listed: ListedParts<Part>,
  query: ListQuery,
  find: FindRows,
  { size, offset = 0, after }: ListPage,
): Listing<Part> {
  const { read, sequence } = listed;
  const places = findPlaces(listed, query, find);
  const begin = offset + (after ? places.countUntil(findPlaceAfter(sequence, after)) : 0);
  const shown = Array.from(places.read(begin, size), (place): { part: Part; key: Position['key'] } => {
    const score = -Math.floor(place / sequence.size());
    const slot = sequence.getSlot(place + score * sequence.size());
    return { part: read(slot), key: sequence.ranking.isByRelevance ? score : sequence.getKey(slot) };
  });
  const last = shown.at(-1);
  const hasMore = begin + shown.length < places.total;
  return {
    total: places.total,
    parts: shown.map(({ part }) => part),
    next: hasMore && last ? { key: last.key, ...readPrecedence(last.part) } : undefined,
  };
}

/** A place is the rank in the sequence; in a search by relevance each score takes off the number of all ranks. */
type Places = {
  total: number;
  /** The number of places before this one. */
  countUntil(place: number): number;
  read(begin: number, size: number): Float64Array;
};

function findPlaceAfter(sequence: ListSequence, after: Position): number {
  const score = sequence.ranking.isByRelevance ? Number(after.key) : 0;
  return sequence.findRankAfter(after) - score * sequence.size();
}

function findPlaces<Part extends IndexedPart>(
  { indexes, sequence, scratch }: ListedParts<Part>,
  query: ListQuery,
  find: FindRows,
): Places {
  const hasConditions = query.q !== '' || query.choices.size > 0;
  const size = indexes.reduce((rows, index) => rows + index.rowCount(), 0);
  if (!hasConditions && size === sequence.size()) return makeAllPlaces(size);
  const places = scratch.places(size);
  let total = 0;
  for (const index of indexes) {
    const matches = find(index);
    const rows = index.find(query, matches);
    const slots = index.slots();
    const ranks = sequence.ranks();
    for (let each = 0; each < rows.length; each += 1) {
      places[total + each] = (ranks[slots[rows[each] as number] as number] as number) - 1;
    }
    if (sequence.ranking.isByRelevance && matches) {
      const scores = scratch.scores(index.rowCount()); // not cleared: only matched rows are read
      for (let match = 0; match < matches.rows.length; match += 1) {
        scores[matches.rows[match] as number] = matches.scores[match] as number;
      }
      for (let each = 0; each < rows.length; each += 1) {
        const score = scores[rows[each] as number] as number;
        places[total + each] = (places[total + each] as number) - score * sequence.size();
      }
    }
    total += rows.length;
  }
  return makePlaces(places.subarray(0, total));
}

function makeAllPlaces(total: number): Places {
  return {
    total,
    countUntil: (place) => place,
    read(begin, size) {
      const length = Math.max(0, Math.min(size, total - begin));
      return new Float64Array(length).map((_, index) => begin + index);
    },
  };
}

function makePlaces(places: Float64Array): Places {
  return {
    total: places.length,
    countUntil(place) {
      let count = 0;
      for (let index = 0; index < places.length; index += 1)
        count += Number((places[index] as number) < place);
      return count;
    },
    read: (offset, size) => selectPage(places, { offset, size }),
  };
}

/** The keys from `offset` on, at most `size`, in ascending order. The keys are distinct whole numbers, in any order. */
function selectPage(keys: Float64Array, { offset, size }: { offset: number; size: number }): Float64Array {
  const end = Math.min(keys.length, offset + size);
  if (offset >= end) return new Float64Array();
  if (keys.length <= sortedAtOnce) return keys.slice().sort().subarray(offset, end);
  const { min, width } = chooseBuckets(keys);
  const counts = new Uint32Array(bucketCount);
  for (let index = 0; index < keys.length; index += 1) {
    const bucket = Math.floor(((keys[index] as number) - min) / width);
    counts[bucket] = (counts[bucket] as number) + 1;
  }
  const first = findBucket(counts, offset);
  const last = findBucket(counts, end - 1);
  const near = new Float64Array(last.before + (counts[last.bucket] as number) - first.before);
  let length = 0;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    const bucket = Math.floor((key - min) / width);
    if (bucket >= first.bucket && bucket <= last.bucket) near[length++] = key;
  }
  if (near.length === keys.length) return near.sort().subarray(offset, end); // the page is nearly all of them
  return selectPage(near, { offset: offset - first.before, size: end - offset });
}

const bucketCount = 1024;

/** At least the number of buckets, so that whole numbers fall into more than one. */
const sortedAtOnce = 2048;

function chooseBuckets(keys: Float64Array): { min: number; width: number } {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as number;
    if (key < min) min = key;
    if (key > max) max = key;
  }
  return { min, width: (max - min + 1) / bucketCount };
}

function findBucket(counts: Uint32Array, position: number): { bucket: number; before: number } {
  let before = 0;
  for (let bucket = 0; bucket < counts.length; bucket += 1) {
    const count = counts[bucket] as number;
    if (before + count > position) return { bucket, before };
    before += count;
  }
  throw new Error('The position is beyond the keys');
}
