/** Parts of a computer with the facts that decide whether they fit, in the shop. */
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { givenPart } from './given.ts';
import type { TestShop } from './shop.ts';

const kinds = {
  board: ['motherboard', 'Testco B650 ATX', 14_000],
  processor: ['cpu', 'AMD Ryzen 5 7600 Testco', 20_000],
  intel: ['cpu', 'Intel Core i5-12400 Testco', 15_000],
  memory: ['memory', 'Testco 32 GB DDR5-6000', 9_000],
  oldMemory: ['memory', 'Testco 16 GB DDR4-3200', 4_000],
  card: ['graphics-card', 'Testco RTX 4070', 55_000],
  roomyCase: ['case', 'Testco Roomy', 800],
  tightCase: ['case', 'Testco Tight', 600],
  supply: ['power-supply', 'Testco 750 W', 9_500],
  weakSupply: ['power-supply', 'Testco 300 W', 4_500],
} as const;
export type BuildKind = keyof typeof kinds;

const caseFacts = { type: 'ATX Mid Tower', maxCoolerHeightMm: 165, expansionSlots: 7, bays35: 2 };
const atxCase = { ...caseFacts, powerSupplyForms: 'ATX', boardFormFactors: 'ATX, Micro ATX, Mini ITX' };

const specs: Record<BuildKind, SpecificationValues> = {
  board: {
    ...{ socket: 'AM5', formFactor: 'ATX', chipset: 'B650', ddr: 5, memorySlots: 4, maxMemoryGb: 128 },
    ...{ memoryForm: 'DIMM', m2Slots: 2, m2Sizes: '2280', sataPorts: 4 },
  },
  processor: {
    cores: 6,
    socket: 'AM5',
    memoryTypes: 'DDR5',
    tdpWatts: 65,
    peakWatts: 88,
    graphics: 'Radeon',
    coolerIncluded: 'Yes',
  },
  intel: { cores: 6, socket: 'LGA1700', memoryTypes: 'DDR4, DDR5', tdpWatts: 65, peakWatts: 117 },
  memory: { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000, form: 'DIMM', ecc: 'No' },
  oldMemory: { capacityGb: 16, modules: 2, moduleGb: 8, ddr: 4, speedMts: 3200, form: 'DIMM', ecc: 'No' },
  card: {
    ...{ chipset: 'GeForce RTX 4070', memoryGb: 12, lengthMm: 300, slotWidth: 2, watts: 200 },
    powerConnectors: '1 × 8-pin',
  },
  roomyCase: { ...atxCase, maxCardLengthMm: 380 },
  tightCase: { ...atxCase, maxCardLengthMm: 260 },
  supply: { watts: 750, form: 'ATX', cardConnectors: '3 × 8-pin' },
  weakSupply: { watts: 300, form: 'ATX', cardConnectors: '1 × 8-pin' },
};

/** Inserts one of each kind and returns their ids. */
export async function givenBuildParts(shop: Pick<TestShop, 'db'>): Promise<Record<BuildKind, string>> {
  const ids: Partial<Record<BuildKind, string>> = {};
  for (const kind of Object.keys(kinds) as BuildKind[]) {
    const [category, name, price] = kinds[kind];
    ids[kind] = await givenPart(shop, { category, name, price, specs: specs[kind], stock: 5 });
  }
  return ids as Record<BuildKind, string>;
}

/** With one of them, the parts above are enough for whole computers. Returns its id. */
export function givenDrive(shop: Pick<TestShop, 'db'>, price: number): Promise<string> {
  const specs = { capacityGb: 1000, protocol: 'NVMe', formFactor: 'M.2-2280' };
  return givenPart(shop, { category: 'ssd', name: `Testco SSD ${price}`, price, specs, stock: 5 });
}
