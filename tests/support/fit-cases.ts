/** Verdicts about real parts: what they are about, the rule, the verdict, and where it is from. */
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import type { Verdict } from '#fit/rules/verdicts.ts';
import { card, cooler, drive, housing, memory, motherboard, processor, supply } from './fit-parts.ts';

/** AMD's table of AM4 chipsets as of the B550's launch, kept at forum.setcombg.com, thread 63517. */
const amdTable = 'AMD, AM4 chipset table of May 2020';
/** pcgamer.com/intel-rocket-lake-backwards-compatibility quotes Intel's support page. */
const intel400 = 'Intel, compatibility of 400-series chipsets, quoted by PC Gamer';
/** eteknix.com/asrock-confirms-intel-coffee-lake-incompatible-200-series-boards. */
const asrock200 = 'ASRock on Coffee Lake and 200-series boards, quoted by eTeknix';
/** noctua.at/en/am5. */
const noctuaAm5 = 'Noctua, “AMD AM5 – all you need to know”';
/** pcgamesn.com/nvidia/rtx-4090-power-supply. */
const nvidia4090 = 'NVIDIA’s product page of the RTX 4090, quoted by PCGamesN';
/** t3.com/news/nvidia-rtx-40-series-graphics-cards-now-look-an-even-better-buy. */
const nvidia4080 = 'NVIDIA’s FAQ of September 2022, quoted by T3';
const secondLga1151 = 'Intel’s second LGA1151, described by gamemaxpc.com';
const firstLga1151 = 'Intel’s first LGA1151, described by gamemaxpc.com';
const asus350 = 'ASUS on B350 boards, March 2022, quoted by TecMundo';
const noSource = 'no source at hand: as commonly documented, to be compared with the maker’s list';

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
const z890 = board('MSI MAG Z890 TOMAHAWK WIFI', 'LGA1851', 'Z890', true);
const lga1700 = { socket: 'LGA1700', memoryForm: 'DIMM', memorySlots: 4 } as const;
const z690Ddr4 = motherboard('MSI PRO Z690-A DDR4', {
  ...{ ...lga1700, chipset: 'Z690', memoryGeneration: 4, maxMemoryGb: 128 },
});
const b760Ddr5 = motherboard('ASUS PRIME B760-PLUS', {
  ...{ ...lga1700, chipset: 'B760', memoryGeneration: 5, maxMemoryGb: 192 },
});
export const rtx4090 = card('ASUS ROG Strix GeForce RTX 4090 OC', {
  chip: 'GeForce RTX 4090',
  watts: 450,
  lengthMm: 357.6,
  slotWidth: 3.5,
  connectors: { sixPin: 0, eightPin: 0, sixteenPin: 1 },
});
export const rtx4080 = card('NVIDIA GeForce RTX 4080 Founders Edition', {
  chip: 'GeForce RTX 4080',
  watts: 320,
  lengthMm: 304,
  slotWidth: 3,
  connectors: { sixPin: 0, eightPin: 0, sixteenPin: 1 },
});
const rx580 = card('XFX GTS Radeon RX 580', {
  chip: 'Radeon RX 580',
  watts: 185,
  lengthMm: 270,
  slotWidth: 2,
  connectors: { sixPin: 0, eightPin: 1, sixteenPin: 0 },
});
const gtx1650 = card('Gigabyte OC Low Profile GeForce GTX 1650', {
  chip: 'GeForce GTX 1650',
  watts: 75,
  lengthMm: 167,
  slotWidth: 2,
  connectors: { sixPin: 0, eightPin: 0, sixteenPin: 0 },
});
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

/** Without a source: dimensions and counts from the makers’ specifications, as recorded in the BuildCores OpenDB. */
type Row = [title: string, parts: readonly FitPart[], source?: string];

/** By rule and verdict. */
const cases: Readonly<Record<string, Partial<Record<Verdict, readonly Row[]>>>> = {
  chipset: {
    'does-not-fit': [
      ['a Ryzen 5 2600 on a B550 board', [am4('AMD Ryzen 5 2600'), b550], amdTable],
      ['a Ryzen 7 1700 on a B550 board', [am4('AMD Ryzen 7 1700'), b550], amdTable],
      ['a Ryzen 5 3400G on a B550 board', [am4('AMD Ryzen 5 3400G'), b550], amdTable],
      ['a Ryzen 7 1700X on an X570 board', [am4('AMD Ryzen 7 1700X'), x570], amdTable],
      ['a Core i7-11700K on an H410 board', [core('i7-11700K', 'LGA1200'), h410], intel400],
      [
        'a Core i5-11400 on a B460 board',
        [core('i5-11400', 'LGA1200'), board('ASUS PRIME B460-PLUS', 'LGA1200', 'B460')],
        intel400,
      ],
      [
        'a Core i7-8700K on a Z270 board',
        [core('i7-8700K', 'LGA1151'), board('ASRock Z270 SuperCarrier', 'LGA1151', 'Z270')],
        asrock200,
      ],
      ['a Core i7-7700K on a Z370 board', [core('i7-7700K', 'LGA1151'), z370], secondLga1151],
      ['a Core i9-9900 on a Z170 board', [core('i9-9900', 'LGA1151'), z170], secondLga1151],
      ['a Xeon on a board for desktops', [intel('Intel Xeon E3-1230 v5', 'LGA1151'), z170], noSource],
    ],
    'only-if': [
      ['a Ryzen 7 5800X3D on a B550 board', [am4('AMD Ryzen 7 5800X3D'), b550], amdTable],
      ['a Ryzen 9 5950X on an X570 board', [am4('AMD Ryzen 9 5950X'), x570], amdTable],
      ['a Ryzen 5 3600 on a B450 board', [am4('AMD Ryzen 5 3600'), b450], amdTable],
      ['a Ryzen 5 5600 on a B350 board', [am4('AMD Ryzen 5 5600'), b350], asus350],
      ['a Ryzen 7 3700X on a B350 board', [am4('AMD Ryzen 7 3700X'), b350], amdTable],
      ['a Ryzen 7 9800X3D on a B650 board', [am5('AMD Ryzen 7 9800X3D'), b650], noSource],
      [
        'a Core i5-11400 on a renewed H410 board',
        [core('i5-11400', 'LGA1200'), board('Gigabyte H410M S2H V2', 'LGA1200', 'H410')],
        'Gigabyte’s V2 boards, described by pausehardware.com',
      ],
      [
        'a Core i7-11700K on a Z490 board',
        [core('i7-11700K', 'LGA1200'), board('MSI MAG Z490 TOMAHAWK', 'LGA1200', 'Z490', true)],
        intel400,
      ],
      ['a Core i7-7700K on a Z170 board', [core('i7-7700K', 'LGA1151'), z170], firstLga1151],
      ['a Core i9-9900K on a Z370 board', [core('i9-9900K', 'LGA1151'), z370], noSource],
      ['a Core i5-14600K on a Z690 board', [core('i5-14600K', 'LGA1700'), z690Ddr4], noSource],
      ['a processor that came after the table', [core('Ultra 5 250K Plus', 'LGA1851'), z890], noSource],
      [
        'another on a board of its own time',
        [am5('AMD Ryzen 7 9850X3D'), board('B850', 'AM5', 'B850')],
        noSource,
      ],
    ],
    fits: [
      ['a Ryzen 5 3600 on a B550 board', [am4('AMD Ryzen 5 3600'), b550], amdTable],
      ['a Ryzen 7 2700X on an X570 board', [am4('AMD Ryzen 7 2700X'), x570], amdTable],
      ['a Ryzen 5 3400G on an X570 board', [am4('AMD Ryzen 5 3400G'), x570], amdTable],
      ['a Ryzen 7 1700 on a B450 board', [am4('AMD Ryzen 7 1700'), b450], amdTable],
      ['a Ryzen 5 2400G on a B450 board', [am4('AMD Ryzen 5 2400G'), b450], amdTable],
      ['a Ryzen 5 7600 on a B650 board', [am5('AMD Ryzen 5 7600'), b650], noSource],
      [
        'a Ryzen 7 9800X3D on an X870 board',
        [am5('AMD Ryzen 7 9800X3D'), board('ASUS PRIME X870-P', 'AM5', 'X870', true)],
        noSource,
      ],
      ['a Core i5-10400 on an H410 board', [core('i5-10400', 'LGA1200'), h410], intel400],
      ['a Core i5-12400F on a B760 board', [i5, b760Ddr5], noSource],
      ['a Core Ultra 7 265K on a Z890 board', [core('Ultra 7 265K', 'LGA1851'), z890], noSource],
    ],
  },
  socket: {
    'does-not-fit': [
      ['an AM5 processor in an AM4 board', [am5('AMD Ryzen 5 7600'), b550], noctuaAm5],
      ['an LGA1700 processor in an LGA1851 board', [i5, z890]],
    ],
  },
  'memory-generation': {
    'does-not-fit': [
      ['DDR5 in a DDR4 board of LGA1700', [memory('Corsair Vengeance 32 GB DDR5', ddr5), z690Ddr4]],
      ['DDR4 in a DDR5 board of LGA1700', [memory('Corsair Vengeance LPX 16 GB', ddr4), b760Ddr5]],
    ],
    fits: [['DDR4 in a DDR4 board of LGA1700', [memory('Corsair Vengeance LPX 16 GB', ddr4), z690Ddr4]]],
  },
  'memory-form': {
    'does-not-fit': [
      [
        'laptop memory in a desktop board',
        [memory('Kingston FURY Impact 32 GB', { ...ddr5, form: 'SO-DIMM' }), b760Ddr5],
      ],
    ],
  },
  'memory-amount': {
    'does-not-fit': [
      [
        'four modules of 48 GB in a board that takes 128 GB',
        [
          memory('Corsair Vengeance 192 GB', { ...ddr5, modules: 4, moduleGb: 48 }),
          { ...b760Ddr5, maxMemoryGb: 128 },
        ],
      ],
      [
        'a fourth module where two slots are',
        [memory('Corsair Vengeance 64 GB', { ...ddr5, modules: 4 }), { ...b760Ddr5, memorySlots: 2 }],
      ],
    ],
  },
  'card-length': {
    'does-not-fit': [
      [
        'an RTX 4090 of 357.6 mm in a case that takes 322 mm',
        [rtx4090, housing('Thermaltake The Tower 100', { ...frontMm, maxCardLengthMm: 322 })],
      ],
      ['the same card in a case that takes 355 mm', [rtx4090, north]],
    ],
    'only-if': [
      [
        'an RTX 4080 behind a radiator at the front',
        [
          rtx4080,
          north,
          cooler('Arctic Liquid Freezer III 360', { isLiquid: true, radiatorMm: 360, sockets: ['AM5'] }),
        ],
      ],
    ],
  },
  'card-slots': {
    'does-not-fit': [['a card of 3.5 slots in a case of two', [rtx4090, { ...tu100, maxCardLengthMm: 400 }]]],
  },
  'board-in-case': {
    'does-not-fit': [
      [
        'an ATX board in a case for Mini ITX',
        [motherboard('ASUS PRIME B760-PLUS', { formFactor: 'ATX' }), tu100],
      ],
    ],
  },
  'cooler-height': {
    'does-not-fit': [
      [
        'a cooler of 165 mm in a case that takes 160 mm',
        [d15, housing('be quiet! Pure Base 500', { maxCoolerHeightMm: 160 })],
      ],
    ],
  },
  'cooler-socket': {
    'only-if': [
      ['a cooler for AM4 on AM5', [d15, am5('AMD Ryzen 5 7600')], noctuaAm5],
      ['a cooler for LGA115x on LGA1700', [d15, i5], 'Noctua on LGA1700, quoted by Tom’s Hardware'],
    ],
  },
  'power-watts': {
    'only-if': [['an RTX 4080 of 320 W with a power supply of 450 W', [rtx4080, old450, i5], nvidia4080]],
  },
  'power-recommended': {
    fits: [['an RTX 4090 with 850 W', [rtx4090, rm850e], nvidia4090]],
    'only-if': [['an RTX 4080 with 450 W', [rtx4080, old450], nvidia4080]],
  },
  'power-connectors': {
    fits: [
      ['a plug of 16 pins', [rtx4090, rm850e]],
      ['a card that the slot feeds', [gtx1650, { ...eightPins('HEC 250', 250, 0), form: 'SFX' }]],
      ['a card with one plug', [rx580, old450]],
    ],
    'only-if': [
      ['an RTX 4090 with plugs of eight pins and the adapter of the card', [rtx4090, rm850], nvidia4080],
    ],
    'does-not-fit': [
      [
        'an RTX 4090 with a single plug of eight pins',
        [rtx4090, eightPins('Seasonic S12III 500', 500, 1)],
        nvidia4080,
      ],
    ],
  },
  'supply-in-case': {
    'only-if': [
      [
        'a power supply of SFX size in an ATX tower',
        [supply('Corsair SF750', { watts: 750, form: 'SFX' }), north],
      ],
    ],
  },
  'drive-bays': {
    'does-not-fit': [
      [
        'three large hard disks in a case of two bays',
        [...['Seagate IronWolf 8 TB', 'WD Red Plus 8 TB', 'Toshiba N300 8 TB'].map(largeDisk), north],
      ],
    ],
  },
  'm2-slots': {
    'does-not-fit': [
      [
        'two M.2 drives on a board with one slot',
        [m2Drive('Samsung 990 Pro', 80), m2Drive('WD Black SN850X', 80), oneSlot],
      ],
    ],
    'only-if': [
      ['an M.2 drive of 110 mm on a board that takes 80 mm', [m2Drive('Samsung PM9A3 22110', 110), oneSlot]],
    ],
  },
  graphics: {
    'only-if': [
      [
        'no graphics at all',
        [i5, b760Ddr5],
        'Intel’s F processors have none: “Processor numbers and suffixes”',
      ],
    ],
  },
};

export const fitCases = Object.entries(cases).flatMap(([rule, verdicts]) =>
  Object.entries(verdicts).flatMap(([verdict, rows]) =>
    rows.map(([title, parts]) => [title, parts, rule, verdict as Verdict] as const),
  ),
);
