/** Made-up graphics cards for tests and benchmarks. */
import { brands, type CategorySamples, pickColor } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    chipset: 'GeForce RTX 5070 Ti',
    memoryGb: 16,
    coreClockMhz: 2300,
    boostClockMhz: 2497,
    lengthMm: 303,
    slotWidth: 2.5,
    watts: 300,
    powerConnectors: '1 × 16-pin',
    noiseDb: 32,
    warrantyYears: 3,
    color: 'Black',
    family: 'GeForce RTX 50 series',
  },
  make(dice) {
    const [chipset, memoryGb, cents] = dice.pick(chipsets);
    const boostClockMhz = 1200 + dice.upTo(180) * 10;
    return {
      brand: dice.pick(brands.slice(0, 20)),
      name: dice.pick(cardSeries),
      specs: {
        chipset,
        memoryGb,
        coreClockMhz: boostClockMhz - dice.upTo(60) * 10,
        boostClockMhz: dice.next() < 0.35 ? undefined : boostClockMhz,
        lengthMm: dice.next() < 0.1 ? undefined : 160 + dice.upTo(190),
        color: pickColor(dice),
      },
      cents,
    };
  },
};

const cardSeries =
  `GAMING OC|WINDFORCE|DUAL OC|TUF GAMING|VENTUS 2X|EAGLE|PULSE|NITRO+|Challenger|Phantom Gaming|ROG STRIX|Twin Edge|Founders Edition|SUPRIM X|Hellhound|AERO`.split(
    '|',
  );

const chipsets: [chipset: string, memoryGb: number, cents: number][] = [
  ['GeForce RTX 4070', 12, 55_000],
  ['GeForce RTX 4060 Ti', 8, 40_000],
  ['Radeon RX 7800 XT', 16, 50_000],
  ['GeForce RTX 5070 Ti', 16, 75_000],
  ['GeForce RTX 3060 12GB', 12, 30_000],
  ['Radeon RX 9060 XT', 16, 38_000],
  ['Radeon RX 6600', 8, 21_000],
  ['GeForce RTX 5090', 32, 300_000],
  ['GeForce GTX 1660 SUPER', 6, 20_000],
  ['Arc B580', 12, 25_000],
  ['GeForce GTX 1080', 8, 45_000],
  ['Radeon RX 580', 8, 18_000],
  ['Quadro RTX 4000', 8, 90_000],
  ['GeForce GT 1030', 2, 8_000],
  ['Radeon HD 7970', 3, 12_000],
  ['GeForce GTX 760', 2, 10_000],
];
