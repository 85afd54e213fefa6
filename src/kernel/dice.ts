/** A seeded random generator: the same sequence for the same seed, on every machine. */

/** From 0 up to 1. */
export type Roll = () => number;

/** Source of the sequence: mulberry32, by Tommy Ettinger, in the public domain. */
export function rollFrom(seed: number): Roll {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
