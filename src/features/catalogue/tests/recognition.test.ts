/** Rows without a SKU are recognized as parts of the shop, and never as one that differs in what both state. */
import { describe, expect, test } from 'vitest';
import { type ImportedPart, readPartRow } from '#catalogue/rules/import/part-rows.ts';
import {
  applyRecognition,
  type KnownPart,
  makeMatchKey,
  recognizePart,
  resolveClaims,
} from '#catalogue/rules/import/recognition.ts';

const specs = { capacityGb: 2000, interface: 'M.2 PCIe 4.0 X4', formFactor: 'M.2-2280' };
const part = makePart({});
const row = makeRow({});

describe('a row is recognized', () => {
  test('by brand, full name and what it states, whatever the case and punctuation', () => {
    expect(recognizePart(row, [part])).toEqual({ sku: 'A', by: 'name', isExact: true });
    expect(recognizePart(makeRow({ name: 'Testco 990-fast 2TB' }), [part])?.sku).toBe('A');
    expect(recognizePart(makeRow({ specs: { ...specs, cacheMb: 2048 } }), [part])).toMatchObject({
      sku: 'A',
      isExact: true,
    });
  });

  test('by brand and MPN, under another name', () => {
    const numbered = makePart({ mpn: 'TC-990/2T', name: 'Testco drive' });
    expect(recognizePart(makeRow({ mpn: 'tc9902t' }), [numbered])).toMatchObject({ sku: 'A', by: 'mpn' });
    expect(recognizePart(makeRow({ mpn: 'tc9902t', brand: 'Other' }), [numbered])).toBeUndefined();
  });

  test.each([
    ['capacity', makeRow({ specs: { ...specs, capacityGb: 4000 } }), part],
    [
      'cache',
      makeRow({ specs: { ...specs, cacheMb: 1024 } }),
      makePart({ specs: { ...specs, cacheMb: 512 } }),
    ],
    ['derived fact', row, makePart({ specs: { ...specs, interface: 'M.2 SATA' } })],
    ['MPN', makeRow({ mpn: 'B' }), makePart({ mpn: 'C' })],
    ['GTIN', makeRow({ gtin: '96385074' }), makePart({ gtin: '036000291452' })],
    ['category', row, { ...part, category: 'hard-disk' as const }],
    ['name', makeRow({ name: 'Testco 990 Faster' }), part],
  ])('not as a part of another %s', (_, other, known) => {
    expect(recognizePart(other, [known])).toBeUndefined();
  });

  test('as the one that says the same, and as none where several may be meant', () => {
    const small = makePart({ sku: 'B', specs: { ...specs, cacheMb: 512 } });
    const large = makePart({ sku: 'C', specs: { ...specs, cacheMb: 1024 } });
    expect(recognizePart(row, [small, large])).toBeUndefined();
    expect(recognizePart(row, [small, part])?.sku).toBe('A');
  });
});

test('a part is the row’s that says the same; of several others it is nobody’s', () => {
  const [one, other] = [
    { sku: 'A', by: 'name', isExact: false, row: { mpn: 'X-1' } } as const,
    { sku: 'A', by: 'name', isExact: false, row: {} } as const,
  ];
  expect(resolveClaims([one])).toEqual([one]);
  expect(resolveClaims([one, other])).toEqual([]);
  const exact = { sku: 'A', by: 'name', isExact: true, row: { mpn: 'X-1' } } as const;
  expect(resolveClaims([one, exact, other])).toEqual([exact]);
  expect(resolveClaims([exact, { ...exact, row: { mpn: 'X-2' } }])).toEqual([]);
});

test('a recognized part keeps its name, its brand and what the row does not state', () => {
  const known = makePart({
    specs: { ...specs, cacheMb: 512, protocol: 'NVMe' },
    derived_fields: ['protocol'],
  });
  expect(applyRecognition(row, known, { sku: 'A', by: 'name' })).toMatchObject({
    sku: 'A',
    name: undefined,
    brand: undefined,
    specs: { ...specs, cacheMb: 512 },
    recognized: { by: 'name', name: 'Testco 990 Fast' },
  });
});

function makePart(fields: Partial<KnownPart>): KnownPart {
  const known = {
    sku: 'A',
    category: 'ssd' as const,
    brand: 'Testco',
    name: 'Testco 990 Fast 2 TB M.2-2280',
    mpn: null,
    gtin: null,
    specs,
    derived_fields: [],
    ...fields,
  };
  return { ...known, match_key: makeMatchKey(known) };
}

function makeRow(fields: object): ImportedPart {
  const read = readPartRow(
    { category: 'ssd', name: 'Testco 990 Fast', specs, ...fields },
    { list: undefined, category: undefined },
  );
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.part;
}
