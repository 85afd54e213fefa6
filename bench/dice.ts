/** A seeded random generator: the same sequence for the same seed. */
import type { SampleDice } from '#catalogue/rules/categories/made-values.ts';
import { rollFrom } from '#kernel/dice.ts';

export type Dice = SampleDice & {
  /** One of the values, all equally often. */
  any<Value>(values: readonly Value[]): Value;
  shuffle<Value>(values: readonly Value[]): Value[];
};

export function makeDice(seed: number): Dice {
  const next = rollFrom(seed);
  return {
    next,
    upTo: (max) => 1 + Math.floor(next() * max),
    pick: <Value>(values: readonly Value[]) => values[Math.floor(next() ** 1.6 * values.length)] as Value,
    any: <Value>(values: readonly Value[]) => values[Math.floor(next() * values.length)] as Value,
    shuffle: (values) =>
      values
        .map((value) => ({ value, at: next() }))
        .sort((one, other) => one.at - other.at)
        .map(({ value }) => value),
  };
}
