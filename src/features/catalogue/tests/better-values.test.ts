/** A value is called better only where everybody would say so. */
import { describe, expect, test } from 'vitest';
import { compareValues, findBetterParts } from '#catalogue/rules/better-values.ts';
import { definitions } from '#catalogue/rules/categories.ts';
import type { ComparedPart } from '#catalogue/rules/similar-parts.ts';

test('more gigabytes and fewer nanoseconds are better; what is not known of both parts is not compared', () => {
  expect(compareValues('memory', 'capacityGb', { capacityGb: 32 }, { capacityGb: 16 })).toBe(16);
  const [fast, slow] = [{ firstWordLatencyNs: 10 }, { firstWordLatencyNs: 12 }];
  expect(compareValues('memory', 'firstWordLatencyNs', fast, slow)).toBe(2);
  expect(compareValues('memory', 'firstWordLatencyNs', slow, fast)).toBe(-2);
  expect(compareValues('memory', 'firstWordLatencyNs', fast, {})).toBeUndefined();
  expect(compareValues('memory', 'heightMm', { heightMm: 31 }, { heightMm: 44 })).toBeUndefined();
});

test('a clock compares cards of one chip only', () => {
  const compare = (one: object, other: object) =>
    compareValues(
      'graphics-card',
      'boostClockMhz',
      { boostClockMhz: 2600, ...one },
      { boostClockMhz: 2500, ...other },
    );
  expect(compare({ chipset: 'GeForce RTX 5070' }, { chipset: 'GeForce RTX 5070' })).toBe(100);
  expect(compare({ chipset: 'GeForce RTX 5070' }, { chipset: 'Radeon RX 9070' })).toBeUndefined();
  expect(compare({}, {})).toBeUndefined();
});

test('fields that say what is better are numbers, and are compared within a field that there is', () => {
  for (const { fields } of definitions)
    for (const { better, betterWithin, measure } of Object.values(fields)) {
      if (better) expect(measure).toBeDefined();
      if (betterWithin) expect(Object.keys(fields)).toContain(betterWithin);
    }
});

describe('a part is better in one number', () => {
  const kit = { capacityGb: 32, modules: 2, ddr: 5, speedMts: 6000, casLatency: 36, firstWordLatencyNs: 12 };
  const part = givenKit({}, 9_500);

  test('when nothing else that is known is worse, and the price is said with it', () => {
    expect(find({ casLatency: 30, firstWordLatencyNs: 10 }, 10_100)).toEqual([
      '2 ns faster for $6.00 more, CL30',
    ]);
    expect(find({ capacityGb: 48 }, 9_000)).toEqual(['Capacity: 16 GB more for $5.00 less']);
    expect(find({ firstWordLatencyNs: 11 }, 9_500)).toEqual(['1 ns faster for the same price']);
  });

  test('but not in two, nor when another is worse or unknown, nor of another kind', () => {
    const { firstWordLatencyNs: _, ...unknown } = kit;
    for (const specs of [
      {},
      { capacityGb: 48, firstWordLatencyNs: 11 },
      { firstWordLatencyNs: 11.9 },
      { capacityGb: 48, firstWordLatencyNs: 14 },
      { ddr: 4, firstWordLatencyNs: 10 },
      { modules: 1, firstWordLatencyNs: 10 },
    ])
      expect(find(specs, 9_900)).toEqual([]);
    expect(readAdvantages([{ ...part, specs: { ...unknown, capacityGb: 48 } }])).toEqual([]);
    expect(find({ firstWordLatencyNs: 10 }, null)).toEqual([]);
  });

  test('and what costs the least comes first, without what is dearer and no better, or costs twice as much', () => {
    const others = [
      givenKit({ capacityGb: 64 }, 18_000),
      givenKit({ capacityGb: 128 }, 38_000),
      givenKit({ firstWordLatencyNs: 10 }, 10_900),
      givenKit({ firstWordLatencyNs: 9 }, 12_900),
      givenKit({ firstWordLatencyNs: 10 }, 9_900),
    ];
    expect(readAdvantages(others)).toEqual([
      '2 ns faster for $4.00 more',
      '3 ns faster for $34.00 more',
      'Capacity: 32 GB more for $85.00 more',
    ]);
  });

  test('and of another size it is another part', () => {
    const cooler = {
      ...part,
      category: 'cpu-cooler' as const,
      specs: { cooling: 'Air', heightMm: 160, noiseDb: 30 },
    };
    const others = [157, 47].map((heightMm) => ({
      ...cooler,
      specs: { ...cooler.specs, heightMm, noiseDb: 25 },
    }));
    expect(findBetterParts(cooler, others).map(({ advantage }) => advantage)).toEqual([
      '5 dB quieter for the same price, 157 mm high',
    ]);
  });

  test('a generation is named instead of counted', () => {
    const drive = { capacityGb: 1000, formFactor: 'M.2-2280', pcieGeneration: 4 };
    const slow = { ...part, category: 'ssd' as const, specs: drive };
    const fast = { ...slow, specs: { ...drive, pcieGeneration: 5 }, price_cents: 10_000 };
    expect(findBetterParts(slow, [fast]).map(({ advantage }) => advantage)).toEqual([
      'PCIe 5.0 instead of PCIe 4.0 for $5.00 more',
    ]);
  });

  function givenKit(specs: object, price: number | null): ComparedPart {
    const fields = { id: 'part', category: 'memory' as const, name: 'Kit', brand: 'Testco' };
    return { ...fields, price_cents: price, specs: { ...kit, ...specs } };
  }

  function find(specs: object, price: number | null) {
    return readAdvantages([givenKit(specs, price)]);
  }

  function readAdvantages(others: readonly ComparedPart[]) {
    return findBetterParts(part, others).map(({ advantage }) => advantage);
  }
});
