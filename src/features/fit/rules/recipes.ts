/** What ready builds are for, and the steps of their prices. */
import type { Cents } from '#kernel/money.ts';

export const uses = ['gaming', 'office', 'small', 'quiet'] as const;
export type Use = (typeof uses)[number];

export type Recipe = {
  use: Use;
  /** What all parts cost at most. */
  limit: Cents;
  memoryGb: number;
  driveGb: number;
  hasCard: boolean;
  maxCaseLitres?: number;
  /** Of the cooler, as its maker states it. */
  maxNoiseDb?: number;
};

type Step = [dollars: number, memoryGb: number, driveGb: number];

const small = { hasCard: false, maxCaseLitres: 25 };

/** By use, the cheapest first. */
export const recipes: readonly Recipe[] = [
  ...makeSteps('gaming', { hasCard: true }, [
    [800, 16, 1000],
    [1000, 32, 1000],
    [1200, 32, 1000],
    [1500, 32, 1000],
    [2000, 32, 2000],
    [3000, 64, 2000],
  ]),
  ...makeSteps('office', { hasCard: false }, [
    [600, 16, 480],
    [800, 32, 1000],
    [1000, 32, 1000],
  ]),
  ...makeSteps('small', small, [
    [800, 16, 480],
    [1000, 32, 1000],
  ]),
  ...makeSteps('small', { ...small, hasCard: true }, [
    [1200, 16, 1000],
    [1500, 32, 1000],
    [2000, 32, 2000],
  ]),
  ...makeSteps('quiet', { hasCard: false, maxNoiseDb: 26 }, [
    [700, 16, 480],
    [900, 32, 1000],
    [1200, 64, 2000],
  ]),
];

function makeSteps(
  use: Use,
  kind: Omit<Recipe, 'use' | 'limit' | 'memoryGb' | 'driveGb'>,
  steps: readonly Step[],
): Recipe[] {
  return steps.map(([dollars, memoryGb, driveGb]) => ({
    ...{ ...kind, use, memoryGb, driveGb },
    limit: dollars * 100,
  }));
}
