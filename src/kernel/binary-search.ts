/** Finds a place in what is sorted. */

/** The first of `length` places for which `isBeyond` holds, else `length`; it holds for all after that. */
export function findFirstPlace(length: number, isBeyond: (place: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBeyond(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
