/** Made-up power supplies for tests and benchmarks. */
import { brands, buildColors, type CategorySamples, known } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    watts: 850,
    form: 'ATX',
    efficiency: '80+ Gold',
    efficiencyPercent: 90,
    noiseDb: 25,
    warrantyYears: 10,
    modular: 'Full',
    cardConnectors: '3 × 8-pin + 1 × 16-pin',
    processorPlugs: 2,
    lengthMm: 140,
    color: 'Black',
  },
  make(dice) {
    const watts = dice.pick([450, 550, 650, 750, 850, 1000, 1200]);
    return {
      brand: dice.pick(brands),
      name: `Volt ${dice.upTo(900)} ${watts} W`,
      specs: {
        watts,
        efficiency: dice.pick(['80+ Bronze', '80+ Gold', '80+ Platinum', undefined]),
        cardConnectors: known(dice, dice.pick(['2 × 8-pin', '4 × 8-pin', '3 × 8-pin + 1 × 16-pin'])),
        modular: known(dice, dice.pick(['Full', 'Semi', 'No'])),
        form: dice.pick(['ATX', 'ATX', 'SFX']),
        lengthMm: known(dice, 100 + dice.upTo(100)),
        color: dice.pick(buildColors),
      },
      cents: watts * 12,
    };
  },
};
