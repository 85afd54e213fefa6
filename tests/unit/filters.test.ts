/** Whatever a list shows of a part can be filtered by. */
import { describe, expect, test } from 'vitest';
import type { Filter } from '#domain/catalogue/lists/filter-kinds.ts';
import { listFilters } from '#domain/catalogue/lists/filters.ts';
import { categories } from '#domain/catalogue/parts.ts';
import type { SpecificationField } from '#domain/catalogue/specification-fields.ts';
import { specificationFields } from '#domain/catalogue/specifications.ts';

const shown = categories.flatMap((category) =>
  Object.keys(specificationFields[category]).map((field) => ({ category, field })),
);

test('a part has the star steps up to its average rating', () => {
  const [given] = listFilters(undefined).filter(({ key }) => key === 'rating');
  const part = { brand: '', price_cents: 100, stock: 1, minimum_order: 1, specs: {} };
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

describe('every specification has a filter', () => {
  test.each(shown)('$field of $category', ({ category, field }) => {
    const says = (filter: Filter, value: string | number) => {
      const part = {
        category,
        brand: '',
        price_cents: 100,
        stock: 1,
        minimum_order: 1,
        rating_tenths: null,
        specs: { [field]: value },
      };
      if (filter.kind === 'choice') return filter.getValues(part).includes(String(value));
      if (filter.kind === 'flag') return filter.key !== 'in-stock' && filter.isTrueFor(part);
      return filter.kind === 'range' && filter.key !== 'price' && filter.getValue(part) === value;
    };
    const fields: Readonly<Record<string, SpecificationField>> = specificationFields[category];
    const sample = fields[field]?.plausible?.[0] ?? 16;
    const own = listFilters(category).filter((filter) => says(filter, 'Black') || says(filter, sample));
    expect(own.map(({ explanation }) => explanation.length > 20)).toEqual([true]);
  });
});
