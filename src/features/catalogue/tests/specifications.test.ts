/** Specifications are refused when they cannot be true, and read with their units when they are. */
import { describe, expect, test } from 'vitest';
import { getDefinition, stepsByUnit } from '#catalogue/rules/categories.ts';
import { completeSpecs, omitSaid } from '#catalogue/rules/facts/stored-specs.ts';
import { formatFacts, readFacts } from '#catalogue/rules/facts/typed-facts.ts';
import { type Category, categories } from '#catalogue/rules/parts.ts';
import { computePricePerGb, formatPricePerGb } from '#catalogue/rules/price-per-gb.ts';
import {
  findGroup,
  findUnit,
  formatValue,
  measures,
  type SpecificationField,
} from '#catalogue/rules/specification-fields.ts';
import {
  computeCapacityGb,
  describeSpecification,
  type SpecificationValues,
} from '#catalogue/rules/specifications.ts';
import { withNonBreakingSpaces } from '#kernel/non-breaking-spaces.ts';
import { makeParts, samples } from '../../../../bench/made-parts.ts';

const complete = Object.fromEntries(
  Object.entries(samples).map(([category, { complete }]) => [category, complete]),
) as Record<Category, SpecificationValues>;

const { memory, motherboard, ssd, 'hard-disk': hardDisk, 'graphics-card': graphicsCard } = complete;

describe('a specification', () => {
  test.each(categories)('of the category %s is unchanged by validation', (category) => {
    expect(getDefinition(category).schema.parse(complete[category])).toEqual(complete[category]);
  });

  test.each(categories.filter((category) => category !== 'other'))(
    'of the category %s is refused with a field that the category does not know',
    (category) => {
      expect(
        getDefinition(category).schema.safeParse({ ...complete[category], warranty: '2 years' }).success,
      ).toBe(false);
    },
  );

  test.each<[Category, string, unknown, string]>([
    ['memory', 'capacityGb', 64, 'two modules of 16 GB are 32 GB'],
    ['memory', 'firstWordLatencyNs', 10, '36 cycles at 6000 MT/s take 12 ns'],
    ['memory', 'ddr', 0, 'generations count from 1'],
    ['memory', 'modules', 1.5, 'modules are whole'],
    ['hard-disk', 'capacityGb', 0, 'a disk holds something'],
    ['hard-disk', 'formFactor', 'M.2-2280', 'no disk turns in an M.2 slot'],
    ['ssd', 'interface', 'SATA 6Gb/s', 'one interface has one spelling'],
    ['ssd', 'cacheMb', '2048', 'a number is no text'],
    ['motherboard', 'memorySlots', 0, 'a board takes memory'],
    ['motherboard', 'socket', '   ', 'a socket has a name'],
    ['graphics-card', 'lengthMm', 3030, 'no card is three metres long'],
    ['graphics-card', 'chipset', 'x'.repeat(61), 'a chipset has at most 60 characters'],
    ['other', 'Length', 'two\u0000metres', 'control characters cannot be stored'],
    ['other', 'Length', '\ud83d', 'half a character cannot be stored'],
    ['other', '<b>', 'bold', 'a field is named by a word'],
  ])('of the category %s is refused with %s = %j, for %s', (category, field, value) => {
    const parsed = getDefinition(category).schema.safeParse({ ...complete[category], [field]: value });
    expect(parsed.error?.issues.map((issue) => issue.path[0])).toEqual([field]);
  });

  test('needs no more than what every part of its kind has', () => {
    const { capacityGb, modules, moduleGb, ddr, speedMts } = memory;
    const bare = { capacityGb, modules, moduleGb, ddr, speedMts };
    expect(getDefinition('memory').schema.parse(bare)).toEqual(bare);
    expect(getDefinition('graphics-card').schema.parse({ chipset: 'Arc B580', memoryGb: 12 })).toEqual({
      chipset: 'Arc B580',
      memoryGb: 12,
    });
    expect(getDefinition('other').schema.parse({})).toEqual({});
  });

  test('of no known category holds at most 40 entries', () => {
    const entries = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`Field ${index}`, index]));
    expect(getDefinition('other').schema.safeParse(entries(40)).success).toBe(true);
    expect(getDefinition('other').schema.safeParse(entries(41)).success).toBe(false);
  });

  test('is stored with collapsed white space, so that equal parts compare equal', () => {
    const card = getDefinition('graphics-card').schema.parse({ ...graphicsCard, chipset: ' T400  2GB ' });
    expect(card.chipset).toBe('T400 2GB');
  });
});

describe('typed facts', () => {
  test.each<[Category, SpecificationValues, object]>([
    [
      'cpu',
      { socket: 'LGA 1700', memoryTypes: 'DDR4, LPDDR5', ecc: 'No', graphics: 'None' },
      { socket: 'LGA1700', memoryTypes: [4], ecc: false, graphics: false },
    ],
    [
      'motherboard',
      { socket: '2 x LGA2011-3 Narrow', chipset: 'AMD B550', m2Sizes: '2242/22110', memoryForm: 'CAMM' },
      { socket: { names: ['LGA2011-3 Narrow'], processors: 2 }, chipset: 'B550', m2Sizes: [42, 110] },
    ],
    ['cpu-cooler', { sockets: 'am4; AM5', heightMm: 155 }, { sockets: ['AM4', 'AM5'], heightMm: 155 }],
    [
      'case',
      { boardFormFactors: 'mATX, ITX?', powerSupplyForms: 'ATX12V, sfx l', bays35: 'two' },
      { boardFormFactors: ['Micro ATX', 'ITX?'], powerSupplyForms: ['ATX', 'SFX-L'] },
    ],
    [
      'power-supply',
      { form: 'Mini-ITX', cardConnectors: '4x 6+2-pin + 1 x 16 pin' },
      { form: 'Mini ITX', cardConnectors: { sixPin: 0, eightPin: 4, sixteenPin: 1 } },
    ],
    ['graphics-card', { powerConnectors: 'two', chipset: 'Arc B580' }, { chipset: 'Arc B580' }],
    ['ssd', { formFactor: 'M.2-22110' }, { formFactor: { form: 'M.2', lengthMm: 110 } }],
    ['hard-disk', { formFactor: '8-inch', rpm: 7200 }, { rpm: 7200 }],
    ['other', { Length: '2 m', Shielded: true }, { Length: '2 m', Shielded: true }],
  ])('of the category %s are what can be read of %o', (category, specs, facts) => {
    expect(readFacts(getDefinition(category).fields, specs)).toEqual(facts);
  });

  test.each(categories)('of the category %s are the same after they were text, every field', (category) => {
    const fields = getDefinition(category).fields;
    const made = makeParts(300, 1, [category]).map(({ specs }) => specs);
    for (const specs of [complete[category], ...made]) {
      const facts = readFacts(fields, specs);
      expect(Object.keys(facts)).toEqual(Object.keys(specs));
      expect(readFacts(fields, formatFacts(fields, facts) as SpecificationValues)).toEqual(facts);
    }
  });

  test.each(categories)('of the category %s make the text that is not stored, byte for byte', (category) => {
    const sorted = (specs: object) =>
      Object.fromEntries(
        Object.entries(specs).sort(
          ([one], [other]) => one.length - other.length || (one < other ? -1 : 1), // as PostgreSQL does
        ),
      );
    const made = makeParts(300, 1, [category]).map(({ specs }) => specs);
    for (const specs of [complete[category], ...made].map(sorted) as SpecificationValues[]) {
      const facts = readFacts(getDefinition(category).fields, specs);
      const [first = ''] = Object.keys(specs);
      const half = Object.fromEntries(Object.entries(specs).filter((_, index) => index % 2 === 0));
      const odd = { [first]: 'as it is written' };
      expect(omitSaid({ category, specs, facts })).toEqual({});
      expect(omitSaid({ category, specs: { ...specs, ...odd }, facts })).toEqual(odd);
      for (const stored of [{}, odd, half, specs]) {
        const whole = JSON.stringify(completeSpecs({ category, specs: stored, facts }));
        expect(whole).toBe(JSON.stringify({ ...specs, ...stored }));
      }
    }
    expect(completeSpecs({ category, specs: { Länge: '2 m' }, facts: null })).toEqual({ Länge: '2 m' });
  });
});

describe('the table of a part', () => {
  test('reads in the order of the labels, with units', () => {
    expect(describeSpecification('memory', memory).map(({ label, value }) => [label, value])).toEqual([
      ['Capacity', '32 GB'],
      ['Modules', '2'],
      ['Size of each module', '16 GB'],
      ['Generation', 'DDR5'],
      ['Speed', '6000 MT/s'],
      ['CAS latency (CL)', '36 cycles'],
      ['First word latency', '12 ns'],
      ['Color', 'Black / Silver'],
      ['Form', 'DIMM'],
      ['ECC', 'No'],
      ['Registered', 'No'],
      ['Height', '44.5 mm'],
    ]);
  });

  test('says what a value was derived from that nobody stated', () => {
    const rows = describeSpecification('ssd', ssd, ['pcieGeneration']);
    expect(rows.flatMap(({ field, derivedFrom }) => (derivedFrom ? [[field, derivedFrom]] : []))).toEqual([
      ['pcieGeneration', 'the interface or the name'],
    ]);
  });

  test('leaves out unknown values, but no heading of known ones', () => {
    expect(
      describeSpecification('graphics-card', { chipset: 'Arc B580', memoryGb: 12 }).map(({ field }) => field),
    ).toEqual(['chipset', 'memoryGb']);
    expect(describeSpecification('motherboard', {})).toEqual([]);
    const headed = [{ field: 'memorySlots', group: 'Memory' }]; // whose first field is another
    expect(describeSpecification('motherboard', { memorySlots: 4 })).toMatchObject(headed);
  });

  test('of no known category shows the owner’s own fields', () => {
    expect(describeSpecification('other', complete.other)).toEqual([
      { field: 'Length', label: 'Length', value: '2 m', group: 'Details' },
      { field: 'Shielded', label: 'Shielded', value: 'Yes', group: 'Details' },
    ]);
  });
});

describe('labels', () => {
  test.each(categories.filter((category) => category !== 'other'))(
    'are shown of every field of the category %s',
    (category) => {
      const rows = describeSpecification(category, complete[category]);
      expect(rows.map(({ field }) => field).sort()).toEqual(
        Object.keys(getDefinition(category).fields).sort(),
      );
    },
  );

  test('explain each field in one sentence', () => {
    for (const described of everyField()) {
      expect(described.explanation, described.label).toMatch(/^[A-Z0-9][\s\S]{20,200}\.$/);
      expect(described.explanation.split(/(?<=[.!?])\s/).length, described.label).toBe(1);
    }
  });

  test('stand under headings, the first one too, each of which comes once', () => {
    for (const category of categories) {
      const { fields } = getDefinition(category);
      const groups = Object.keys(fields).map((name) => findGroup(fields, name));
      expect(groups, category).not.toContain('');
      const headings = groups.filter((group, place) => group !== groups[place - 1]);
      expect(headings, category).toEqual([...new Set(groups)]);
    }
  });
});

describe('a measured value', () => {
  test.each(categories)('of the category %s has the unit in which the name of its field ends', (category) => {
    const written: Record<string, string> = { W: 'watts', '%': 'percent', slots: 'width', cycles: 'latency' };
    const fields = Object.entries(getDefinition(category).fields);
    for (const [name, { measure: { unit } = { unit: '' } }] of fields)
      expect(name.toLowerCase()).toMatch(
        new RegExp(`${written[unit] ?? unit.replace('/', '').toLowerCase()}$`),
      );
  });

  test.each([
    ['storage', 'GB', 500, '500 GB'],
    ['storage', 'GB', 1000, '1 TB'],
    ['storage', 'GB', 1920, '1.92 TB'],
    ['storage', 'GB', 2048, '2.048 TB'],
    ['memory', 'GB', 1024, '1024 GB'],
    ['memory', 'GB', 0.5, '512 MB'],
    ['memory', 'GB', 1.25, '1.25 GB'],
    ['cache', 'MB', 512, '512 MB'],
    ['cache', 'MB', 4096, '4 GB'],
    ['generation', '', 1, 'DDR'],
    ['generation', '', 4, 'DDR4'],
    ['delay', 'ns', 10.667, '10.67 ns'],
    ['cycles', 'cycles', 2.5, '2.5 cycles'],
    ['clockGhz', 'GHz', 4.75, '4.75 GHz'],
    ['power', 'W', 850, '850 W'],
    ['loudness', 'dB', 25.64, '25.6 dB'],
    ['volume', 'L', 51.84, '51.8 L'],
    ['clock', 'MHz', 2300, '2300 MHz'],
    ['length', 'mm', 303, '303 mm'],
    ['rotation', 'rpm', 15_000, '15000 rpm'],
    ['dataRate', 'MB/s', 7450, '7450 MB/s'],
    ['operations', 'IOPS', 1_400_000, '1,400,000 IOPS'],
    ['writtenData', 'TBW', 1200, '1200 TBW'],
    ['pcieGeneration', '', 4, 'PCIe 4.0'],
    ['years', 'years', 3, '3 years'],
    ['slots', 'slots', 1, '1 slot'],
    ['slots', 'slots', 3.125, '3.13 slots'],
  ] as const)('of %s in %s: %d reads %s', (measure, unit, value, shown) => {
    const field: SpecificationField = {
      label: 'x',
      explanation: 'x',
      measure: measures[measure],
    };
    expect(formatValue(value, field)).toBe(shown);
    expect(findUnit(field)).toBe(unit);
  });

  test.each([...stepsByUnit.keys()].filter((unit) => /^[a-z/]{1,4}$/i.test(unit)))(
    'in %s stand on one line',
    (unit) => {
      expect(withNonBreakingSpaces(`of 5 ${unit}`)).toBe(`of 5\u00a0${unit}`);
    },
  );
});

describe('the price per gigabyte', () => {
  test('divides the price by the capacity', () => {
    expect(computePricePerGb(14999, computeCapacityGb('ssd', ssd))).toBeCloseTo(7.4995, 10);
    expect(computePricePerGb(9499, computeCapacityGb('memory', memory))).toBeCloseTo(296.84375, 10);
    expect(computePricePerGb(734, computeCapacityGb('hard-disk', hardDisk))).toBeCloseTo(10, 10);
  });

  test('does not exist in other categories, or without a capacity', () => {
    expect(computeCapacityGb('graphics-card', graphicsCard)).toBeUndefined();
    expect(computeCapacityGb('motherboard', motherboard)).toBeUndefined();
    expect(computeCapacityGb('other', { capacityGb: 64 })).toBeUndefined();
    expect(computeCapacityGb('ssd', {})).toBeUndefined();
    expect(computePricePerGb(14999, undefined)).toBeUndefined();
    expect(computePricePerGb(14999, 0)).toBeUndefined();
  });

  test('is shown in cents from a dollar up and in tenths of a cent below', () => {
    expect(formatPricePerGb(296.84375)).toBe('$2.97');
    expect(formatPricePerGb(7.4995)).toBe('$0.075');
    expect(formatPricePerGb(1.75)).toBe('$0.018');
  });
});

function everyField(): SpecificationField[] {
  return categories.flatMap((category) => Object.values(getDefinition(category).fields));
}
