/** Made processors, coolers, cases and power supplies. */
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import type { Dice } from './dice.ts';

type MadeSpecification = { name: string; specs: SpecificationValues; cents: number };

const sockets = ['AM4', 'AM5', 'LGA1700', 'LGA1851'];
const colors = ['Black', 'White', 'Black / Silver', undefined];
const boards = ['ATX, Micro ATX, Mini ITX', 'Micro ATX, Mini ITX', 'Mini ITX'];

/** A fact that is not known of every part. */
const known = <Value>(dice: Dice, value: Value) => (dice.next() < 0.7 ? value : undefined);

export function makeProcessor(dice: Dice): MadeSpecification {
  const cores = dice.pick([4, 6, 8, 12, 16, 24]);
  const graphics = dice.pick(['None', 'Radeon', 'Intel UHD Graphics 770']);
  return {
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
}

export function makeCooler(dice: Dice): MadeSpecification {
  const radiatorMm = dice.pick([undefined, undefined, 240, 280, 360]);
  return {
    name: `Frost ${dice.upTo(900)}`,
    specs: {
      cooling: radiatorMm === undefined ? 'Air' : 'Liquid',
      sockets: known(dice, sockets.slice(dice.upTo(3)).join(', ')),
      heightMm: radiatorMm === undefined ? 37 + dice.upTo(130) : undefined,
      radiatorMm,
      ratedWatts: known(dice, 65 + dice.upTo(200)),
      maxRpm: known(dice, 1000 + dice.upTo(15) * 100),
      noiseDb: known(dice, 20 + dice.upTo(150) / 10),
      color: dice.pick(colors),
    },
    cents: 1500 + (radiatorMm ?? 60) * 30,
  };
}

export function makeCase(dice: Dice): MadeSpecification {
  return {
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
      color: dice.pick(colors),
    },
    cents: 6000,
  };
}

export function makePowerSupply(dice: Dice): MadeSpecification {
  const watts = dice.pick([450, 550, 650, 750, 850, 1000, 1200]);
  return {
    name: `Volt ${dice.upTo(900)} ${watts} W`,
    specs: {
      watts,
      efficiency: dice.pick(['80+ Bronze', '80+ Gold', '80+ Platinum', undefined]),
      cardConnectors: known(dice, dice.pick(['2 × 8-pin', '4 × 8-pin', '3 × 8-pin + 1 × 16-pin'])),
      modular: known(dice, dice.pick(['Full', 'Semi', 'No'])),
      form: dice.pick(['ATX', 'ATX', 'SFX']),
      lengthMm: known(dice, 100 + dice.upTo(100)),
      color: dice.pick(colors),
    },
    cents: watts * 12,
  };
}
