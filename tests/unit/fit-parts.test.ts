/** Parts of the catalogue as the rules of fit see them: what a specification does not say is not known. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDesktopSocket } from '#catalogue/rules/categories/cpu/definition.ts';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { checkSpecification } from '#catalogue/rules/import/check-specification.ts';
import { demoPartSchema } from '#catalogue/rules/import/demo-parts.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { openDbAttribution } from '#fit/rules/attribution.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { listFitSentences, showKeptFit } from '#fit/rules/kept-fit.ts';
import { makeKeptFit } from '#fit/rules/make-kept-fit.ts';
import { isRefused } from '#kernel/refusals.ts';

function readPart(category: Category, name: string, stated: Record<string, unknown>): FitPart | undefined {
  const checked = checkSpecification(category, stated);
  if (isRefused(checked)) throw new Error(JSON.stringify(checked));
  const { specs } = deriveFacts({ category, name, specs: checked.specs as Record<string, string> });
  return readFitPart({ id: name, category, name, specs });
}

/** The facts that are known. */
function readFacts(category: Category, name: string, stated: Record<string, unknown>) {
  const { id: _, name: __, ...facts } = readPart(category, name, stated) ?? { id: '', name: '' };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

const kinds: Partial<Record<Category, string>> = {
  ...{
    cpu: 'Processor',
    'cpu-cooler': 'Cooler',
    case: 'Case',
    'power-supply': 'PowerSupply',
    memory: 'Memory',
  },
  ...{ 'graphics-card': 'GraphicsCard', motherboard: 'Motherboard', ssd: 'Drive', 'hard-disk': 'Drive' },
};

describe('the facts', () => {
  const cases: Record<string, [stated: Record<string, unknown>, expected: object]> = {
    'cpu: AMD Ryzen 7 7800X3D': [
      { cores: 8, socket: 'AM5', memoryTypes: 'DDR5', tdpWatts: 120, peakWatts: 162, graphics: 'Radeon' },
      { socket: 'AM5', memoryGenerations: [5], tdpWatts: 120, peakWatts: 162, hasGraphics: true },
    ],
    'cpu: Intel Core i5-12400F': [
      { cores: 6, socket: 'LGA 1700' },
      { socket: 'LGA1700', memoryGenerations: [4, 5], hasGraphics: false },
    ],
    'cpu: Intel Core i5-12400': [{ cores: 6 }, { socket: 'LGA1700', memoryGenerations: [4, 5] }],
    'cpu: Intel Xeon E5-2450 V2': [{ cores: 8 }, {}],
    'cpu-cooler: Noctua NH-D15': [
      { cooling: 'Air', sockets: 'AM4; LGA 1700/LGA1851', heightMm: 165 },
      { sockets: ['AM4', 'LGA1700', 'LGA1851'], isLiquid: false, heightMm: 165 },
    ],
    'cpu-cooler: ARCTIC Liquid Freezer III 360': [
      { cooling: 'Liquid', radiatorMm: 360, heightMm: 60 },
      { isLiquid: true, radiatorMm: 360 },
    ],
    'case: Fractal Design North': [
      { type: 'ATX Mid Tower', boardFormFactors: 'ATX, mATX, Mini-ITX', maxCardLengthMm: 355, bays35: 0 },
      {
        boardFormFactors: ['ATX', 'Micro ATX', 'Mini ITX'],
        maxCardLengthMm: 355,
        bays35: 0,
        powerSupplyForms: ['ATX'],
        type: 'ATX Mid Tower',
      },
    ],
    'case: Fractal Design Ridge': [{ type: 'Mini ITX Tower' }, { type: 'Mini ITX Tower' }],
    'power-supply: Corsair RM850x': [
      { watts: 850, form: 'ATX', cardConnectors: '3x 6+2-pin + 1 x 16 pin' },
      { watts: 850, form: 'ATX', connectors: { eightPin: 3, sixteenPin: 1 } },
    ],
    'power-supply: Testco 300': [
      { watts: 300, form: 'TFX' },
      { watts: 300, form: 'TFX' },
    ],
    'graphics-card: MSI Aero': [
      { chipset: 'GeForce GT 1030', memoryGb: 2, watts: 30, powerConnectors: 'none' },
      { chip: 'GeForce GT 1030', watts: 30, connectors: { sixPin: 0, eightPin: 0, sixteenPin: 0 } },
    ],
    'graphics-card: MSI Ventus': [
      { chipset: 'GeForce RTX 4070', memoryGb: 12, slotWidth: 2.5, lengthMm: 242 },
      { chip: 'GeForce RTX 4070', slotWidth: 2.5, lengthMm: 242 },
    ],
    'motherboard: MSI MAG B650 TOMAHAWK WIFI': [
      {
        socket: 'AM5',
        formFactor: 'ATX',
        memorySlots: 4,
        maxMemoryGb: 192,
        m2Slots: 2,
        m2Sizes: '2260, 2280, 22110',
        m2SataSlots: 1,
        sataPorts: 6,
        flashback: 'Yes',
      },
      {
        socket: 'AM5',
        chipset: 'B650',
        formFactor: 'ATX',
        memoryGeneration: 5,
        memoryForm: 'DIMM',
        memorySlots: 4,
        maxMemoryGb: 192,
        m2Slots: [
          { lengthsMm: [60, 80, 110], takesSata: true },
          { lengthsMm: [60, 80, 110], takesSata: false },
        ],
        m2LengthsMm: [60, 80, 110],
        sataPorts: 6,
        hasFlashback: true,
      },
    ],
    'motherboard: Testco 970': [
      { socket: 'AM3+/AM3', formFactor: 'Micro ATX', memorySlots: 2, maxMemoryGb: 32 },
      {
        socket: 'AM3+',
        formFactor: 'Micro ATX',
        memoryForm: 'DIMM',
        memoryGeneration: 3,
        memorySlots: 2,
        maxMemoryGb: 32,
        chipset: '970',
      },
    ],
    'memory: Crucial SODIMM': [
      { capacityGb: 16, modules: 1, moduleGb: 16, ddr: 5, speedMts: 5600, ecc: 'No' },
      { generation: 5, form: 'SO-DIMM', modules: 1, moduleGb: 16, speedMts: 5600, isRegistered: false },
    ],
    'memory: Kingston Server Premier': [
      { capacityGb: 32, modules: 1, moduleGb: 32, ddr: 4, speedMts: 3200 },
      { generation: 4, modules: 1, moduleGb: 32, speedMts: 3200 },
    ],
    'ssd: Samsung 990 Pro': [
      { capacityGb: 2000, interface: 'M.2 PCIe 4.0 X4', formFactor: 'M.2-2280' },
      { form: 'M.2', m2LengthMm: 80, bus: 'NVMe', pcieGeneration: 4, isHardDisk: false },
    ],
    'ssd: WD Blue': [
      { capacityGb: 500, interface: 'M.2 SATA', formFactor: 'M.2-2242' },
      { form: 'M.2', m2LengthMm: 42, bus: 'SATA', isHardDisk: false },
    ],
    'hard-disk: Seagate Exos': [
      { capacityGb: 8000, interface: 'SAS 12.0 Gb/s', formFactor: '3.5-inch' },
      { form: '3.5"', bus: 'SAS', isHardDisk: true },
    ],
  };
  test.each(Object.entries(cases))('of the %s', (title, [stated, expected]) => {
    const [category, name] = title.split(': ') as [Category, string];
    expect(readFacts(category, name, stated)).toEqual({ kind: kinds[category], ...expected });
  });

  test('of a part without a specification are its kind and nothing else, of other parts nothing at all', () => {
    for (const category of categories) {
      const { kind: _, isHardDisk: __, ...known } = readFacts(category, 'Testco', {});
      expect(known, category).toEqual({});
    }
    expect(readPart('other', 'Cable', { Length: '2 m' })).toBeUndefined();
  });
});

test.each([
  ['AMD Ryzen 5 5600X', 'AM4'],
  ['AMD Ryzen 5 1600 (12nm)', 'AM4'],
  ['AMD Ryzen 7 PRO 4750G', 'AM4'],
  ['AMD Ryzen 7 9800X3D', 'AM5'],
  ['AMD Ryzen 5 7500F', 'AM5'],
  ['Intel Core i7-8086K', 'LGA1151'],
  ['Intel Core i9 10850K', 'LGA1200'],
  ['Intel Core i9-14900KS', 'LGA1700'],
  ['Intel Core Ultra 7 265K', 'LGA1851'],
  ['Intel Xeon E3-1230 V5', 'LGA1151'],
  ['Intel Xeon E-2176G', 'LGA1151'],
  ['Intel Xeon E5 2695 V3', 'LGA2011-3'],
  ['Intel Xeon E5-2650', 'LGA2011'],
  ['Intel Xeon E5-2450 V2', undefined],
  ['Intel Core i7-6800K', 'LGA2011-3'],
  ['Intel Core i9-7900X', 'LGA2066'],
  ['Intel Core i7-12700H', undefined],
  ['Intel Core i7-4790K', 'LGA1150'],
  ['Intel Core i7-3930K', 'LGA2011'],
  ['Intel Core i7-870', 'LGA1156'],
  ['Intel Pentium G640T', 'LGA1155'],
  ['Intel Core 2 Quad Q9300', 'LGA775'],
  ['AMD A10-7700K', 'FM2+'],
  ['AMD A4-7300', 'FM2'],
  ['AMD Athlon II X4 651K', 'FM1'],
  ['AMD Phenom II X4 940 Black', 'AM2+'],
  ['Intel Core i7-4770R', undefined],
  ['Intel Core Ultra 7 258V', undefined],
  ['AMD Ryzen 7 5800H', undefined],
  ['AMD Ryzen 9 7945HX', undefined],
  ['AMD Ryzen 7 6800U', undefined],
  ['AMD Ryzen Threadripper 3960X', 'sTRX4'],
  ['AMD Ryzen Threadripper 7980X', undefined],
])('the name %s says the socket %s', (name, socket) => {
  expect(readDesktopSocket(name)).toBe(socket);
});

test.each([
  ['graphics-card', { chipset: 'GeForce RTX 4070', memoryGb: 12, powerConnectors: 'two plugs' }],
  ['power-supply', { watts: 850, form: 'ATX', cardConnectors: '4 × 10-pin' }],
  ['motherboard', { socket: 'AM5', formFactor: 'ATX', memorySlots: 4, maxMemoryGb: 192, flashback: 'maybe' }],
  ['case', { type: 'ATX Mid Tower', boardFormFactors: ' , ' }],
] as const)('a specification of a %s with %j is refused', (category, specs) => {
  expect(isRefused(checkSpecification(category, specs))).toBe(true);
});

describe('a verdict', () => {
  const asBuild = (...parts: (FitPart | undefined)[]) =>
    parts.flatMap((part) => (part ? [{ part, quantity: 1 }] : []));
  const processor = readPart('cpu', 'AMD Ryzen 5 7600X', { cores: 6 });
  const housing = readPart('case', 'Testco Tower', { type: 'ATX Mid Tower' });
  const air = readPart('cpu-cooler', 'Testco Air', { cooling: 'Air' });
  const liquid = readPart('cpu-cooler', 'Testco Liquid', { cooling: 'Liquid', ratedWatts: 300 });
  const supply = readPart('power-supply', 'Testco Supply', { watts: 650, form: 'ATX' });

  test('says what no rule sees of these parts, and the version of the rules', () => {
    const list = (...parts: Parameters<typeof asBuild>) => checkBuild(asBuild(...parts)).neverChecked;
    expect(list(processor)).toEqual([]);
    expect(list(housing, air)).toEqual([]);
    expect(list(housing, supply)).toEqual([
      'whether the power supply is short enough for the case, and its cables long enough',
    ]);
    expect(list(housing, liquid, processor)).toEqual([
      'whether and where the case takes the radiator of a liquid cooler',
    ]);
    expect(list(processor, air)).toEqual([
      'what heat the cooler carries away, where its maker does not rate it',
    ]);
    const disk = readPart('hard-disk', 'Testco Disk', {
      capacityGb: 4000,
      rpm: 5400,
      formFactor: '3.5-inch',
      interface: 'SATA 6.0 Gb/s',
    });
    const withDisks = (count: number) => list(supply, ...Array.from({ length: count }, () => disk));
    expect(withDisks(2)).toEqual([]);
    expect(withDisks(6)).toEqual(['whether the power supply has SATA plugs for that many drives']);
    expect(checkBuild(asBuild(processor)).rulesVersion).toBeGreaterThan(0);
  });
});

test('a board whose number of M.2 slots is not known takes one drive of a length that it lists', () => {
  const board = { socket: 'AM4', formFactor: 'ATX', memorySlots: 4, maxMemoryGb: 128, m2Sizes: '2242, 2280' };
  const checkDrives = (formFactor: string, quantity: number) => {
    const drive = { capacityGb: 1000, interface: 'M.2 PCIe 4.0 X4', formFactor };
    const parts = [readPart('motherboard', 'Testco Board', board), readPart('ssd', 'Testco Drive', drive)];
    const { findings } = checkBuild(
      parts.map((part, index) => ({ part: part as FitPart, quantity: index === 0 ? 1 : quantity })),
    );
    return findings.filter(({ rule }) => rule === 'm2-slots').map(({ verdict }) => verdict);
  };
  expect(checkDrives('M.2-2280', 1)).toEqual(['fits']);
  expect(checkDrives('M.2-22110', 1)).toEqual(['only-if']);
  expect(checkDrives('M.2-2280', 2)).toEqual(['only-if']);
});

test('a drive of which no form is stated says so', () => {
  const read = (category: Category, name: string) => readFitPart({ id: name, category, name, specs: {} });
  const parts = [read('motherboard', 'Board'), read('ssd', 'Drive')];
  const { findings } = checkBuild(parts.map((part) => ({ part: part as FitPart, quantity: 1 })));
  expect(findings.map(({ explain }) => explain())).toContain(
    'Not known: whether the Board has a place for the Drive, of which no form that we compare is stated.',
  );
});

describe('with a purchase', () => {
  const stored = (category: Category, name: string, specs: SpecificationValues) => ({
    part: { id: name, category, name, specs },
    quantity: 1,
  });
  const lines = [
    stored('cpu', 'AMD Ryzen 5 7600', { cores: 6, socket: 'AM5' }),
    stored('motherboard', 'Testco Board', { socket: 'AM4', formFactor: 'ATX', memorySlots: 4 }),
  ];

  test('the verdict, its sentences and the facts are kept', () => {
    const kept = makeKeptFit(lines);
    expect(kept).toMatchObject({
      verdict: 'does-not-fit',
      parts: [{ part: { socket: 'AM5' } }, { part: { socket: 'AM4' } }],
    });
    expect(kept && listFitSentences(showKeptFit(kept))).toContainEqual(
      expect.stringMatching(/^Does not fit: .*AM5.*AM4/),
    );
    expect(makeKeptFit(lines.slice(0, 1))).toBeUndefined();
  });

  test('two of everything are two computers; two of one kind are too many for one', () => {
    const buy = (...quantities: number[]) =>
      makeKeptFit(
        [
          stored('cpu', 'AMD Ryzen 5 7600', { cores: 6, socket: 'AM5', graphics: 'Radeon' }),
          stored('cpu-cooler', 'Testco Air', { cooling: 'Air', sockets: 'AM5' }),
        ].map(({ part }, index) => ({ part, quantity: quantities[index] ?? 1 })),
      );
    expect(buy(4, 4)).toMatchObject({ verdict: 'fits', parts: [{ quantity: 1 }, { quantity: 1 }] });
    expect(buy(4, 4)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ sentence: expect.stringContaining('of 4 computers') }),
      ]),
    });
    expect(buy(2, 1)).toMatchObject({ verdict: 'does-not-fit' });
  });

  test('a failure is kept as not checked', () => {
    const kept = makeKeptFit(lines, () => {
      throw new Error('a defect of a rule');
    });
    expect(kept).toEqual({ verdict: 'not-checked' });
    expect(kept && listFitSentences(showKeptFit(kept))).toEqual([
      'Whether these parts fit together was not checked.',
    ]);
  });
});

test.each(['README.md', 'catalogue/README.md', 'docs/fit.md'])('%s says whose facts the demo has', (file) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(openDbAttribution);
});

describe('with the demo’s parts', () => {
  const folder = new URL('../../catalogue/parts/', import.meta.url);
  const demoParts = readdirSync(folder).flatMap((file) =>
    z.array(demoPartSchema).parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
  const findPart = (name: string) => {
    const part = demoParts.find((each) => each.name.includes(name));
    if (!part) throw new Error(`The demo has no ${name}.`);
    const { specs } = deriveFacts({ ...part, specs: part.specs as SpecificationValues });
    return { part: readFitPart({ id: part.sku, ...part, specs }) as FitPart, quantity: 1 };
  };
  const check = (...names: string[]) => checkBuild(names.map(findPart)).verdict;
  const case4000 = 'FRAME 4000D';
  const ddr5 = 'Flare X5 32 GB';
  const ddr4 = 'Vengeance LPX 16 GB';

  test.each([
    [
      'AM4',
      ['Ryzen 7 5700X', 'MAG B550 TOMAHAWK', ddr4, 'Phantom Spirit', 'RX 6600 8 GB', case4000, 'A650BN'],
    ],
    ['AM5', ['7800X3D', 'MAG X870 TOMAHAWK', ddr5, 'NH-D15 chromax', 'SHADOW 3X', case4000, 'A850GL']],
    ['LGA1700', ['i5-12400F', 'PRO Z790-A', ddr5, 'NH-D15 chromax', 'SHADOW 2X', case4000, 'RM750e']],
    ['LGA1851', ['Ultra 5 245K', 'MAG Z890', ddr5, 'NH-D15 chromax', 'SHADOW 2X', case4000, 'RM750e']],
    ['LGA1200', ['i5-10400F', 'H510M-HDV', ddr4, 'Hyper 212', 'SHADOW 2X', case4000, 'RM750e']],
  ])('a computer of socket %s is found', (_, names) => {
    expect(['fits', 'only-if']).toContain(check(...names));
  });

  test.each([
    [['Ryzen 5 2600', 'MAG B550 TOMAHAWK']],
    [['i7-11700K', 'MAG X870 TOMAHAWK']],
    [['MAG X870 TOMAHAWK', ddr4]],
    [['ROG Astral OC', 'Versa H18']],
    [['NH-D15 chromax', 'Fractal Design Ridge']],
    [['MAG X870 TOMAHAWK', 'MasterBox NR200']],
    [['ROG Astral OC', '285K', 'RM750e']],
    [['MERC 310', 'RM850e']],
    [['A850GL', 'Fractal Design Ridge']],
    [['NH-L9a-AM5', 'i5-12400F']],
    [['Server Premier', 'Ryzen 5 5600', 'MAG Z890']],
  ])('%j do not fit', (names) => {
    expect(check(...names)).toBe('does-not-fit');
  });
});
