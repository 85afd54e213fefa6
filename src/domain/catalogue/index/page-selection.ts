/** Selects one page of sorted numbers without sorting those of the other pages. */

/** The keys from `offset` on, at most `size`, in ascending order. The keys are distinct whole numbers, in any order. */
export function selectPage(
  keys: Float64Array,
  { offset, size }: { offset: number; size: number },
): Float64Array {
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
