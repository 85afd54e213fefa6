/** Made-up processors for tests and benchmarks. */
import { type CategorySamples, known, sockets } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    cores: 8,
    threads: 16,
    baseClockGhz: 4.2,
    boostClockGhz: 5,
    socket: 'AM5',
    memoryTypes: 'DDR5',
    ecc: 'Yes',
    tdpWatts: 120,
    peakWatts: 162,
    graphics: 'Radeon',
    series: 'Ryzen 7',
    generation: 'Ryzen 7000',
    microarchitecture: 'Zen 4',
    coolerIncluded: 'No',
  },
  make(dice) {
    const cores = dice.pick([4, 6, 8, 12, 16, 24]);
    const graphics = dice.pick(['None', 'Radeon', 'Intel UHD Graphics 770']);
    return {
      brand: dice.pick(['AMD', 'Intel']),
      name: `Quartz ${dice.upTo(900)}${graphics === 'None' ? 'F' : ''}`,
      specs: {
        cores,
        threads: known(dice, cores * 2),
        baseClockGhz: 2 + dice.upTo(20) / 10,
        boostClockGhz: known(dice, 4 + dice.upTo(18) / 10),
        socket: known(dice, dice.pick(sockets)),
        memoryTypes: known(dice, dice.pick(['DDR4', 'DDR5', 'DDR4, DDR5'])),
        ecc: known(dice, dice.pick(['Yes', 'No'])),
        tdpWatts: dice.pick([35, 65, 105, 120, 125, 170]),
        peakWatts: known(dice, dice.pick([88, 142, 162, 253])),
        graphics: known(dice, graphics),
        microarchitecture: dice.pick(['Zen 3', 'Zen 4', 'Raptor Lake', 'Arrow Lake']),
        coolerIncluded: known(dice, dice.pick(['Yes', 'No'])),
      },
      cents: 5000 + cores * 2500,
    };
  },
};
