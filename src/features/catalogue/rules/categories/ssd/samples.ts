/** Made-up SSDs for tests and benchmarks. */
import { brands, type CategorySamples } from '#catalogue/rules/categories/made-values.ts';

export const samples: CategorySamples = {
  complete: {
    capacityGb: 2000,
    interface: 'M.2 PCIe 4.0 X4',
    formFactor: 'M.2-2280',
    protocol: 'NVMe',
    pcieGeneration: 4,
    cacheMb: 2048,
    readMbs: 7450,
    writeMbs: 6900,
    readIops: 1_400_000,
    writeIops: 1_550_000,
    enduranceTbw: 1200,
  },
  make(dice) {
    const capacityGb = dice.pick([1000, 2000, 500, 512, 256, 4000, 1024, 250, 120, 960, 8000, 3840]);
    const connection = dice.pick([
      'M.2 PCIe 4.0 X4',
      'SATA 6.0 Gb/s',
      'M.2 PCIe 3.0 X4',
      'M.2 PCIe 5.0 X4',
      'M.2 SATA',
      'mSATA',
    ]);
    const formFactor = connection.startsWith('M.2')
      ? dice.pick(['M.2-2280', 'M.2-2280', 'M.2-2230', 'M.2-22110'])
      : connection === 'mSATA'
        ? 'mSATA'
        : '2.5-inch';
    return {
      brand: dice.pick(brands),
      name: `${dice.pick(driveSeries)} ${dice.upTo(99) * 10}${dice.pick(['', ' Pro', ' EVO', ' Plus'])}`,
      specs: {
        capacityGb,
        interface: connection,
        formFactor,
        cacheMb: dice.next() < 0.6 ? undefined : dice.pick([512, 1024, 2048, 256]),
      },
      cents: 2000 + capacityGb * 7,
    };
  },
};

const driveSeries =
  `Force|Blue|Black SN|NV|P|MX|Barracuda|Rocket|Gammix S|KC|A|UD|Legend|Spatium M|Aorus|Platinum P`.split(
    '|',
  );
