/** Whatever a list shows of a part can be filtered by. */
import { expect, test } from 'vitest';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import type { Filter } from '#catalogue/rules/lists/filter-kinds.ts';
import { listFilters } from '#catalogue/rules/lists/filters.ts';
import { findSortOrder } from '#catalogue/rules/lists/sorts.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import { givenIndexedPart } from '#tests/support/given-indexed-part.ts';
import { samples } from '../../../../bench/made-parts.ts';

const part = { brand: '', price_cents: 100, stock: 1, minimum_order: 1, rating_tenths: null, specs: {} };

test('a part has the star steps up to its average rating', () => {
  const [given] = listFilters(undefined).filter(({ key }) => key === 'rating');
  const steps = (rating_tenths: number | null) =>
    given?.kind === 'choice' ? given.getValues({ ...part, rating_tenths }) : undefined;
  expect([null, 5, 39, 40, 50].map(steps)).toEqual([
    [],
    [],
    ['3', '2', '1'],
    ['4', '3', '2', '1'],
    ['4', '3', '2', '1'],
  ]);
});

test.each<[Category, string, SpecificationValues, string[]]>([
  ['cpu', 'family', { microarchitecture: '2x Zen 4 , 4x Zen 4c' }, ['Zen 4', 'Zen 4c']],
  ['cpu', 'family', { microarchitecture: 'Sandy Bridge EP' }, ['Sandy Bridge-EP']],
  ['case', 'color', { color: 'Black / Transparent' }, ['Black', 'Clear']],
  ['motherboard', 'sata-ports', { sataPorts: 64 }, []],
])('of the category %s the filter %s has for %j the values %j', (category, key, specs, values) => {
  const filter = listFilters(category).find((each) => each.key === key);
  expect(filter && ask(filter, specs)).toBe(values.join());
});

test('the fastest SSDs are those of the newest PCIe generation, of them those with more lanes, then those that read faster', () => {
  const { getKey } = findSortOrder('ssd', 'pcie-desc');
  const drives: SpecificationValues[] = [
    { pcieGeneration: 5, interface: 'M.2 PCIe 5.0 X4', readMbs: 14_500 },
    { pcieGeneration: 5, interface: 'M.2 PCIe 5.0 X4' },
    { pcieGeneration: 5, interface: 'M.2 PCIe 5.0 X2', readMbs: 7_250 },
    { pcieGeneration: 4, interface: 'M.2 PCIe 4.0 X4', readMbs: 7_450 },
    { interface: 'SATA 6.0 Gb/s', readMbs: 560 },
    { interface: 'SATA 6.0 Gb/s' },
  ];
  const keys = drives.map((specs) =>
    Number(getKey(givenIndexedPart({ number: 1, category: 'ssd', specs })) ?? 0),
  );
  expect(new Set(keys).size).toBe(drives.length);
  expect(keys).toEqual(keys.toSorted((one, other) => other - one));
});

test.each(listedCategories.filter(({ isFreeForm }) => !isFreeForm))(
  'each field of the category $id has one filter, which reads it alone and is described like it',
  ({ id, fields, filters }) => {
    const complete: SpecificationValues = samples[id].complete;
    const read = filters.map((filter) => {
      const isRead = (field: string) =>
        listOtherValues(complete[field]).some(
          (value) => ask(filter, { ...complete, [field]: value }) !== ask(filter, complete),
        );
      return { key: filter.key, fields: Object.keys(complete).filter(isRead) };
    });
    const described = filters.map(({ key, kind, label, explanation }) => ({
      key,
      fields: Object.keys(fields).filter(
        (name) =>
          fields[name]?.explanation === explanation && (kind === 'flag' || fields[name].label === label),
      ),
    }));
    expect(read).toEqual(described);
    expect(read.flatMap((each) => each.fields).sort()).toEqual(Object.keys(fields).sort());
  },
);

function listOtherValues(value: SpecificationValues[string]): SpecificationValues[string][] {
  return typeof value === 'number' ? [value + 1, value * 2] : ['Yes', 'No', 'None', 'Changed'];
}

function ask(filter: Filter, specs: SpecificationValues): string {
  const candidate = { ...part, specs };
  if (filter.kind === 'choice') return filter.getValues(candidate).join();
  if (filter.kind === 'flag') return String(filter.isTrueFor(candidate));
  return filter.kind === 'range' ? String(filter.getValue(candidate)) : '';
}
