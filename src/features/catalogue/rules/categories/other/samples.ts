/** Made-up parts of no other category for tests and benchmarks. */
import { brands, type CategorySamples } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: { Length: '2 m', Shielded: true },
  make: (dice) => ({
    brand: dice.pick(brands),
    name: `${dice.pick(['Cable', 'Fan', 'Bracket', 'Paste'])} ${dice.upTo(900)}`,
    specs: { Weight: `${dice.upTo(900)} g` },
    cents: 1500,
  }),
};
