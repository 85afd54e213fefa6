/** Real parts that several verdicts are about, and where the verdicts are from. */
import { card, cooler, housing, motherboard, processor, supply } from './fit-parts.ts';

/** AMD's table of AM4 chipsets as of the B550's launch, kept at forum.setcombg.com, thread 63517. */
export const amdTable = 'AMD, AM4 chipset table of May 2020';
/** pcgamer.com/intel-rocket-lake-backwards-compatibility quotes Intel's support page. */
export const intel400 = 'Intel, compatibility of 400-series chipsets, quoted by PC Gamer';
/** eteknix.com/asrock-confirms-intel-coffee-lake-incompatible-200-series-boards. */
export const asrock200 = 'ASRock on Coffee Lake and 200-series boards, quoted by eTeknix';
/** noctua.at/en/am5. */
export const noctuaAm5 = 'Noctua, “AMD AM5 – all you need to know”';
/** pcgamesn.com/nvidia/rtx-4090-power-supply. */
export const nvidia4090 = 'NVIDIA’s product page of the RTX 4090, quoted by PCGamesN';
/** t3.com/news/nvidia-rtx-40-series-graphics-cards-now-look-an-even-better-buy. */
export const nvidia4080 = 'NVIDIA’s FAQ of September 2022, quoted by T3';
export const specifications =
  'dimensions and counts from the makers’ specifications, as recorded in the BuildCores OpenDB';
export const noSource = 'no source at hand: as commonly documented, to be compared with the maker’s list';

export const ddr4 = { generation: 4, form: 'DIMM', modules: 2, moduleGb: 8, speedMts: 3200 } as const;
export const ddr5 = { generation: 5, form: 'DIMM', modules: 2, moduleGb: 16, speedMts: 6000 } as const;

export const am4 = (name: string) => processor(name, { socket: 'AM4', memoryGenerations: [4] });
export const am5 = (name: string) => processor(name, { socket: 'AM5', memoryGenerations: [5] });
export const intel = (name: string, socket: string) => processor(name, { socket });
export const board = (name: string, socket: string, chipset: string, hasFlashback?: boolean) =>
  motherboard(name, { socket, chipset, hasFlashback });

export const b550 = board('ASUS ROG STRIX B550-F GAMING', 'AM4', 'B550', true);
export const b450 = board('MSI B450 TOMAHAWK MAX', 'AM4', 'B450', true);
export const x570 = board('Gigabyte X570 AORUS ELITE', 'AM4', 'X570', false);
export const b350 = board('ASUS PRIME B350-PLUS', 'AM4', 'B350', false);
export const z690Ddr4 = motherboard('MSI PRO Z690-A DDR4', {
  socket: 'LGA1700',
  chipset: 'Z690',
  memoryGeneration: 4,
  memoryForm: 'DIMM',
  memorySlots: 4,
  maxMemoryGb: 128,
});
export const b760Ddr5 = motherboard('ASUS PRIME B760-PLUS', {
  socket: 'LGA1700',
  chipset: 'B760',
  memoryGeneration: 5,
  memoryForm: 'DIMM',
  memorySlots: 4,
  maxMemoryGb: 192,
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
export const rx580 = card('XFX GTS Radeon RX 580', {
  chip: 'Radeon RX 580',
  watts: 185,
  lengthMm: 270,
  slotWidth: 2,
  connectors: { sixPin: 0, eightPin: 1, sixteenPin: 0 },
});
export const gtx1650 = card('Gigabyte OC Low Profile GeForce GTX 1650', {
  chip: 'GeForce GTX 1650',
  watts: 75,
  lengthMm: 167,
  slotWidth: 2,
  connectors: { sixPin: 0, eightPin: 0, sixteenPin: 0 },
});
export const old450 = supply('EVGA 450 BT', {
  watts: 450,
  form: 'ATX',
  connectors: { eightPin: 2, sixteenPin: 0 },
});
export const rm850e = supply('Corsair RM850e (2023)', {
  watts: 850,
  form: 'ATX',
  connectors: { eightPin: 3, sixteenPin: 1 },
});
export const rm850 = supply('Corsair RM850 (2019)', {
  watts: 850,
  form: 'ATX',
  connectors: { eightPin: 6, sixteenPin: 0 },
});
export const i5 = processor('Intel Core i5-12400F', {
  socket: 'LGA1700',
  memoryGenerations: [4, 5],
  tdpWatts: 65,
  hasGraphics: false,
});
export const d15 = cooler('Noctua NH-D15', {
  sockets: ['LGA1150', 'LGA1151', 'LGA1155', 'LGA1156', 'LGA2011', 'AM4'],
  isLiquid: false,
  heightMm: 165,
});
export const frontMm = {
  maxCardLengthMm: 355,
  maxCoolerHeightMm: 170,
  expansionSlots: 7,
  bays35: 2,
  boardFormFactors: ['ATX', 'Micro ATX', 'Mini ITX'],
  powerSupplyForms: ['ATX'],
};
export const north = housing('Fractal Design North', frontMm);
export const tu100 = housing('Lian Li PC-TU100', {
  maxCardLengthMm: 193,
  expansionSlots: 2,
  boardFormFactors: ['Mini ITX'],
  bays35: 1,
});
