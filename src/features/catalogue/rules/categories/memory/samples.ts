/** Made-up memory for tests and benchmarks. */
import { brands, type CategorySamples, pickColor } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    capacityGb: 32,
    modules: 2,
    moduleGb: 16,
    ddr: 5,
    speedMts: 6000,
    casLatency: 36,
    firstWordLatencyNs: 12,
    form: 'DIMM',
    ecc: 'No',
    registered: 'No',
    heightMm: 44.5,
    color: 'Black / Silver',
  },
  make(dice) {
    const ddr = dice.pick([5, 4, 4, 3, 2]);
    const modules = dice.pick([2, 1, 4, 2, 8]);
    const moduleGb = dice.pick([16, 8, 32, 4, 24, 48, 64, 2, 0.5]);
    const speedMts = speeds[ddr]?.[dice.upTo(10) - 1] ?? 1600;
    const casLatency = Math.round(speedMts / dice.pick([200, 180, 166, 120]));
    const capacityGb = modules * moduleGb;
    const series = `${dice.pick(memorySeries)}${dice.next() < 0.3 ? ' RGB' : ''}`;
    return {
      brand: dice.pick(brands),
      name: `${series} ${capacityGb} GB`,
      specs: {
        capacityGb,
        modules,
        moduleGb,
        ddr,
        speedMts,
        casLatency: dice.next() < 0.05 ? undefined : casLatency,
        firstWordLatencyNs: Number(((2000 * casLatency) / speedMts).toFixed(3)),
        color: pickColor(dice),
      },
      cents: 800 + capacityGb * 300,
    };
  },
};

const memorySeries =
  `Vengeance LPX|Fury Beast|Ripjaws V|Trident Z5|Flare X5|Dominator Platinum|Ballistix|T-Force Delta|Redline|Viper Steel|XPG Lancer|Pro Overclocking|ValueRAM|Elite|Aegis|Renegade|Sniper X|Spectrix`.split(
    '|',
  );

const speeds: Record<number, number[]> = {
  5: [6000, 5600, 6400, 5200, 4800, 7200, 6800, 6600, 8000, 7600],
  4: [3200, 3600, 2666, 2400, 3000, 4000, 2133, 3466, 3733, 4400],
  3: [1600, 1333, 1866, 2133, 2400, 1066, 1800, 2000, 2666, 2800],
  2: [800, 667, 533, 1066, 400, 800, 800, 667, 1000, 1066],
};
