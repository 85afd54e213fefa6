/** Made-up hard disks for tests and benchmarks. */
import { brands, type CategorySamples } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    capacityGb: 73.4,
    interface: 'SAS 6.0 Gb/s',
    formFactor: '2.5-inch',
    rpm: 15000,
    cacheMb: 16,
  },
  make(dice) {
    const capacityGb = dice.pick([4000, 1000, 2000, 8000, 500, 12000, 16000, 18000, 320, 6000]);
    return {
      brand: dice.pick(brands.slice(0, 12)),
      name: `${dice.pick(diskSeries)} ${dice.pick(['', 'Pro', 'NAS', 'Enterprise'])}`.trim(),
      specs: {
        capacityGb,
        interface: dice.pick(['SATA 6.0 Gb/s', 'SATA 6.0 Gb/s', 'SATA 3.0 Gb/s', 'SAS 12.0 Gb/s']),
        formFactor: dice.pick(['3.5-inch', '3.5-inch', '2.5-inch']),
        rpm: dice.next() < 0.05 ? undefined : dice.pick([7200, 5400, 5900, 10000, 15000]),
        cacheMb: dice.pick([256, 64, 128, 32, 16]),
      },
      cents: 3000 + capacityGb * 2,
    };
  },
};

const diskSeries =
  `BarraCuda|IronWolf|Caviar Green|Blue|Red Plus|Gold|SkyHawk|Exos X18|N300|Ultrastar|Purple|Momentus`.split(
    '|',
  );
