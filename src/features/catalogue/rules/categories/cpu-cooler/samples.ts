/** Made-up coolers for tests and benchmarks. */
import {
  brands,
  buildColors,
  type CategorySamples,
  known,
  sockets,
} from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    cooling: 'Liquid',
    sockets: 'AM4, AM5, LGA1700, LGA1851',
    heightMm: 53,
    radiatorMm: 360,
    ratedWatts: 300,
    maxRpm: 1800,
    noiseDb: 27.6,
    warrantyYears: 6,
    color: 'Black',
  },
  make(dice) {
    const radiatorMm = dice.pick([undefined, undefined, 240, 280, 360]);
    return {
      brand: dice.pick(brands),
      name: `Frost ${dice.upTo(900)}`,
      specs: {
        cooling: radiatorMm === undefined ? 'Air' : 'Liquid',
        sockets: known(dice, sockets.slice(dice.upTo(3)).join(', ')),
        heightMm: radiatorMm === undefined ? 37 + dice.upTo(130) : undefined,
        radiatorMm,
        ratedWatts: known(dice, 65 + dice.upTo(200)),
        maxRpm: known(dice, 1000 + dice.upTo(15) * 100),
        noiseDb: known(dice, 20 + dice.upTo(150) / 10),
        color: dice.pick(buildColors),
      },
      cents: 1500 + (radiatorMm ?? 60) * 30,
    };
  },
};
