/** Ready builds of made parts: each surely fits, is within its price, and takes the best that the price affords. */
import { describe, expect, test } from 'vitest';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { composeBuild, type Offer } from '#fit/rules/compose-builds.ts';
import { chooseWithin, findSteps } from '#fit/rules/ready-builds.ts';
import { type Recipe, recipes } from '#fit/rules/recipes.ts';

function offer(category: Category, name: string, dollars: number, specs: SpecificationValues): Offer {
  const part = readFitPart({ id: name, name, category, specs });
  if (!part) throw new Error(`No rule is about ${category}`);
  return { part, price: dollars * 100, specs };
}

const board = { socket: 'AM5', chipset: 'B850', ddr: 5, memorySlots: 4, maxMemoryGb: 256, sataPorts: 4 };
const slots = { memoryForm: 'DIMM', m2Slots: 2, m2Sizes: '2280' };
const processor = { socket: 'AM5', memoryTypes: 'DDR5', peakWatts: 142, graphics: 'Radeon' };
const card = { memoryGb: 16, lengthMm: 300, slotWidth: 2, powerConnectors: '2 × 8-pin' };
const memory = { modules: 2, ddr: 5, speedMts: 5600, form: 'DIMM', ecc: 'No' };
const housing = { maxCardLengthMm: 330, expansionSlots: 7, bays35: 1, powerSupplyForms: 'ATX' };
const sizes = 'ATX, Micro ATX, Mini ITX';
const cooler = { cooling: 'Air', sockets: 'AM5', heightMm: 150, ratedWatts: 200 };

const stock: readonly Offer[] = [
  offer('graphics-card', 'Small card', 230, { ...card, chipset: 'GeForce RTX 5060', watts: 145 }),
  offer('graphics-card', 'Cheap card', 470, { ...card, chipset: 'GeForce RTX 5060 Ti', watts: 180 }),
  offer('graphics-card', 'Dear card', 480, { ...card, chipset: 'GeForce RTX 5060 Ti', watts: 180 }),
  offer('graphics-card', 'Unknown card', 475, { chipset: 'Radeon RX 9070', memoryGb: 16, watts: 220 }),
  offer('cpu', 'AMD Ryzen 5 7600X', 170, { ...processor, cores: 6 }),
  offer('cpu', 'AMD Ryzen 7 7700X', 240, { ...processor, cores: 8 }),
  offer('cpu', 'Intel Core Ultra 7 265K', 250, { ...processor, socket: 'LGA1851', cores: 20 }),
  offer('motherboard', 'Board', 140, { ...board, ...slots, formFactor: 'Micro ATX' }),
  offer('motherboard', 'Small board', 190, { ...board, ...slots, formFactor: 'Mini ITX' }),
  offer('motherboard', 'Unknown board', 100, { socket: 'AM5', formFactor: 'Micro ATX', ddr: 5 }),
  offer('memory', 'Memory 16', 40, { ...memory, capacityGb: 16, moduleGb: 8 }),
  offer('memory', 'Memory 32', 95, { ...memory, capacityGb: 32, moduleGb: 16 }),
  offer('ssd', 'SSD', 57, { capacityGb: 1000, protocol: 'NVMe', formFactor: 'M.2-2280' }),
  offer('hard-disk', 'Disk', 38, { capacityGb: 1000, interface: 'SATA 6.0 Gb/s', formFactor: '3.5-inch' }),
  offer('case', 'Tower', 60, { ...housing, boardFormFactors: sizes, maxCoolerHeightMm: 170, volumeL: 45 }),
  offer('case', 'Box', 70, { ...housing, boardFormFactors: 'Mini ITX', maxCoolerHeightMm: 155, volumeL: 20 }),
  offer('cpu-cooler', 'Loud', 20, { ...cooler, noiseDb: 30 }),
  offer('cpu-cooler', 'Silent', 90, { ...cooler, noiseDb: 24 }),
  offer('cpu-cooler', 'Unrated', 15, { ...cooler, ratedWatts: undefined, noiseDb: 20 }),
  offer('power-supply', 'Weak', 45, { watts: 400, form: 'ATX', cardConnectors: '1 × 8-pin' }),
  offer('power-supply', 'Enough', 75, { watts: 650, form: 'ATX', cardConnectors: '2 × 8-pin' }),
];

const find = (use: Recipe['use'], dollars: number) => {
  const recipe = recipes.find((each) => each.use === use && each.limit === dollars * 100);
  if (!recipe) throw new Error(`No step of ${dollars}`);
  return recipe;
};
const compose = (use: Recipe['use'], dollars: number, offers = stock) =>
  composeBuild(offers, find(use, dollars))?.map(({ part }) => part.name);

describe('a ready build', () => {
  test('fits for certain and costs no more than its step', () => {
    for (const recipe of recipes) {
      const build = composeBuild(stock, recipe);
      if (!build) continue;
      expect(build.reduce((sum, { price }) => sum + price, 0)).toBeLessThanOrEqual(recipe.limit);
      expect(checkBuild(build.map(({ part }) => ({ part, quantity: 1 }))).verdict).toBe('fits');
    }
  });

  test('has the dearest chip that its price affords, from where it is cheapest, and a supply for it', () => {
    expect(compose('gaming', 1200)).toEqual([
      ...['Cheap card', 'AMD Ryzen 7 7700X', 'Board', 'Tower', 'Loud', 'Memory 32', 'SSD', 'Enough'],
    ]);
    expect(compose('gaming', 1000)).toEqual(expect.arrayContaining(['Small card', 'AMD Ryzen 5 7600X']));
    expect(compose('gaming', 800)).toEqual(expect.arrayContaining(['Small card', 'Memory 16']));
  });

  test('has what its use asks for', () => {
    expect(compose('office', 600)).not.toContain('Small card');
    expect(compose('small', 800)).toEqual(expect.arrayContaining(['Box', 'Small board']));
    expect(compose('quiet', 700)).toContain('Silent');
  });

  test('is none where a part is missing, or nothing surely fits', () => {
    const without = (...names: string[]) => stock.filter(({ part }) => !names.includes(part.name));
    expect(compose('gaming', 1200, without('SSD'))).toBeUndefined();
    expect(compose('gaming', 1200, without('Board', 'Small board'))).toBeUndefined();
    expect(compose('gaming', 1200, [])).toBeUndefined();
  });
});

test('of each use the dearest within a budget is chosen, and its neighbours are the next in price', () => {
  const builds = [
    { recipe: find('gaming', 1000), total: 98_000 },
    { recipe: find('gaming', 1200), total: 110_000 },
    { recipe: find('gaming', 1500), total: 140_000 },
    { recipe: find('office', 600), total: 56_000 },
  ];
  const [cheap, middle, dear, office] = builds;
  expect(chooseWithin(builds, 120_000)).toEqual([middle, office]);
  expect(chooseWithin(builds, 50_000)).toEqual([]);
  expect(middle && findSteps(builds, middle)).toEqual({ cheaper: cheap, dearer: dear });
  expect(office && findSteps(builds, office)).toEqual({ cheaper: undefined, dearer: undefined });
});
