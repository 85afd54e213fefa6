/** Made-up cases for tests and benchmarks. */
import { brands, buildColors, type CategorySamples, known } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    type: 'ATX Mid Tower',
    boardFormFactors: 'ATX, Micro ATX, Mini ITX',
    maxCardLengthMm: 365,
    expansionSlots: 7,
    maxCoolerHeightMm: 165,
    powerSupplyForms: 'ATX',
    includedWatts: 500,
    bays35: 2,
    bays25: 2,
    volumeL: 45.2,
    widthMm: 220,
    heightMm: 460,
    depthMm: 447,
    sidePanel: 'Tempered Glass',
    color: 'Black',
  },
  make(dice) {
    return {
      brand: dice.pick(brands),
      name: `Hull ${dice.upTo(900)}`,
      specs: {
        type: dice.pick(['ATX Mid Tower', 'ATX Full Tower', 'Micro ATX Mini Tower', 'Mini ITX Tower']),
        volumeL: known(dice, 8 + dice.upTo(60)),
        boardFormFactors: known(dice, dice.pick(boards)),
        maxCardLengthMm: known(dice, 250 + dice.upTo(180)),
        expansionSlots: dice.pick([2, 4, 7, 8]),
        maxCoolerHeightMm: known(dice, 60 + dice.upTo(130)),
        bays35: dice.upTo(6) - 1,
        bays25: known(dice, dice.upTo(6) - 1),
        powerSupplyForms: known(dice, dice.pick(['ATX', 'SFX, SFX-L', 'ATX, SFX'])),
        includedWatts: dice.next() < 0.1 ? 500 : undefined,
        sidePanel: dice.pick(['Tempered Glass', 'Mesh', 'Solid', undefined]),
        color: dice.pick(buildColors),
      },
      cents: 6000,
    };
  },
};

const boards = ['ATX, Micro ATX, Mini ITX', 'Micro ATX, Mini ITX', 'Mini ITX'];
