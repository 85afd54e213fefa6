/** Verdicts about real parts: the rule, what it is about, the verdict, and where it is from. */
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { Verdict } from '#fit/rules/verdicts.ts';
import { card, cooler, drive, housing, memory, motherboard, processor, supply } from './fit-parts.ts';

const ddr4 = { generation: 4, form: 'DIMM', modules: 2, moduleGb: 8, speedMts: 3200 } as const;
export const ddr5 = { generation: 5, form: 'DIMM', modules: 2, moduleGb: 16, speedMts: 6000 } as const;

export const am4 = (name: string) => processor(name, { socket: 'AM4', memoryGenerations: [4] });
const am5 = (name: string) => processor(name, { socket: 'AM5', memoryGenerations: [5] });
export const intel = (name: string, socket: string) => processor(name, { socket });
const core = (model: string, socket: string) => intel(`Intel Core ${model}`, socket);
export const board = (name: string, socket: string, chipset: string, hasFlashback?: boolean) =>
  motherboard(name, { socket, chipset, hasFlashback });

export const b550 = board('ASUS ROG STRIX B550-F GAMING', 'AM4', 'B550', true);
const b450 = board('MSI B450 TOMAHAWK MAX', 'AM4', 'B450', true);
export const x570 = board('Gigabyte X570 AORUS ELITE', 'AM4', 'X570', false);
const b350 = board('ASUS PRIME B350-PLUS', 'AM4', 'B350', false);
const b650 = board('MSI B650 TOMAHAWK WIFI', 'AM5', 'B650', true);
const z170 = board('ASUS Z170-A', 'LGA1151', 'Z170');
const z370 = board('ASUS PRIME Z370-A', 'LGA1151', 'Z370');
const h410 = board('ASUS PRIME H410M-K', 'LGA1200', 'H410');
const v2 = board('Gigabyte H410M S2H V2', 'LGA1200', 'H410');
const b460 = board('ASUS PRIME B460-PLUS', 'LGA1200', 'B460');
const z490 = board('MSI MAG Z490 TOMAHAWK', 'LGA1200', 'Z490', true);
const z270 = board('ASRock Z270 SuperCarrier', 'LGA1151', 'Z270');
const x870 = board('ASUS PRIME X870-P', 'AM5', 'X870', true);
const z890 = board('MSI MAG Z890 TOMAHAWK WIFI', 'LGA1851', 'Z890', true);
const lga1700 = { socket: 'LGA1700', memoryForm: 'DIMM', memorySlots: 4 } as const;
const z690Ddr4 = motherboard('MSI PRO Z690-A DDR4', {
  ...{ ...lga1700, chipset: 'Z690', memoryGeneration: 4, maxMemoryGb: 128 },
});
const b760Ddr5 = motherboard('ASUS PRIME B760-PLUS', {
  ...{ ...lga1700, chipset: 'B760', memoryGeneration: 5, maxMemoryGb: 192 },
});
const chipCard = (name: string, chip: string, size: [watts: number, mm: number, slots: number], plugs = {}) =>
  card(`${name} ${chip}`, {
    ...{ chip, watts: size[0], lengthMm: size[1], slotWidth: size[2] },
    connectors: { sixPin: 0, eightPin: 0, sixteenPin: 0, ...plugs },
  });
export const rtx4090 = chipCard('ASUS ROG Strix', 'GeForce RTX 4090', [450, 357.6, 3.5], { sixteenPin: 1 });
export const rtx4080 = chipCard('NVIDIA', 'GeForce RTX 4080', [320, 304, 3], { sixteenPin: 1 });
const rx580 = chipCard('XFX GTS', 'Radeon RX 580', [185, 270, 2], { eightPin: 1 });
const gtx1650 = chipCard('Gigabyte OC Low Profile', 'GeForce GTX 1650', [75, 167, 2]);
const eightPins = (name: string, watts: number, eightPin: number) =>
  supply(name, { watts, form: 'ATX', connectors: { eightPin, sixteenPin: 0 } });
const old450 = eightPins('EVGA 450 BT', 450, 2);
const rm850e = supply('Corsair RM850e (2023)', {
  watts: 850,
  form: 'ATX',
  connectors: { eightPin: 3, sixteenPin: 1 },
});
const rm850 = eightPins('Corsair RM850 (2019)', 850, 6);
const i5 = processor('Intel Core i5-12400F', {
  socket: 'LGA1700',
  memoryGenerations: [4, 5],
  tdpWatts: 65,
  hasGraphics: false,
});
const d15 = cooler('Noctua NH-D15', {
  sockets: ['LGA1150', 'LGA1151', 'LGA1155', 'LGA1156', 'LGA2011', 'AM4'],
  isLiquid: false,
  heightMm: 165,
});
const frontMm = {
  maxCardLengthMm: 355,
  maxCoolerHeightMm: 170,
  expansionSlots: 7,
  bays35: 2,
  boardFormFactors: ['ATX', 'Micro ATX', 'Mini ITX'],
  powerSupplyForms: ['ATX'],
};
const north = housing('Fractal Design North', frontMm);
const tu100 = housing('Lian Li PC-TU100', {
  maxCardLengthMm: 193,
  expansionSlots: 2,
  boardFormFactors: ['Mini ITX'],
  bays35: 1,
});

const largeDisk = (name: string) => drive(name, { form: '3.5"', bus: 'SATA', isHardDisk: true });
const m2Drive = (name: string, m2LengthMm: number) => drive(name, { form: 'M.2', m2LengthMm, bus: 'NVMe' });
const oneSlot = motherboard('ASRock A520M-HDV', { m2Slots: [{ lengthsMm: [60, 80], takesSata: true }] });

/** By the rule; without a source: dimensions and counts from the makers’ specifications, as recorded in the BuildCores OpenDB. */
export const realCases: Readonly<Record<string, Record<string, [Verdict | Verdict[], ...FitPart[]]>>> = {
  chipset: {
    // AMD, AM4 chipset table of May 2020, as of the B550's launch, kept at forum.setcombg.com, thread 63517
    'a Ryzen 5 2600 on a B550 board': ['does-not-fit', am4('AMD Ryzen 5 2600'), b550],
    'a Ryzen 7 1700 on a B550 board': ['does-not-fit', am4('AMD Ryzen 7 1700'), b550],
    'a Ryzen 5 3400G on a B550 board': ['does-not-fit', am4('AMD Ryzen 5 3400G'), b550],
    'a Ryzen 7 1700X on an X570 board': ['does-not-fit', am4('AMD Ryzen 7 1700X'), x570],
    'a Ryzen 7 5800X3D on a B550 board': ['only-if', am4('AMD Ryzen 7 5800X3D'), b550],
    'a Ryzen 9 5950X on an X570 board': ['only-if', am4('AMD Ryzen 9 5950X'), x570],
    'a Ryzen 5 3600 on a B450 board': ['only-if', am4('AMD Ryzen 5 3600'), b450],
    'a Ryzen 7 3700X on a B350 board': ['only-if', am4('AMD Ryzen 7 3700X'), b350],
    'a Ryzen 5 3600 on a B550 board': ['fits', am4('AMD Ryzen 5 3600'), b550],
    'a Ryzen 7 2700X on an X570 board': ['fits', am4('AMD Ryzen 7 2700X'), x570],
    'a Ryzen 5 3400G on an X570 board': ['fits', am4('AMD Ryzen 5 3400G'), x570],
    'a Ryzen 7 1700 on a B450 board': ['fits', am4('AMD Ryzen 7 1700'), b450],
    'a Ryzen 5 2400G on a B450 board': ['fits', am4('AMD Ryzen 5 2400G'), b450],
    // ASUS on B350 boards, March 2022, quoted by TecMundo
    'a Ryzen 5 5600 on a B350 board': ['only-if', am4('AMD Ryzen 5 5600'), b350],
    // Intel, compatibility of 400-series chipsets, quoted by pcgamer.com/intel-rocket-lake-backwards-compatibility
    'a Core i7-11700K on an H410 board': ['does-not-fit', core('i7-11700K', 'LGA1200'), h410],
    'a Core i5-11400 on a B460 board': ['does-not-fit', core('i5-11400', 'LGA1200'), b460],
    'a Core i7-11700K on a Z490 board': ['only-if', core('i7-11700K', 'LGA1200'), z490],
    'a Core i5-10400 on an H410 board': ['fits', core('i5-10400', 'LGA1200'), h410],
    // Gigabyte’s V2 boards, described by pausehardware.com
    'a Core i5-11400 on a renewed H410 board': ['only-if', core('i5-11400', 'LGA1200'), v2],
    // ASRock, quoted by eteknix.com/asrock-confirms-intel-coffee-lake-incompatible-200-series-boards
    'a Core i7-8700K on a Z270 board': ['does-not-fit', core('i7-8700K', 'LGA1151'), z270],
    // Intel’s two LGA1151, described by gamemaxpc.com
    'a Core i7-7700K on a Z370 board': ['does-not-fit', core('i7-7700K', 'LGA1151'), z370],
    'a Core i9-9900 on a Z170 board': ['does-not-fit', core('i9-9900', 'LGA1151'), z170],
    'a Core i7-7700K on a Z170 board': ['only-if', core('i7-7700K', 'LGA1151'), z170],
    // no source at hand: as commonly documented, to be compared with the maker’s list
    'a Ryzen 7 9800X3D on a B650 board': ['only-if', am5('AMD Ryzen 7 9800X3D'), b650],
    'a Core i9-9900K on a Z370 board': ['only-if', core('i9-9900K', 'LGA1151'), z370],
    'a Core i5-14600K on a Z690 board': ['only-if', core('i5-14600K', 'LGA1700'), z690Ddr4],
    'a processor that came after the table': ['only-if', core('Ultra 5 250K Plus', 'LGA1851'), z890],
    'another on a board of its time': ['only-if', am5('AMD Ryzen 7 9850X3D'), board('B850', 'AM5', 'B850')],
    'a Ryzen 5 7600 on a B650 board': ['fits', am5('AMD Ryzen 5 7600'), b650],
    'a Ryzen 7 9800X3D on an X870 board': ['fits', am5('AMD Ryzen 7 9800X3D'), x870],
    'a Core i5-12400F on a B760 board': ['fits', i5, b760Ddr5],
    'a Core Ultra 7 265K on a Z890 board': ['fits', core('Ultra 7 265K', 'LGA1851'), z890],
  },
  socket: {
    // Noctua, “AMD AM5 – all you need to know”, noctua.at/en/am5
    'an AM5 processor in an AM4 board': ['does-not-fit', am5('AMD Ryzen 5 7600'), b550],
    'an LGA1700 processor in an LGA1851 board': ['does-not-fit', i5, z890],
  },
  'memory-generation': {
    'DDR5 in a DDR4 board of LGA1700': ['does-not-fit', memory('Corsair Vengeance', ddr5), z690Ddr4],
    'DDR4 in a DDR5 board of LGA1700': ['does-not-fit', memory('Corsair Vengeance LPX', ddr4), b760Ddr5],
    'DDR4 in a DDR4 board of LGA1700': ['fits', memory('Corsair Vengeance LPX', ddr4), z690Ddr4],
  },
  'memory-form': {
    'laptop memory in a desktop board': [
      'does-not-fit',
      memory('Kingston FURY Impact 32 GB', { ...ddr5, form: 'SO-DIMM' }),
      b760Ddr5,
    ],
  },
  'memory-amount': {
    'four modules of 48 GB in a board that takes 128 GB': [
      ['does-not-fit', 'only-if', 'fits'],
      memory('Corsair Vengeance 192 GB', { ...ddr5, modules: 4, moduleGb: 48 }),
      { ...b760Ddr5, maxMemoryGb: 128 },
    ],
    'a fourth module where two slots are': [
      ['does-not-fit', 'fits'],
      memory('Corsair Vengeance 64 GB', { ...ddr5, modules: 4 }),
      { ...b760Ddr5, memorySlots: 2 },
    ],
  },
  'card-length': {
    'an RTX 4090 of 357.6 mm in a case that takes 355 mm': ['does-not-fit', rtx4090, north],
    'an RTX 4080 behind a radiator at the front': [
      'only-if',
      rtx4080,
      north,
      cooler('Arctic Liquid Freezer III 360', { isLiquid: true, radiatorMm: 360, sockets: ['AM5'] }),
    ],
  },
  'card-slots': {
    'a card of 3.5 slots in a case of two': ['does-not-fit', rtx4090, { ...tu100, maxCardLengthMm: 400 }],
  },
  'board-in-case': {
    'an ATX board in a case for Mini ITX': [
      'does-not-fit',
      motherboard('ASUS PRIME B760-PLUS', { formFactor: 'ATX' }),
      tu100,
    ],
  },
  'cooler-height': {
    'a cooler of 165 mm in a case that takes 160 mm': [
      'does-not-fit',
      d15,
      housing('be quiet! Pure Base 500', { maxCoolerHeightMm: 160 }),
    ],
  },
  'cooler-socket': {
    // Noctua, “AMD AM5 – all you need to know”, noctua.at/en/am5
    'a cooler for AM4 on AM5': ['only-if', d15, am5('AMD Ryzen 5 7600')],
    // Noctua on LGA1700, quoted by Tom’s Hardware
    'a cooler for LGA115x on LGA1700': ['only-if', d15, i5],
  },
  'power-watts': {
    // NVIDIA’s FAQ of September 2022, quoted by t3.com/news/nvidia-rtx-40-series-graphics-cards-now-look-an-even-better-buy
    'an RTX 4080 of 320 W with a power supply of 450 W': ['only-if', rtx4080, old450, i5],
  },
  'power-recommended': {
    // NVIDIA’s product page of the RTX 4090, quoted by pcgamesn.com/nvidia/rtx-4090-power-supply
    'an RTX 4090 with 850 W': ['fits', rtx4090, rm850e],
    // NVIDIA’s FAQ, as above
    'an RTX 4080 with 450 W': ['only-if', rtx4080, old450],
  },
  'power-connectors': {
    'a plug of 16 pins': ['fits', rtx4090, rm850e],
    'a card that the slot feeds': ['fits', gtx1650, { ...eightPins('HEC 250', 250, 0), form: 'SFX' }],
    'a card with one plug': ['fits', rx580, old450],
    // NVIDIA’s FAQ, as above
    'an RTX 4090 with plugs of eight pins and the adapter of the card': ['only-if', rtx4090, rm850],
    'an RTX 4090 with a single plug of eight pins': [
      'does-not-fit',
      rtx4090,
      eightPins('Seasonic S12III 500', 500, 1),
    ],
  },
  'supply-in-case': {
    'a power supply of SFX size in an ATX tower': [
      'only-if',
      supply('Corsair SF750', { watts: 750, form: 'SFX' }),
      north,
    ],
  },
  'drive-bays': {
    'three large hard disks in a case of two bays': [
      'does-not-fit',
      ...['Seagate IronWolf 8 TB', 'WD Red Plus 8 TB', 'Toshiba N300 8 TB'].map(largeDisk),
      north,
    ],
  },
  'm2-slots': {
    'two M.2 drives on a board with one slot': [
      'does-not-fit',
      m2Drive('Samsung 990 Pro', 80),
      m2Drive('WD Black SN850X', 80),
      oneSlot,
    ],
    'an M.2 drive of 110 mm on a board that takes 80 mm': ['only-if', m2Drive('Samsung', 110), oneSlot],
  },
};
