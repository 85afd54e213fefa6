/** Generates a plausible catalogue of any size, the same for the same seed, as varied as real lists. */
import { randomUUIDv7 } from 'node:crypto';
import { insertParts, type NewPartRow } from '#database/catalogue/parts.ts';
import type { Database } from '#database/connect.ts';
import { runTransaction } from '#database/transaction.ts';
import type { Category } from '#domain/catalogue/parts.ts';
import type { SpecificationValues } from '#domain/catalogue/specifications.ts';
import { type Dice, makeDice } from './dice.ts';
import { makeCase, makeCooler, makePowerSupply, makeProcessor } from './made-build-parts.ts';

export type MadePart = {
  sku: string;
  category: Category;
  brand: string;
  name: string;
  description: string;
  image: null;
  price_cents: number;
  stock: number;
  minimum_order: number;
  specs: SpecificationValues;
  /** In a file, as of an import. */
  file_row?: number;
};

/** Parts with the shares of real lists: of ten, four memory, two drives, two graphics cards, a sixth motherboards. */
export function makeParts(count: number, seed = 1, kinds: readonly Kind[] = shares): MadePart[] {
  const dice = makeDice(seed);
  return Array.from({ length: count }, (_, index) => {
    const category = dice.pick(kinds);
    const { brand, name, specs, cents } = makers[category](dice);
    return {
      sku: `${category.slice(0, 3).toUpperCase()}-${seed}-${index.toString(36).toUpperCase().padStart(5, '0')}`,
      category,
      brand,
      name: `${brand} ${name}`,
      description: `${name} by ${brand}. Made up, to measure with.`,
      image: null,
      price_cents: Math.max(99, Math.round(cents * (0.6 + dice.next() * 0.9))),
      stock: dice.next() < 0.15 ? 0 : dice.upTo(200),
      minimum_order: dice.next() < 0.9 ? 1 : dice.upTo(10),
      specs: Object.fromEntries(Object.entries(specs).filter(([, value]) => value !== undefined)),
    };
  });
}

export async function insertMadeParts(db: Database, parts: readonly MadePart[]): Promise<void> {
  const at = new Date();
  for (let start = 0; start < parts.length; start += 500) {
    const rows = parts.slice(start, start + 500).map(
      (part): NewPartRow => ({
        ...part,
        id: randomUUIDv7(),
        specs: JSON.stringify(part.specs),
        created_at: at,
        updated_at: at,
      }),
    );
    await runTransaction(db, (transaction) => insertParts(transaction, rows));
  }
}

type PartDraft = { brand: string; name: string; specs: SpecificationValues; cents: number };

const makers = {
  memory: makeMemory,
  'hard-disk': makeHardDisk,
  ssd: makeSsd,
  motherboard: makeMotherboard,
  'graphics-card': makeGraphicsCard,
  cpu: (dice: Dice) => ({ brand: dice.pick(['AMD', 'Intel']), ...makeProcessor(dice) }),
  'cpu-cooler': (dice: Dice) => ({ brand: dice.pick(brands), ...makeCooler(dice) }),
  case: (dice: Dice) => ({ brand: dice.pick(brands), ...makeCase(dice) }),
  'power-supply': (dice: Dice) => ({ brand: dice.pick(brands), ...makePowerSupply(dice) }),
  other: (dice: Dice) => ({
    brand: dice.pick(brands),
    name: `${dice.pick(['Cable', 'Fan', 'Bracket', 'Paste'])} ${dice.upTo(900)}`,
    specs: { Weight: `${dice.upTo(900)} g` },
    cents: 1500,
  }),
} satisfies Partial<Record<Category, (dice: Dice) => PartDraft>>;

type Kind = keyof typeof makers;

const shares: readonly Kind[] = [
  'memory',
  'memory',
  'graphics-card',
  'ssd',
  'motherboard',
  'hard-disk',
  'other',
];

/** As often as the others. */
export const everyKind: readonly Kind[] = [...shares, 'cpu', 'cpu-cooler', 'case', 'power-supply'];

function makeMemory(dice: Dice): PartDraft {
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
}

function makeSsd(dice: Dice): PartDraft {
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
}

function makeHardDisk(dice: Dice): PartDraft {
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
}

function makeMotherboard(dice: Dice): PartDraft {
  const [socket, ddr, chips] = dice.pick(platforms);
  const formFactor = dice.pick(['ATX', 'Micro ATX', 'ATX', 'Mini ITX', 'EATX']);
  const memorySlots = formFactor === 'Mini ITX' ? 2 : dice.pick([4, 4, 2, 8]);
  return {
    brand: dice.pick(brands.slice(0, 16)),
    name: `${dice.pick(boardSeries)} ${dice.pick(chips)}${formFactor === 'Micro ATX' ? 'M' : ''} ${dice.pick(['WIFI', 'PLUS', 'PRO', 'II', 'D4'])}`,
    specs: {
      socket,
      formFactor,
      ddr: dice.next() < 0.2 ? undefined : ddr,
      memorySlots,
      maxMemoryGb: memorySlots * dice.pick([32, 48, 64, 16, 8]),
      color: pickColor(dice),
    },
    cents: 16_000,
  };
}

function makeGraphicsCard(dice: Dice): PartDraft {
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
}

function pickColor(dice: Dice): string | undefined {
  const main = dice.pick([undefined, ...colors]);
  return main && dice.next() < 0.4 ? `${main} / ${dice.pick(colors)}` : main;
}

const brands =
  `Corsair Kingston Samsung Crucial Gigabyte Asus MSI ASRock Seagate Toshiba Western-Digital Intel Biostar
  EVGA Zotac Sapphire PowerColor XFX PNY Palit G.Skill TEAMGROUP Patriot ADATA Lexar Mushkin GeIL Silicon-Power Transcend
  Inland Sabrent SanDisk Plextor OCZ Hitachi Fujitsu HP Dell Lenovo Supermicro V-Color Apacer Netac Acer Klevv Ballistix
  Hynix Micron Oloy Thermaltake Timetec Leven Galax Gainward`
    .split(/\s+/)
    .map((brand) => brand.replace('-', ' '));
const memorySeries =
  `Vengeance LPX|Fury Beast|Ripjaws V|Trident Z5|Flare X5|Dominator Platinum|Ballistix|T-Force Delta|Redline|Viper Steel|XPG Lancer|Pro Overclocking|ValueRAM|Elite|Aegis|Renegade|Sniper X|Spectrix`.split(
    '|',
  );
const driveSeries =
  `Force|Blue|Black SN|NV|P|MX|Barracuda|Rocket|Gammix S|KC|A|UD|Legend|Spatium M|Aorus|Platinum P`.split(
    '|',
  );
const diskSeries =
  `BarraCuda|IronWolf|Caviar Green|Blue|Red Plus|Gold|SkyHawk|Exos X18|N300|Ultrastar|Purple|Momentus`.split(
    '|',
  );
const boardSeries =
  `PRIME|TUF GAMING|ROG STRIX|MAG|MPG|AORUS ELITE|EAGLE|Phantom|Steel Legend|PRO RS|Taichi|Creator`.split(
    '|',
  );
const cardSeries =
  `GAMING OC|WINDFORCE|DUAL OC|TUF GAMING|VENTUS 2X|EAGLE|PULSE|NITRO+|Challenger|Phantom Gaming|ROG STRIX|Twin Edge|Founders Edition|SUPRIM X|Hellhound|AERO`.split(
    '|',
  );
const colors = [
  'Black',
  'White',
  'Silver',
  'Red',
  'Blue',
  'Gray',
  'Green',
  'Gold',
  'Yellow',
  'Orange',
  'Purple',
];

const speeds: Record<number, number[]> = {
  5: [6000, 5600, 6400, 5200, 4800, 7200, 6800, 6600, 8000, 7600],
  4: [3200, 3600, 2666, 2400, 3000, 4000, 2133, 3466, 3733, 4400],
  3: [1600, 1333, 1866, 2133, 2400, 1066, 1800, 2000, 2666, 2800],
  2: [800, 667, 533, 1066, 400, 800, 800, 667, 1000, 1066],
};
const platforms: [socket: string, ddr: number, chips: string[]][] = [
  ['AM5', 5, ['B650', 'X670E', 'B850', 'X870', 'A620']],
  ['LGA1700', 5, ['B760', 'Z790', 'H770', 'Z690', 'H610']],
  ['AM4', 4, ['B550', 'X570', 'B450', 'A520', 'X470']],
  ['LGA1151', 4, ['Z390', 'B365', 'H310', 'Z270']],
  ['LGA1851', 5, ['Z890', 'B860', 'H810']],
  ['LGA1200', 4, ['B460', 'Z590', 'H510']],
  ['LGA1155', 3, ['Z77', 'H61', 'B75']],
  ['AM3+', 3, ['970', '990FX', '760G']],
];
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
