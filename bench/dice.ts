/** A seeded random generator: the same sequence for the same seed. */
import type { SampleDice } from '#catalogue/rules/categories/made-values.ts';

export type Dice = SampleDice & {
  /** One of the values, all equally often. */
  any<Value>(values: readonly Value[]): Value;
};

/** Source of the sequence: mulberry32, by Tommy Ettinger, in the public domain. */
export function makeDice(seed: number): Dice {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    upTo: (max) => 1 + Math.floor(next() * max),
    pick: <Value>(values: readonly Value[]) => values[Math.floor(next() ** 1.6 * values.length)] as Value,
    any: <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value,
  };
}
